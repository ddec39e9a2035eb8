"""What EKS demands of a managed node group and of its launch template (EKS user guide: launch templates, capacity blocks)."""

from typing import Any, Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.eks.clusters import check_role, find_subnets, minor
from rehearsal.world.eks.records import InvalidParameter, InvalidRequest, check_tags
from rehearsal.world.launcher.machines import find_machine
from rehearsal.world.launcher.request import Data, find_template
from rehearsal.world.state import Record

MAX_TAINTS: Final = 50
MAX_NODES: Final = 450
"""Nodes of one managed node group (quota L-BD136A63)."""
FORBIDDEN: Final = {
    "IamInstanceProfile": "an IAM instance profile",
    "SubnetId": "a subnet",
    "InstanceInitiatedShutdownBehavior": "an instance initiated shutdown behavior",
    "HibernationOptions": "hibernation options",
}
"""What a launch template of a managed node group must not say."""


def check_params(call: Call, cluster: Record) -> None:
    """Everything that concerns the request alone."""
    params = call.params
    check_tags(params.get("tags"))
    check_role(call, params["nodeRole"], "ec2.amazonaws.com")
    check_scaling(params.get("scalingConfig") or {})
    check_update(params.get("updateConfig") or {})
    if len(params.get("taints") or ()) > MAX_TAINTS:
        raise InvalidParameter(f"The number of taints exceeds the limit of {MAX_TAINTS}.")
    for subnet in find_subnets(call, params["subnets"]):
        if subnet.vpc_id != cluster["resourcesVpcConfig"]["vpcId"]:
            raise InvalidParameter(f"Subnet {subnet.id} is not in the VPC of the cluster {cluster['name']}")
    if version := params.get("version"):
        check_version(cluster, version)
    for name in params.get("instanceTypes") or ():
        if find_machine(name) is None:
            raise InvalidParameter(f"The following supplied instance types do not exist: [{name}]")


def check_version(cluster: Record, version: str) -> None:
    """Nodes are not newer than their control plane, and at most three minors older."""
    behind = minor(cluster["version"]) - minor(version)
    if not 0 <= behind <= 3:
        raise InvalidParameter(f"Requested Nodegroup version {version} is not supported with the cluster version {cluster['version']}")


def check_scaling(scaling: Data) -> None:
    """Minimum, desired and maximum in that order, and within the quota."""
    low, high = scaling.get("minSize", 1), scaling.get("maxSize", 2)
    desired = scaling.get("desiredSize", low)
    if low > desired:
        raise InvalidParameter(f"Minimum capacity {low} can't be greater than desired size {desired}")
    if desired > high:
        raise InvalidParameter(f"Desired capacity {desired} can't be greater than max size {high}")
    if high > MAX_NODES:
        raise Refusal(
            "ResourceLimitExceededException", f"The maximum size {high} exceeds the quota of {MAX_NODES} nodes per managed node group"
        )


def check_update(update: Data) -> None:
    """One of number and percentage."""
    if "maxUnavailable" in update and "maxUnavailablePercentage" in update:
        raise InvalidParameter("Only one of maxUnavailable and maxUnavailablePercentage can be specified.")


def read_template(call: Call, wanted: Data) -> tuple[dict[str, str], dict[str, Any]]:
    """The launch template that a group names, in EKS's form, and its data."""
    if ("id" in wanted) == ("name" in wanted):
        raise InvalidParameter("Either the launch template id or its name must be specified, and not both.")
    named = {"LaunchTemplateId": wanted["id"]} if "id" in wanted else {"LaunchTemplateName": wanted["name"]}
    try:
        template, version = find_template(call.backend("ec2"), {**named, "Version": wanted.get("version") or "$Default"})
    except Refusal as problem:
        raise InvalidRequest(f"{problem.message} (Service: AmazonEC2; Error Code: {problem.code})") from problem
    return {"id": template.id, "name": template.name, "version": str(version.number)}, dict(version.data)


def check_template(params: Data, data: Data) -> None:
    """Every rule on a launch template."""
    check_forbidden(data)
    check_exclusive(params, data)
    check_image(params, data)
    check_market(params, data)


def check_forbidden(data: Data) -> None:
    """What EKS sets itself."""
    for member, words in FORBIDDEN.items():
        if data.get(member):
            raise InvalidParameter(f"Launch template should not specify {words}.")
    for nic in data.get("NetworkInterfaces") or ():
        if nic.get("SubnetId"):
            raise InvalidParameter("Launch template should not specify a subnet.")


def check_exclusive(params: Data, data: Data) -> None:
    """What may be said in one of the two places only."""
    if "diskSize" in params:
        raise InvalidParameter("Disk size must be specified within the launch template.")
    if "remoteAccess" in params:
        raise InvalidParameter("Remote access configuration cannot be specified with a launch template.")
    if data.get("InstanceType") and params.get("instanceTypes"):
        raise InvalidParameter(
            "Instance types can't be specified in both the launch template and the node group: specify them in one of the two."
        )


def check_image(params: Data, data: Data) -> None:
    """An image of one's own rules out everything that chooses one."""
    if not data.get("ImageId"):
        if params.get("amiType") == "CUSTOM":
            raise InvalidParameter("The AMI type CUSTOM requires an image ID in the launch template.")
        return
    if params.get("amiType", "CUSTOM") != "CUSTOM":
        raise InvalidParameter("You cannot specify an AMI Type other than CUSTOM, when specifying an image id in your launch template.")
    if params.get("version") or params.get("releaseVersion"):
        raise InvalidParameter("You cannot specify a version or a release version when specifying an image id in your launch template.")


def check_market(params: Data, data: Data) -> None:
    """Spot is the group's business; a capacity block needs its market type, its reservation and its type in the template."""
    market = data.get("InstanceMarketOptions") or {}
    kind = market.get("MarketType", "spot") if market else ""
    if kind and kind != "capacity-block":
        raise InvalidParameter("Instance market options are not supported with the launch template.")
    block = params.get("capacityType") == "CAPACITY_BLOCK"
    if block and kind != "capacity-block":
        raise InvalidParameter("The capacity type CAPACITY_BLOCK requires a launch template with the market type capacity-block.")
    if kind == "capacity-block" and not block:
        raise InvalidParameter("A launch template with the market type capacity-block requires the capacity type CAPACITY_BLOCK.")
    target = (data.get("CapacityReservationSpecification") or {}).get("CapacityReservationTarget") or {}
    if block and not (target.get("CapacityReservationId") or target.get("CapacityReservationResourceGroupArn")):
        raise InvalidParameter("The capacity type CAPACITY_BLOCK requires a Capacity Reservation in the launch template.")
    if block and (params.get("instanceTypes") or not data.get("InstanceType")):
        raise InvalidParameter(
            "The capacity type CAPACITY_BLOCK requires the instance type in the launch template, and none in the node group."
        )
