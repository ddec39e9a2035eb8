"""The provider functions (`invoke`) that the rehearsal answers, by token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.shim.cloud import Cloud
from rehearsal.shim.lifecycle import Place

Function = Callable[[Place, Cloud], dict[str, Any]]

_SUFFIXES = {"aws": "amazonaws.com", "aws-cn": "amazonaws.com.cn"}


def _caller(place: Place, cloud: Cloud) -> dict[str, Any]:
    """Who the credentials belong to."""
    answer = cloud.send("sts", place.region, "GetCallerIdentity", {})
    return {"accountId": answer["Account"], "arn": answer["Arn"], "userId": answer["UserId"], "id": answer["Account"]}


def _region(place: Place, cloud: Cloud) -> dict[str, Any]:
    """The provider's region."""
    return {"id": place.region, "region": place.region, "name": place.region, "endpoint": f"ec2.{place.region}.amazonaws.com"}


def _partition(place: Place, cloud: Cloud) -> dict[str, Any]:
    """The partition that the provider's region lies in."""
    suffix = _SUFFIXES.get(place.partition, "amazonaws.com")
    reverse = ".".join(reversed(suffix.split(".")))
    return {"id": place.partition, "partition": place.partition, "dnsSuffix": suffix, "reverseDnsPrefix": reverse}


FUNCTIONS: Mapping[str, Function] = {
    "aws:index/getCallerIdentity:getCallerIdentity": _caller,
    "aws:index/getRegion:getRegion": _region,
    "aws:index/getPartition:getPartition": _partition,
}
