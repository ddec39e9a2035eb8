"""The nodes of a managed group: what its Auto Scaling group launches, replaces and ends."""

from dataclasses import dataclass
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.eks.node_group_rules import read_template
from rehearsal.world.eks.records import ADDONS, BOOTSTRAP, InvalidRequest, of_cluster
from rehearsal.world.launcher.encryption import check_scaling_may_use
from rehearsal.world.launcher.launching import check_request, launch, terminate
from rehearsal.world.launcher.places import live_instances
from rehearsal.world.launcher.refusals import RequestRefusal
from rehearsal.world.launcher.request import LaunchRequest, from_data
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

GROUP_TAG: Final = "aws:autoscaling:groupName"
WORDS: Final = {"ON_DEMAND": "On-Demand", "SPOT": "Spot", "CAPACITY_BLOCK": "Capacity Block"}


@dataclass(frozen=True)
class Issue:
    """Why a group is unhealthy, in EKS's words."""

    code: str
    message: str

    def shown(self, group: Record) -> dict[str, Any]:
        """The issue as DescribeNodegroup shows it."""
        return {"code": self.code, "message": self.message, "resourceIds": [scaling_group(group)]}


def scaling_group(group: Record) -> str:
    """The name of a group's Auto Scaling group."""
    return str(group["resources"]["autoScalingGroups"][0]["name"])


def nodes_of(call: Call, group: Record) -> list[Untyped]:
    """The live instances of a group, oldest first."""
    tags = call.backend("ec2").tags
    return [instance for instance in live_instances(call.state, call.region) if tags[instance.id].get(GROUP_TAG) == scaling_group(group)]


def launch_data(call: Call, cluster: Record, group: Record) -> tuple[dict[str, Any], tuple[str, str] | None]:
    """The launch data of a group: its template's, completed by what the group and EKS say."""
    data: dict[str, Any] = {}
    template = None
    if wanted := group.get("launchTemplate"):
        _, data = read_template(call, {"id": wanted["id"], "version": wanted["version"]})
        template = (wanted["id"], wanted["version"])
    own_group = cluster["resourcesVpcConfig"]["clusterSecurityGroupId"]
    if nics := data.get("NetworkInterfaces"):
        data["NetworkInterfaces"] = [nic if nic.get("Groups") else {**nic, "Groups": [own_group]} for nic in nics]
    elif not data.get("SecurityGroupIds"):
        data["SecurityGroupIds"] = [own_group]
    data.setdefault("InstanceType", (group.get("instanceTypes") or ["t3.medium"])[0])
    if group["capacityType"] == "SPOT":
        data["InstanceMarketOptions"] = {"MarketType": "spot"}
    if not data.get("BlockDeviceMappings"):
        data["BlockDeviceMappings"] = [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": group.get("diskSize", 20), "Encrypted": False}}]
    return data, template


def requests_of(call: Call, cluster: Record, group: Record) -> list[LaunchRequest]:
    """The launches that a group tries, for one instance: each of its types in each of its subnets."""
    data, template = launch_data(call, cluster, group)
    types = group.get("instanceTypes") or [data["InstanceType"]]
    each_type = [from_data({**data, "InstanceType": name}, 1, 1, template) for name in types]
    return [request.placed_in(subnet) for request in each_type for subnet in group["subnets"]]


def dry_run(call: Call, cluster: Record, group: Record) -> None:
    """EKS tries the launch template before it accepts it (eksctl issue 7520)."""
    try:
        for request in requests_of(call, cluster, group):
            check_request(call.state, call.region, request)
    except RequestRefusal as problem:
        raise InvalidRequest(f"{problem.message} (Service: AmazonEC2; Status Code: 400; Error Code: {problem.code})") from problem


def add_nodes(call: Call, cluster: Record, group: Record, count: int) -> Issue | None:
    """Launch nodes as an Auto Scaling group does: as many as can be had, wherever they can be had."""
    if count == 0:
        return None
    try:
        requests = requests_of(call, cluster, group)
    except Refusal as problem:
        return Issue("Ec2LaunchTemplateNotFound", problem.message)
    missing = count
    last: Refusal | None = None
    for request in requests:
        try:
            check_scaling_may_use(call.state, call.region, request)
            missing -= len(launch(call.state, call.region, request.counting(1, missing), node_tags(cluster, group)))
        except Refusal as refusal:
            last = refusal
        if missing == 0:
            return readiness(call, cluster)
    return failed_launch(group, last)


def failed_launch(group: Record, problem: Refusal | None) -> Issue:
    """The issue of a group whose launches fail; without a refusal, some instances were had and no more."""
    words = WORDS[group["capacityType"]]
    code, message = (problem.code, problem.message) if problem else ("InsufficientInstanceCapacity", "There is no more capacity.")
    return Issue("AsgInstanceLaunchFailures", f"Could not launch {words} Instances. {code} - {message} Launching EC2 instance failed.")


def readiness(call: Call, cluster: Record) -> Issue | None:
    """Nodes of a cluster without a CNI never become ready."""
    bare = not call.records(BOOTSTRAP)[cluster["name"]]["selfManagedAddons"]
    if bare and "vpc-cni" not in of_cluster(call.state, call.region, ADDONS, cluster["name"]):
        return Issue("NodeCreationFailure", "Unhealthy nodes in the kubernetes cluster")
    return None


def node_tags(cluster: Record, group: Record) -> dict[str, str]:
    """The tags that EKS and Auto Scaling put on an instance; the group's own tags don't get there."""
    return {
        "eks:cluster-name": cluster["name"],
        "eks:nodegroup-name": group["nodegroupName"],
        f"kubernetes.io/cluster/{cluster['name']}": "owned",
        GROUP_TAG: scaling_group(group),
    }


def remove_nodes(call: Call, group: Record, count: int) -> None:
    """End the oldest nodes of a group."""
    terminate(call.state, call.region, [instance.id for instance in nodes_of(call, group)[:count]])


def scale(call: Call, cluster: Record, group: Record) -> Issue | None:
    """Bring a group to its desired size."""
    difference = group["scalingConfig"]["desiredSize"] - len(nodes_of(call, group))
    if difference < 0:
        remove_nodes(call, group, -difference)
    return add_nodes(call, cluster, group, max(difference, 0))


def roll(call: Call, cluster: Record, group: Record) -> Issue | None:
    """Replace every node: a new one first, or with the strategy MINIMAL the old one first."""
    for instance in nodes_of(call, group):
        if group["updateConfig"].get("updateStrategy") == "MINIMAL":
            terminate(call.state, call.region, [instance.id])
            issue = add_nodes(call, cluster, group, 1)
        else:
            issue = add_nodes(call, cluster, group, 1)
            if issue is None:
                terminate(call.state, call.region, [instance.id])
        if issue:
            return issue
    return None
