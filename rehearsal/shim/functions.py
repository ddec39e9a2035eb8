"""The provider functions (`invoke`) that the rehearsal answers, by token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.shim.cloud import Cloud, CloudError
from rehearsal.shim.kind import Props
from rehearsal.shim.lifecycle import Place

Function = Callable[[Place, Cloud, Props], dict[str, Any]]
"""What answers a function: where it is asked, the cloud, and its arguments."""

_SUFFIXES = {"aws": "amazonaws.com", "aws-cn": "amazonaws.com.cn"}


def _caller(place: Place, cloud: Cloud, arguments: Props) -> dict[str, Any]:
    """Who the credentials belong to."""
    answer = cloud.send("sts", place.region, "GetCallerIdentity", {})
    return {"accountId": answer["Account"], "arn": answer["Arn"], "userId": answer["UserId"], "id": answer["Account"]}


def _region(place: Place, cloud: Cloud, arguments: Props) -> dict[str, Any]:
    """The provider's region."""
    return {"id": place.region, "region": place.region, "name": place.region, "endpoint": f"ec2.{place.region}.amazonaws.com"}


def _partition(place: Place, cloud: Cloud, arguments: Props) -> dict[str, Any]:
    """The partition that the provider's region lies in."""
    suffix = _SUFFIXES.get(place.partition, "amazonaws.com")
    reverse = ".".join(reversed(suffix.split(".")))
    return {"id": place.partition, "partition": place.partition, "dnsSuffix": suffix, "reverseDnsPrefix": reverse}


def _by_id(noun: str, arguments: Props, names: tuple[str, ...]) -> str:
    """The id that a data source is asked for; the rehearsal knows no other way to find one."""
    others = sorted(name for name, value in arguments.items() if value not in (None, [], {}) and name not in (*names, "region"))
    found = next((str(arguments[name]) for name in names if arguments.get(name)), "")
    if not found or others:
        raise CloudError(f"the rehearsal cloud finds a {noun} by {names[0]} alone, not by {', '.join(others) or 'nothing'}", "Unsupported")
    return found


def _subnet(place: Place, cloud: Cloud, arguments: Props) -> dict[str, Any]:
    """A subnet by its id."""
    ident = _by_id("subnet", arguments, ("id",))
    (found,) = cloud.send("ec2", place.region, "DescribeSubnets", {"SubnetIds": [ident]})["Subnets"]
    return {
        "id": ident,
        "vpcId": found["VpcId"],
        "cidrBlock": found["CidrBlock"],
        "availabilityZone": found["AvailabilityZone"],
        "availabilityZoneId": found["AvailabilityZoneId"],
        "availableIpAddressCount": found["AvailableIpAddressCount"],
        "mapPublicIpOnLaunch": found["MapPublicIpOnLaunch"],
        "state": found["State"],
    }


def _security_group(place: Place, cloud: Cloud, arguments: Props) -> dict[str, Any]:
    """A security group by its id."""
    ident = _by_id("security group", arguments, ("id",))
    (found,) = cloud.send("ec2", place.region, "DescribeSecurityGroups", {"GroupIds": [ident]})["SecurityGroups"]
    return {"id": ident, "vpcId": found["VpcId"], "name": found["GroupName"], "description": found["Description"]}


FUNCTIONS: Mapping[str, Function] = {
    "aws:index/getCallerIdentity:getCallerIdentity": _caller,
    "aws:index/getRegion:getRegion": _region,
    "aws:index/getPartition:getPartition": _partition,
    "aws:ec2/getSubnet:getSubnet": _subnet,
    "aws:ec2/getSecurityGroup:getSecurityGroup": _security_group,
}
