"""The small vocabulary of a declaration: text types that say exactly what is wrong with a value and what to write instead."""

from __future__ import annotations

import datetime
import ipaddress
import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from declaration.problems import one_of

NAME_PATTERN = r"^[a-z][a-z0-9-]{1,30}$"
ACCOUNT_PATTERN = r"^[0-9]{12}$"
ZONE_ID_PATTERN = r"^[a-z]{2,5}[0-9](-[a-z]{3}[0-9])?-az[0-9]+$"
ZONE_NAME_PATTERN = r"^[a-z]{2}(-[a-z]+)+-[0-9](-[a-z]{3}-[0-9])?[a-z]$"
REGION_PATTERN = r"^[a-z]{2}(-[a-z]+)+-[0-9]$"
RESERVATION_PATTERN = r"^cr-([0-9a-f]{8}|[0-9a-f]{17})$"
RELEASE_PATTERN = r"^1\.[0-9]{2}\.[0-9]{1,2}-20[0-9]{6}$"
VERSION_PATTERN = r"^1\.[0-9]{2}$"
AMI_PATTERN = r"^ami-([0-9a-f]{8}|[0-9a-f]{17})$"
VPC_PATTERN = r"^vpc-([0-9a-f]{8}|[0-9a-f]{17})$"
SUBNET_PATTERN = r"^subnet-([0-9a-f]{8}|[0-9a-f]{17})$"
SECURITY_GROUP_PATTERN = r"^sg-([0-9a-f]{8}|[0-9a-f]{17})$"
SHA256_PATTERN = r"^[0-9a-f]{64}$"
STACK_PATTERN = r"^[A-Za-z0-9_.-]{1,100}$"
S3_URI_PATTERN = r"^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9!_.*'()/-]*)?$"
SYSTEM_FOLDERS = ("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "root", "run", "sbin", "sys", "tmp", "usr", "var")
MOUNT_PATH_PATTERN = r"^(/[A-Za-z0-9_.-]+)+$"
REPOSITORY_PATH_PATTERN = r"^/$|^(/[A-Za-z0-9_.-]+)+/?$"
ROLE_ARN_PATTERN = r"^arn:aws[a-z-]*:iam::[0-9]{12}:role/([A-Za-z0-9_+=,.@-]+/)*[A-Za-z0-9_+=,.@-]{1,64}$"

LOG_RETENTION_DAYS = (1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653)
"""Days for which CloudWatch Logs keeps a group (CloudWatch Logs API, PutRetentionPolicy)."""


def wrong(limit: str, remedy: str) -> PydanticCustomError:
    """The error of a text type: what is allowed, and what to write instead."""
    return PydanticCustomError("gpu_clusters", "must be {limit}", {"limit": limit, "remedy": remedy})


def _name(text: str) -> str:
    if re.fullmatch(NAME_PATTERN, text):
        return text
    limit = "2 to 31 lower-case letters, digits and hyphens (-), a letter first"
    raise _odd_character(text, r"[a-z0-9-]", limit) or wrong(limit, "shorten it, or begin it with a letter, as in atlas or train-a")


def _odd_character(text: str, allowed: str, limit: str) -> PydanticCustomError | None:
    """The error that names the first character outside `allowed`: look-alikes cannot be told from the right one by eye."""
    for position, character in enumerate(text, start=1):
        if re.fullmatch(allowed, character):
            continue
        label = unicodedata.name(character, "an unnamed character")
        is_hyphen = unicodedata.category(character) == "Pd"
        instead = "write a plain hyphen, U+002D, there" if is_hyphen else "leave it out or write a-z, 0-9 or - there"
        return wrong(f"{limit}; character {position} is U+{ord(character):04X} {label}", instead)
    return None


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
    if re.fullmatch(pattern, text):
        return text
    raise _odd_character(text, r"[ -~]", limit) or wrong(limit, remedy)


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
    remedy = f"write the release that your nodes shall keep; today's is shown by: {lookup}"
    _matching(text, RELEASE_PATTERN, limit, remedy)
    try:
        datetime.datetime.strptime(text.rpartition("-")[2], "%Y%m%d").replace(tzinfo=datetime.UTC)
    except ValueError:
        raise wrong(limit, remedy) from None
    return text


def _version(text: str) -> str:
    return _matching(
        text, VERSION_PATTERN, "a Kubernetes minor version such as 1.34", "write major and minor version, in quotes, without a patch level"
    )


def _role_arn(text: str) -> str:
    return _matching(text, ROLE_ARN_PATTERN, "an IAM role ARN", 'write it in full, such as "arn:aws:iam::123456789012:role/platform"')


def _ami_id(text: str) -> str:
    limit = "the id of one image: ami- and 8 or 17 hexadecimal digits"
    return _matching(text, AMI_PATTERN, limit, "write the id itself: a look-up would replace the nodes whenever a newer image appears")


def _aws_id(text: str, pattern: str, kind: str) -> str:
    limit = f"{kind}- and 8 or 17 hexadecimal digits"
    return _matching(text, pattern, limit, f"write the id that the cloud shows, such as {kind}-0123456789abcdef0")


def _vpc_id(text: str) -> str:
    return _aws_id(text, VPC_PATTERN, "vpc")


def _subnet_id(text: str) -> str:
    return _aws_id(text, SUBNET_PATTERN, "subnet")


def _security_group_id(text: str) -> str:
    return _aws_id(text, SECURITY_GROUP_PATTERN, "sg")


def _sha256(text: str) -> str:
    return _matching(text, SHA256_PATTERN, "64 lower-case hexadecimal digits", "write what `sha256sum` prints for the manifest")


def _stack(text: str) -> str:
    limit = "a stack's name: 1 to 100 letters, digits, hyphens, underscores and dots"
    return _matching(text, STACK_PATTERN, limit, "write the name as `pulumi stack ls` shows it, such as aws-base")


def s3_uri(text: str) -> str:
    """Check the address of a bucket, or of a prefix in one."""
    return _matching(text, S3_URI_PATTERN, "s3://bucket or s3://bucket/prefix", "write the bucket and prefix, such as s3://atlas-tokens/v2")


def _mount_path(text: str) -> str:
    is_absolute = re.fullmatch(MOUNT_PATH_PATTERN, text) and not {".", ".."} & set(text.split("/"))
    if is_absolute and text.split("/")[1] not in SYSTEM_FOLDERS:
        return text
    limit = f"an absolute path outside /{', /'.join(SYSTEM_FOLDERS)}"
    raise _odd_character(text, r"[ -~]", limit) or wrong(limit, "write a folder of its own, such as /scratch")


def _repository_path(text: str) -> str:
    limit = "a path of the file system that begins with /"
    if {".", ".."} & set(text.split("/")):
        raise wrong(limit, "write it without . and .., such as /tokens")
    return _matching(text, REPOSITORY_PATH_PATTERN, limit, "write / or a folder such as /tokens")


def _kept_days(days: int) -> int:
    if days not in LOG_RETENTION_DAYS:
        allowed = one_of(map(str, LOG_RETENTION_DAYS))
        raise wrong(allowed, f"write {min(LOG_RETENTION_DAYS, key=lambda known: abs(known - days))}, or another of these")
    return days


Name = Annotated[str, AfterValidator(_name), Field(json_schema_extra={"pattern": NAME_PATTERN})]
ZoneId = Annotated[str, AfterValidator(_zone_id), Field(json_schema_extra={"pattern": ZONE_ID_PATTERN})]
Cidr = Annotated[str, AfterValidator(_cidr)]
AccountId = Annotated[str, AfterValidator(_account), Field(json_schema_extra={"pattern": ACCOUNT_PATTERN})]
RegionName = Annotated[str, AfterValidator(_region), Field(json_schema_extra={"pattern": REGION_PATTERN})]
ReservationId = Annotated[str, AfterValidator(_reservation_id), Field(json_schema_extra={"pattern": RESERVATION_PATTERN})]
EksRelease = Annotated[str, AfterValidator(_release), Field(json_schema_extra={"pattern": RELEASE_PATTERN})]
KubernetesVersion = Annotated[str, AfterValidator(_version), Field(json_schema_extra={"pattern": VERSION_PATTERN})]
RoleArn = Annotated[str, AfterValidator(_role_arn), Field(json_schema_extra={"pattern": ROLE_ARN_PATTERN})]
AmiId = Annotated[str, AfterValidator(_ami_id), Field(json_schema_extra={"pattern": AMI_PATTERN})]
VpcId = Annotated[str, AfterValidator(_vpc_id), Field(json_schema_extra={"pattern": VPC_PATTERN})]
SubnetId = Annotated[str, AfterValidator(_subnet_id), Field(json_schema_extra={"pattern": SUBNET_PATTERN})]
SecurityGroupId = Annotated[str, AfterValidator(_security_group_id), Field(json_schema_extra={"pattern": SECURITY_GROUP_PATTERN})]
Sha256 = Annotated[str, AfterValidator(_sha256), Field(json_schema_extra={"pattern": SHA256_PATTERN})]
StackName = Annotated[str, AfterValidator(_stack), Field(json_schema_extra={"pattern": STACK_PATTERN})]
S3Uri = Annotated[str, AfterValidator(s3_uri), Field(json_schema_extra={"pattern": S3_URI_PATTERN})]
MountPath = Annotated[str, AfterValidator(_mount_path), Field(json_schema_extra={"pattern": MOUNT_PATH_PATTERN})]
RepositoryPath = Annotated[str, AfterValidator(_repository_path), Field(json_schema_extra={"pattern": REPOSITORY_PATH_PATTERN})]
LogRetentionDays = Annotated[int, AfterValidator(_kept_days), Field(json_schema_extra={"enum": list(LOG_RETENTION_DAYS)})]
TagValues = dict[str, str]
"""Tags in the cloud's own spelling; the rule extra-tags judges keys and values."""
