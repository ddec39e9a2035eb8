"""The small vocabulary of a declaration: text types that say exactly what is wrong with a value and what to write instead."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

NAME_PATTERN = r"^[a-z][a-z0-9-]{1,30}$"
ACCOUNT_PATTERN = r"^[0-9]{12}$"
ZONE_ID_PATTERN = r"^[a-z]{2,5}[0-9](-[a-z]{3}[0-9])?-az[0-9]+$"
ZONE_NAME_PATTERN = r"^[a-z]{2}(-[a-z]+)+-[0-9](-[a-z]{3}-[0-9])?[a-z]$"
REGION_PATTERN = r"^[a-z]{2}(-[a-z]+)+-[0-9]$"
RESERVATION_PATTERN = r"^cr-([0-9a-f]{8}|[0-9a-f]{17})$"
RELEASE_PATTERN = r"^1\.[0-9]{2}\.[0-9]{1,2}-20[0-9]{6}$"
VERSION_PATTERN = r"^1\.[0-9]{2}$"
ROLE_ARN_PATTERN = r"^arn:aws[a-z-]*:iam::[0-9]{12}:role/[\w+=,.@/-]+$"


def wrong(limit: str, remedy: str) -> PydanticCustomError:
    """The error of a text type: what is allowed, and what to write instead."""
    return PydanticCustomError("gpu_clusters", "must be {limit}", {"limit": limit, "remedy": remedy})


def _name(text: str) -> str:
    if re.fullmatch(NAME_PATTERN, text):
        return text
    limit = "2 to 31 lower-case letters, digits and hyphens (-), a letter first"
    for position, character in enumerate(text, start=1):
        if not re.fullmatch(r"[a-z0-9-]", character):
            label = unicodedata.name(character, "an unnamed character")
            found = f"character {position} is U+{ord(character):04X} {label}"
            instead = (
                "write a plain hyphen, U+002D, there"
                if unicodedata.category(character) == "Pd"
                else "leave it out or write a-z, 0-9 or - there"
            )
            raise wrong(f"{limit}; {found}", instead)
    raise wrong(limit, "shorten it, or begin it with a letter, as in atlas or train-a")


def _zone_id(text: str) -> str:
    if re.fullmatch(ZONE_NAME_PATTERN, text):
        lookup = f"aws ec2 describe-availability-zones --zone-names {text} --query AvailabilityZones[].ZoneId"
        raise wrong(
            "a zone ID such as use1-az2: a zone name stands for a different zone in each account",
            f"write the ID that your account gives it: {lookup}",
        )
    return _matching(text, ZONE_ID_PATTERN, "one zone ID such as use1-az2", "write the one zone ID that all nodes share")


def _cidr(text: str) -> str:
    try:
        canonical = str(ipaddress.IPv4Network(text))
    except ValueError:
        canonical = None
    if text != canonical:
        raise wrong(
            "an IPv4 range with its prefix length and no host bits set", "write the range's first address and prefix length: 10.40.0.0/16"
        )
    return text


def _matching(text: str, pattern: str, limit: str, remedy: str) -> str:
    if not re.fullmatch(pattern, text):
        raise wrong(limit, remedy)
    return text


def _account(text: str) -> str:
    return _matching(text, ACCOUNT_PATTERN, "12 digits", 'write the account number with its leading zeros, in quotes: "012345678901"')


def _region(text: str) -> str:
    return _matching(text, REGION_PATTERN, "a region such as us-east-1", "write the region, without a zone letter")


def _reservation_id(text: str) -> str:
    limit = "a capacity reservation id: cr- and 8 or 17 hexadecimal digits"
    return _matching(
        text, RESERVATION_PATTERN, limit, "write the id that `aws ec2 describe-capacity-reservations` shows, such as cr-0123456789abcdef0"
    )


def _release(text: str) -> str:
    limit = "a full AMI release version: Kubernetes version with its patch level, a hyphen and the release date, such as 1.34.1-20261105"
    lookup = "aws ssm get-parameter --name /aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/nvidia/recommended/release_version"
    return _matching(text, RELEASE_PATTERN, limit, f"write the release that your nodes shall keep; today's is shown by: {lookup}")


def _version(text: str) -> str:
    return _matching(
        text, VERSION_PATTERN, "a Kubernetes minor version such as 1.34", "write major and minor version, in quotes, without a patch level"
    )


def _role_arn(text: str) -> str:
    return _matching(text, ROLE_ARN_PATTERN, "an IAM role ARN", 'write it in full, such as "arn:aws:iam::123456789012:role/platform"')


Name = Annotated[str, AfterValidator(_name), Field(json_schema_extra={"pattern": NAME_PATTERN})]
ZoneId = Annotated[str, AfterValidator(_zone_id), Field(json_schema_extra={"pattern": ZONE_ID_PATTERN})]
Cidr = Annotated[str, AfterValidator(_cidr)]
AccountId = Annotated[str, AfterValidator(_account), Field(json_schema_extra={"pattern": ACCOUNT_PATTERN})]
RegionName = Annotated[str, AfterValidator(_region), Field(json_schema_extra={"pattern": REGION_PATTERN})]
ReservationId = Annotated[str, AfterValidator(_reservation_id), Field(json_schema_extra={"pattern": RESERVATION_PATTERN})]
EksRelease = Annotated[str, AfterValidator(_release), Field(json_schema_extra={"pattern": RELEASE_PATTERN})]
KubernetesVersion = Annotated[str, AfterValidator(_version), Field(json_schema_extra={"pattern": VERSION_PATTERN})]
RoleArn = Annotated[str, AfterValidator(_role_arn), Field(json_schema_extra={"pattern": ROLE_ARN_PATTERN})]
