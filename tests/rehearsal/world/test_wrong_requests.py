"""Wrong requests, one of each kind: refused with the service's own code, and accepted once the mistake is mended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Change = dict[str, Any]
LARGE_TAGS = {f"key-{index}": "value" for index in range(51)}


@dataclass(frozen=True)
class Case:
    """A request that is wrong by `wrong`, its mended twin, the refusal's code, and words of its message."""

    name: str
    call: Callable[[Any, Change], Any]
    wrong: Change
    right: Change
    code: str
    words: str


def create_role(account: Any, change: Change) -> None:
    account.iam.create_role(AssumeRolePolicyDocument="{}", **change)


def create_volume(account: Any, change: Change) -> None:
    account.ec2.create_volume(AvailabilityZone="us-east-1a", Size=1, **change)


def create_cluster(account: Any, change: Change) -> None:
    account.eks.create_cluster(**account.cluster_arguments(**change))


def cluster_in(account: Any, zones: Change) -> None:
    account.eks.create_cluster(**account.cluster_arguments(resourcesVpcConfig={"subnetIds": [account.subnets[z] for z in zones["zones"]]}))


def create_node_group(account: Any, change: Change) -> None:
    account.cluster()
    account.eks.create_nodegroup(**account.node_group_arguments(**change))


def group_with_template(account: Any, change: Change) -> None:
    account.cluster()
    template = account.template(change["data"])
    arguments = account.node_group_arguments(launchTemplate={"id": template, "version": "1"}, **change.get("group", {}))
    account.eks.create_nodegroup(**{key: value for key, value in arguments.items() if value is not None})


def run(account: Any, change: Change) -> None:
    arguments = {"ImageId": "ami-0123456789abcdef0", "MinCount": 1, "MaxCount": 1, "SubnetId": account.subnets["use1-az2"]} | change
    account.ec2.run_instances(**arguments)


def create_template(account: Any, change: Change) -> None:
    account.ec2.create_launch_template(LaunchTemplateName="t", LaunchTemplateData=change)


def add_addon(account: Any, change: Change) -> None:
    account.cluster()
    account.eks.create_addon(**{"clusterName": "atlas", **change})


def add_entry(account: Any, change: Change) -> None:
    account.cluster(accessConfig={"authenticationMode": change["mode"]})
    account.eks.create_access_entry(clusterName="atlas", principalArn="arn:aws:iam::123456789012:role/platform")


def create_subnet(account: Any, change: Change) -> None:
    account.ec2.create_subnet(VpcId=account.vpc, CidrBlock="10.0.200.0/24", **change)


def create_log_group(account: Any, change: Change) -> None:
    account.logs.create_log_group(**change)


def create_file_system(account: Any, change: Change) -> None:
    lustre = {"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 125} | change.get("lustre", {})
    common = {"FileSystemType": "LUSTRE", "StorageCapacity": 1200, "SubnetIds": [account.subnets["use1-az2"]]}
    account.client("fsx").create_file_system(
        **common | {key: value for key, value in change.items() if key != "lustre"}, LustreConfiguration=lustre
    )


def link_repository(account: Any, change: Change) -> None:
    account.s3.create_bucket(Bucket="atlas-data")
    fsx = account.client("fsx")
    common = {
        "FileSystemType": "LUSTRE",
        "StorageCapacity": 1200,
        "SubnetIds": [account.subnets["use1-az2"]],
        "FileSystemTypeVersion": "2.15",
    }
    made = fsx.create_file_system(**common, LustreConfiguration={"DeploymentType": "SCRATCH_2"})["FileSystem"]["FileSystemId"]
    paths = {"FileSystemPath": "/tokens", "DataRepositoryPath": "s3://atlas-data/tokens"}
    fsx.create_data_repository_association(**{"FileSystemId": made} | paths | change)


def schedule_deletion(account: Any, change: Change) -> None:
    kms = account.client("kms")
    kms.schedule_key_deletion(KeyId=kms.create_key()["KeyMetadata"]["KeyId"], **change)


def create_endpoint(account: Any, change: Change) -> None:
    common = {"VpcId": account.vpc, "VpcEndpointType": "Interface", "PrivateDnsEnabled": False}
    account.ec2.create_vpc_endpoint(**common | change)


def create_flow_log(account: Any, change: Change) -> None:
    account.role("flows", "vpc-flow-logs.amazonaws.com")
    roles = "arn:aws:iam::123456789012:role/"
    where = {"ResourceType": "VPC", "ResourceIds": [account.vpc], "TrafficType": "ALL", "LogGroupName": "/flows"}
    account.ec2.create_flow_logs(**where, DeliverLogsPermissionArn=roles + change["role"])


def link_role(account: Any, change: Change) -> None:
    account.iam.create_service_linked_role(AWSServiceName="autoscaling.amazonaws.com")
    account.iam.create_service_linked_role(AWSServiceName="autoscaling.amazonaws.com", **change)


BLOCK = {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "InstanceType": "p5en.48xlarge"}
RESERVED = {"CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": "cr-0123456789abcdef0"}}}
EMPTY = {"minSize": 0, "desiredSize": 0, "maxSize": 2}
BLOCK_GROUP = {"capacityType": "CAPACITY_BLOCK", "instanceTypes": None, "scalingConfig": EMPTY}


def spot_tags(market: str) -> Change:
    options = {"InstanceMarketOptions": {"MarketType": market}} if market else {}
    spec = {"ResourceType": "spot-instances-request", "Tags": [{"Key": "team", "Value": "x"}]}
    return {"InstanceType": "m7i.2xlarge", "TagSpecifications": [spec], **options}


CASES = [
    Case("missing member", create_role, {}, {"RoleName": "a"}, "ValidationError", "RoleName"),
    Case("too long", create_role, {"RoleName": "a" * 65}, {"RoleName": "a" * 64}, "ValidationError", "less than or equal to 64"),
    Case("pattern", create_role, {"RoleName": "a b"}, {"RoleName": "a-b"}, "ValidationError", "pattern"),
    Case("enumeration", create_volume, {"VolumeType": "fast"}, {"VolumeType": "gp3"}, "InvalidParameterValue", "fast"),
    Case("minimum", create_log_group, {"logGroupName": ""}, {"logGroupName": "/a"}, "InvalidParameterException", "greater than or equal"),
    Case("EKS name", create_cluster, {"name": "-atlas"}, {"name": "atlas"}, "InvalidParameterException", "pattern"),
    Case(
        "one zone",
        cluster_in,
        {"zones": ["use1-az2"]},
        {"zones": ["use1-az2", "use1-az6"]},
        "InvalidParameterException",
        "two different AZs",
    ),
    Case(
        "zone without control planes",
        cluster_in,
        {"zones": ["use1-az2", "use1-az3"]},
        {"zones": ["use1-az2", "use1-az6"]},
        "UnsupportedAvailabilityZoneException",
        "choose from these",
    ),
    Case("version", create_cluster, {"version": "1.12"}, {"version": "1.33"}, "InvalidParameterException", "1.12"),
    Case(
        "unknown role",
        create_cluster,
        {"roleArn": "arn:aws:iam::123456789012:role/nobody"},
        {},
        "InvalidParameterException",
        "could not be assumed",
    ),
    Case("too many tags", create_cluster, {"tags": LARGE_TAGS}, {"tags": {"a": "b"}}, "InvalidParameterException", "50"),
    Case(
        "more desired than maximum",
        create_node_group,
        {"scalingConfig": {"minSize": 0, "desiredSize": 3, "maxSize": 2}},
        {"scalingConfig": {"minSize": 0, "desiredSize": 2, "maxSize": 2}},
        "InvalidParameterException",
        "can't be greater than max size 2",
    ),
    Case("unknown type", create_node_group, {"instanceTypes": ["p9.huge"]}, {}, "InvalidParameterException", "p9.huge"),
    Case("newer nodes", create_node_group, {"version": "1.35"}, {"version": "1.33"}, "InvalidParameterException", "1.35"),
    Case(
        "subnet in the template",
        group_with_template,
        {"data": {"NetworkInterfaces": [{"DeviceIndex": 0, "SubnetId": "subnet-1"}]}},
        {"data": {"NetworkInterfaces": [{"DeviceIndex": 0}]}},
        "InvalidParameterException",
        "subnet",
    ),
    Case(
        "instance profile in the template",
        group_with_template,
        {"data": {"IamInstanceProfile": {"Name": "p"}}},
        {"data": {"EbsOptimized": True}},
        "InvalidParameterException",
        "instance profile",
    ),
    Case(
        "shutdown behaviour in the template",
        group_with_template,
        {"data": {"InstanceInitiatedShutdownBehavior": "terminate"}},
        {"data": {"EbsOptimized": True}},
        "InvalidParameterException",
        "shutdown behavior",
    ),
    Case(
        "spot in the template",
        group_with_template,
        {"data": {"InstanceMarketOptions": {"MarketType": "spot"}}},
        {"data": {"EbsOptimized": True}, "group": {"capacityType": "SPOT"}},
        "InvalidParameterException",
        "market options",
    ),
    Case(
        "type in both places",
        group_with_template,
        {"data": {"InstanceType": "m7i.2xlarge"}},
        {"data": {"InstanceType": "m7i.2xlarge"}, "group": {"instanceTypes": None}},
        "InvalidParameterException",
        "both",
    ),
    Case(
        "disk size beside a template",
        group_with_template,
        {"data": {"EbsOptimized": True}, "group": {"diskSize": 100}},
        {"data": {"EbsOptimized": True}},
        "InvalidParameterException",
        "Disk size",
    ),
    Case(
        "release beside an image",
        group_with_template,
        {"data": {"ImageId": "ami-1"}, "group": {"releaseVersion": "1.34.1-20261105"}},
        {"data": {"ImageId": "ami-1"}},
        "InvalidParameterException",
        "image id",
    ),
    Case(
        "block without its market",
        group_with_template,
        {"data": {"InstanceType": "p5en.48xlarge", **RESERVED}, "group": BLOCK_GROUP},
        {"data": {**BLOCK, **RESERVED}, "group": BLOCK_GROUP},
        "InvalidParameterException",
        "capacity-block",
    ),
    Case(
        "block without a reservation",
        group_with_template,
        {"data": BLOCK, "group": BLOCK_GROUP},
        {"data": {**BLOCK, **RESERVED}, "group": BLOCK_GROUP},
        "InvalidParameterException",
        "Reservation",
    ),
    Case(
        "block with the type on the group",
        group_with_template,
        {
            "data": {key: value for key, value in (BLOCK | RESERVED).items() if key != "InstanceType"},
            "group": BLOCK_GROUP | {"instanceTypes": ["p5en.48xlarge"]},
        },
        {"data": {**BLOCK, **RESERVED}, "group": BLOCK_GROUP},
        "InvalidParameterException",
        "instance type in the launch template",
    ),
    Case(
        "block market, group on demand",
        group_with_template,
        {"data": {**BLOCK, **RESERVED}, "group": {"instanceTypes": None, "scalingConfig": EMPTY}},
        {"data": {**BLOCK, **RESERVED}, "group": BLOCK_GROUP},
        "InvalidParameterException",
        "CAPACITY_BLOCK",
    ),
    Case("unknown subnet", run, {"SubnetId": "subnet-0"}, {"InstanceType": "m7i.2xlarge"}, "InvalidSubnetID.NotFound", "subnet-0"),
    Case(
        "unknown placement group",
        run,
        {"InstanceType": "m7i.2xlarge", "Placement": {"GroupName": "nowhere"}},
        {"InstanceType": "m7i.2xlarge"},
        "InvalidPlacementGroup.Unknown",
        "nowhere",
    ),
    Case(
        "type that is not sold as a block",
        run,
        {"InstanceType": "g6e.12xlarge", "InstanceMarketOptions": {"MarketType": "capacity-block"}, **RESERVED},
        {"InstanceType": "g6e.12xlarge", "InstanceMarketOptions": {"MarketType": "spot"}},
        "Unsupported",
        "capacity-block",
    ),
    Case("spot tags without spot", run, spot_tags(""), spot_tags("spot"), "InvalidParameterValue", "spot-instances-request"),
    Case(
        "type the zone lacks", run, {"InstanceType": "p6-b200.48xlarge"}, {"InstanceType": "p6-b300.48xlarge"}, "Unsupported", "us-east-1"
    ),
    Case(
        "tags for what no launch makes",
        create_template,
        {"TagSpecifications": [{"ResourceType": "vpc", "Tags": [{"Key": "a", "Value": "b"}]}]},
        {"TagSpecifications": [{"ResourceType": "volume", "Tags": [{"Key": "a", "Value": "b"}]}]},
        "InvalidParameterValue",
        "'vpc' is not a valid taggable resource type",
    ),
    Case("unknown add-on", add_addon, {"addonName": "cni"}, {"addonName": "vpc-cni"}, "InvalidParameterException", "cni"),
    Case(
        "add-on without cluster",
        add_addon,
        {"clusterName": "none", "addonName": "vpc-cni"},
        {"addonName": "vpc-cni"},
        "ResourceNotFoundException",
        "none",
    ),
    Case(
        "entry where there are none", add_entry, {"mode": "CONFIG_MAP"}, {"mode": "API"}, "InvalidRequestException", "authentication mode"
    ),
    Case(
        "zone of another region",
        create_subnet,
        {"AvailabilityZoneId": "usw2-az2"},
        {"AvailabilityZoneId": "use1-az2"},
        "InvalidParameterValue",
        "usw2-az2",
    ),
    Case(
        "throughput that no tier has",
        create_file_system,
        {"lustre": {"PerUnitStorageThroughput": 200}},
        {"lustre": {"PerUnitStorageThroughput": 250}},
        "InvalidPerUnitStorageThroughput",
        "125, 250, 500, 1000",
    ),
    Case("capacity between two steps", create_file_system, {"StorageCapacity": 3600}, {"StorageCapacity": 4800}, "BadRequest", "3600"),
    Case(
        "file system in no subnet",
        create_file_system,
        {"SubnetIds": ["subnet-0123456789abcdef0"]},
        {},
        "InvalidNetworkSettings",
        "subnet-0",
    ),
    Case("path without its slash", link_repository, {"FileSystemPath": "tokens"}, {}, "BadRequest", "forward slash"),
    Case(
        "link of no file system",
        link_repository,
        {"FileSystemId": "fs-0123456789abcdef0"},
        {},
        "FileSystemNotFound",
        "fs-0123456789abcdef0",
    ),
    Case(
        "key deleted at once",
        schedule_deletion,
        {"PendingWindowInDays": 1},
        {"PendingWindowInDays": 7},
        "ValidationException",
        "between 7 and 30",
    ),
    Case(
        "unknown endpoint service",
        create_endpoint,
        {"ServiceName": "com.amazonaws.us-east-1.storage"},
        {"ServiceName": "com.amazonaws.us-east-1.sts"},
        "InvalidServiceName",
        "storage",
    ),
    Case("flow logs under another's role", create_flow_log, {"role": "nodes"}, {"role": "flows"}, "InvalidParameter", "Unable to assume"),
    Case("second role of a service", link_role, {}, {"CustomSuffix": "atlas"}, "InvalidInput", "has been taken in this account"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_wrong_request_is_refused_with_the_services_code(case: Case, account, refused) -> None:
    code, message = refused(lambda: case.call(account, case.wrong))
    assert code == case.code
    assert case.words in message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_its_mended_twin_is_accepted(case: Case, account) -> None:
    case.call(account, case.right)


def test_every_kind_stands_once() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
