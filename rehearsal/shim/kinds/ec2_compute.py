"""What EC2 instances are launched from: launch templates and placement groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Reading, Setter, Text
from rehearsal.shim.kinds.tagging import ec2_tags

_TEMPLATE_DATA = (
    "blockDeviceMappings capacityReservationSpecification cpuOptions creditSpecification disableApiStop disableApiTermination ebsOptimized"
    " enclaveOptions hibernationOptions iamInstanceProfile imageId instanceInitiatedShutdownBehavior"
    " instanceMarketOptions instanceRequirements instanceType kernelId keyName licenseSpecifications maintenanceOptions"
    " metadataOptions monitoring networkInterfaces"
    " networkPerformanceOptions placement privateDnsNameOptions ramDiskId securityGroupNames tagSpecifications userData vpcSecurityGroupIds"
)


def _new_version(change: Change) -> Iterator[Call]:
    """A changed template is a new version; it becomes the default where the program says so."""
    yield Call(
        "CreateLaunchTemplateVersion",
        {"LaunchTemplateId": "$id", "VersionDescription": "$description", "LaunchTemplateData": "$nested"},
        keep={"newVersion": "LaunchTemplateVersion.VersionNumber"},
    )
    if change.news.get("updateDefaultVersion"):
        yield Call("ModifyLaunchTemplate", {"LaunchTemplateId": "$id", "DefaultVersion": "$newVersion"})


def _default_version(change: Change) -> Iterator[Call]:
    """The default version where the program names one itself."""
    if change.news.get("defaultVersion"):
        yield Call("ModifyLaunchTemplate", {"LaunchTemplateId": "$id", "DefaultVersion": "$defaultVersion"})


KINDS: Mapping[str, Kind] = {
    "aws:ec2/launchTemplate:LaunchTemplate": Kind(
        service="ec2",
        label="EC2 Launch Template",
        schema="AWS::EC2::LaunchTemplate",
        takes=f"name namePrefix description defaultVersion updateDefaultVersion tags {_TEMPLATE_DATA}",
        create=Call("CreateLaunchTemplate", {"VersionDescription": "$description"}),
        id="LaunchTemplate.LaunchTemplateId",
        nested="LaunchTemplateData",
        read=Reading("DescribeLaunchTemplates", {"LaunchTemplateIds": ["$id"]}, "LaunchTemplates[0]"),
        delete=(Call("DeleteLaunchTemplate", {"LaunchTemplateId": "$id"}),),
        more=(
            Reading(
                "DescribeLaunchTemplateVersions",
                {"LaunchTemplateId": "$id", "Versions": ["$LatestVersionNumber"]},
                "LaunchTemplateVersions[0].{LaunchTemplateData: LaunchTemplateData, VersionDescription: VersionDescription}",
            ),
        ),
        aliases={
            "name": "LaunchTemplateName",
            "securityGroups": "Groups",
            "vpcSecurityGroupIds": "SecurityGroupIds",
            "securityGroupNames": "SecurityGroups",
            "ipv4AddressCount": "SecondaryPrivateIpAddressCount",
            "ramDiskId": "RamDiskId",
        },
        reads={"description": "VersionDescription", "defaultVersion": "DefaultVersionNumber"},
        outputs={
            "arn": Text("arn:$partition:ec2:$region:$account:launch-template/$id"),
            "latestVersion": "LatestVersionNumber",
            "defaultVersion": "DefaultVersionNumber",
        },
        moving=frozenset({"latestVersion"}),
        setters=(
            Setter(("description", *_TEMPLATE_DATA.split()), _new_version),
            Setter(("defaultVersion",), _default_version),
            ec2_tags(),
        ),
        tag_type="launch-template",
        name="name",
        name_prefix="namePrefix",
        name_limit=128,
        local=frozenset({"namePrefix", "updateDefaultVersion", "defaultVersion"}),
        computed=frozenset({"defaultVersion"}),
    ),
    "aws:ec2/placementGroup:PlacementGroup": Kind(
        service="ec2",
        label="EC2 Placement Group",
        schema="AWS::EC2::PlacementGroup",
        takes="name strategy partitionCount spreadLevel tags",
        create=Call("CreatePlacementGroup"),
        id=Text("$name"),
        read=Reading("DescribePlacementGroups", {"GroupNames": ["$name"]}, "PlacementGroups[?State!='deleted'] | [0]"),
        delete=(Call("DeletePlacementGroup", {"GroupName": "$name"}),),
        aliases={"name": "GroupName"},
        outputs={"placementGroupId": "GroupId", "arn": Text("arn:$partition:ec2:$region:$account:placement-group/$id")},
        setters=(ec2_tags("$placementGroupId"),),
        tag_type="placement-group",
        name="name",
        computed=frozenset({"partitionCount", "spreadLevel"}),
    ),
}
