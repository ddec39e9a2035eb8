"""Every mistake that a service's model shows is reported under its property's name; unknowns are never judged."""

import pytest

from rehearsal.shim.wire import UNKNOWN

TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
GROUP = "aws:eks/nodeGroup:NodeGroup"
GROUP_INPUTS = {
    "clusterName": "atlas",
    "nodeRoleArn": "arn:aws:iam::123456789012:role/nodes",
    "subnetIds": ["subnet-1"],
    "scalingConfig": {"minSize": 0, "desiredSize": 0, "maxSize": 1},
}


def failures(driver, token, props) -> dict[str, str]:
    return {failure.property: failure.reason for failure in driver.check(token, props).failures}


@pytest.mark.parametrize(
    ("token", "props", "path", "says"),
    [
        ("aws:ec2/vpc:Vpc", {"cidrBlok": "10.0.0.0/16"}, "cidrBlok", "did you mean 'cidrBlock'"),
        ("aws:ec2/vpc:Vpc", {"cidr_block": "10.0.0.0/16"}, "cidr_block", "unknown property"),
        (TEMPLATE, {"metadataOptions": {"httpToken": "required"}}, "metadataOptions.httpToken", "did you mean 'httpTokens'"),
        (TEMPLATE, {"networkInterfaces": [{"deviceIndex": 0}, {"groups": ["sg-1"]}]}, "networkInterfaces[1].groups", "unknown property"),
        (TEMPLATE, {"networkInterfaces": [{"deviceIndex": "zero"}]}, "networkInterfaces[0].deviceIndex", "expected an integer"),
        (TEMPLATE, {"networkInterfaces": [{"deviceIndex": 0.5}]}, "networkInterfaces[0].deviceIndex", "expected an integer"),
        (
            TEMPLATE,
            {"networkInterfaces": [{"deleteOnTermination": "yes"}]},
            "networkInterfaces[0].deleteOnTermination",
            "expected a boolean",
        ),
        (TEMPLATE, {"metadataOptions": {"httpTokens": "on"}}, "metadataOptions.httpTokens", "expected one of optional, required"),
        (TEMPLATE, {"instanceMarketOptions": {"marketType": "block"}}, "instanceMarketOptions.marketType", "capacity-block"),
        (TEMPLATE, {"imageId": {"id": "ami-1"}}, "imageId", "expected a string"),
        (TEMPLATE, {"metadataOptions": "required"}, "metadataOptions", "expected an object"),
        ("aws:ec2/placementGroup:PlacementGroup", {"strategy": "near"}, "strategy", "expected one of cluster, spread, partition"),
        ("aws:iam/role:Role", {"assumeRolePolicy": "{}", "maxSessionDuration": 60}, "maxSessionDuration", "expected at least 3600"),
        ("aws:iam/role:Role", {"assumeRolePolicy": "{}", "name": "a b"}, "name", "does not match the pattern"),
        ("aws:iam/role:Role", {"description": "x"}, "assumeRolePolicy", "missing required property"),
        ("aws:eks/cluster:Cluster", {"name": "a" * 101, "roleArn": "r", "vpcConfig": {}}, "name", "expected at most 100"),
        (GROUP, {**GROUP_INPUTS, "capacityType": "RESERVED"}, "capacityType", "CAPACITY_BLOCK"),
        (GROUP, {**GROUP_INPUTS, "labels": ["pool"]}, "labels", "expected a map"),
        (GROUP, {**GROUP_INPUTS, "scalingConfig": {"minSize": -1, "desiredSize": 0, "maxSize": 1}}, "scalingConfig.minSize", "at least 0"),
        (GROUP, {**GROUP_INPUTS, "taints": [{"key": "a", "effect": "NoSchedule"}]}, "taints[0].effect", "NO_SCHEDULE"),
        (
            "aws:s3/bucketVersioning:BucketVersioning",
            {"bucket": "b", "versioningConfiguration": {"status": "On"}},
            "versioningConfiguration.status",
            "expected one of Enabled, Suspended",
        ),
        (
            "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
            {"securityGroupId": "sg-1", "ipProtocol": "tcp", "fromPort": "ssh", "toPort": 22, "cidrIpv4": "10.0.0.0/8"},
            "fromPort",
            "expected an integer",
        ),
    ],
)
def test_a_mistake_is_named(driver, token, props, path, says) -> None:
    found = failures(driver, token, props)
    assert says in found[path]
    assert token in found[path]


def test_all_mistakes_come_at_once(driver) -> None:
    found = failures(driver, TEMPLATE, {"metadataOptions": {"httpTokens": "on"}, "imageID_": "x", "instanceTypo": "y"})
    assert set(found) == {"metadataOptions.httpTokens", "imageID_", "instanceTypo"}


@pytest.mark.parametrize(
    ("token", "props"),
    [
        ("aws:ec2/vpc:Vpc", {"cidrBlock": UNKNOWN, "instanceTenancy": UNKNOWN, "tags": UNKNOWN}),
        (TEMPLATE, {"networkInterfaces": UNKNOWN, "metadataOptions": {"httpTokens": UNKNOWN, "httpPutResponseHopLimit": UNKNOWN}}),
        (TEMPLATE, {"networkInterfaces": [{"deviceIndex": UNKNOWN, "securityGroups": [UNKNOWN]}], "tagSpecifications": [UNKNOWN]}),
        (GROUP, {**GROUP_INPUTS, "scalingConfig": UNKNOWN, "subnetIds": UNKNOWN, "launchTemplate": {"id": UNKNOWN, "version": UNKNOWN}}),
        ("aws:iam/role:Role", {"assumeRolePolicy": UNKNOWN, "maxSessionDuration": UNKNOWN}),
    ],
)
def test_unknowns_are_never_judged(driver, token, props) -> None:
    assert failures(driver, token, props) == {}


def test_scalars_come_in_the_real_providers_forms(driver) -> None:
    props = {
        "ebsOptimized": "true",
        "networkInterfaces": [{"deviceIndex": "1", "associatePublicIpAddress": "false"}],
        "disableApiStop": True,
    }
    assert failures(driver, TEMPLATE, props) == {}
