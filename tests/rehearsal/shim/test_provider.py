"""The provider as the engine sees it: configuration, secrets, tags, failures of every kind, replacement order, functions."""

import threading

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.cloud import Timing
from rehearsal.shim.lifecycle import UNFINISHED
from rehearsal.shim.provider import AwsProvider
from rehearsal.shim.wire import SECRET, SIGNATURE, UNKNOWN, is_secret, to_dict, to_struct, unwrap

VPC, SUBNET, ROLE = "aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet", "aws:iam/role:Role"
GROUP, TEMPLATE = "aws:eks/nodeGroup:NodeGroup", "aws:ec2/launchTemplate:LaunchTemplate"
SECURITY_GROUP, GATEWAY = "aws:ec2/securityGroup:SecurityGroup", "aws:ec2/internetGateway:InternetGateway"
NAT, BUCKET, ADDON = "aws:ec2/natGateway:NatGateway", "aws:s3/bucket:Bucket", "aws:eks/addon:Addon"
SOME = provider_pb2.DiffResponse.DIFF_SOME
EVERYONE = {"cidrBlock": "10.40.0.0/16"}


def trust(service: str) -> str:
    return f'{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Principal":{{"Service":"{service}"}},"Action":"sts:AssumeRole"}}]}}'


def refusal(call, *args, **kwargs):
    """The error that a call gives to the engine."""
    with pytest.raises(Exception, match=r".") as refused:
        call(*args, **kwargs)
    assert type(refused.value).__name__ == "RefusedError", refused.value
    return refused.value


# --- configuration -------------------------------------------------------------------------------------------------------
def test_only_allowed_accounts(driver) -> None:
    driver.configure(allowedAccountIds='["123456789012"]')
    refused = refusal(driver.configure, allowedAccountIds='["210987654321"]')
    assert str(refused) == "AWS account ID not allowed: 123456789012"
    assert str(refusal(driver.configure, forbiddenAccountIds=["123456789012"])) == "AWS account ID not allowed: 123456789012"


def test_a_region_that_is_none_is_refused(driver) -> None:
    assert str(refusal(driver.configure, region="us-esat-1")) == "invalid AWS Region: us-esat-1"
    assert "missing region configuration" in str(refusal(driver.configure, region=""))


@pytest.mark.parametrize(("news", "replaces"), [({"region": "us-west-2"}, ["region"]), ({"region": "us-east-1", "profile": "x"}, [])])
def test_another_region_is_another_provider(driver, news, replaces) -> None:
    request = provider_pb2.DiffRequest(old_inputs=to_struct({"region": "us-east-1"}), news=to_struct(news))
    assert list(driver.provider.DiffConfig(request, None).replaces) == replaces


def test_only_secrets_are_accepted(driver) -> None:
    shaken = driver.provider.Handshake(provider_pb2.ProviderHandshakeRequest(), None)
    assert (shaken.accept_secrets, shaken.accept_outputs, shaken.accept_resources) == (True, False, False)


def test_an_unknown_type_is_refused_by_name(driver) -> None:
    refused = refusal(driver.check, "aws:sqs/queue:Queue", {})
    assert refused.code == grpc.StatusCode.UNIMPLEMENTED
    assert "aws:sqs/queue:Queue" in str(refused)


# --- secrets, tags, previews ---------------------------------------------------------------------------------------------
def test_what_came_in_secret_goes_out_secret(driver) -> None:
    policy = {SIGNATURE: SECRET, "value": trust("ec2.amazonaws.com")}
    made = driver.create(ROLE, {"assumeRolePolicy": policy, "description": "open"})
    read = driver.read(made)
    for values in (made.inputs, made.state, to_dict(read.inputs), to_dict(read.properties)):
        assert is_secret(values["assumeRolePolicy"])
        assert not is_secret(values["description"])
    updated = driver.update(made, {**made.inputs, "description": "other"})
    assert is_secret(updated.state["assumeRolePolicy"])
    assert "sts:AssumeRole" in unwrap(updated.state)["assumeRolePolicy"]
    planned = driver.create(ROLE, {"assumeRolePolicy": policy}, preview=True)
    assert is_secret(planned.state["assumeRolePolicy"])
    driver.delete_all()


def test_default_tags_lie_under_the_resources_own(driver) -> None:
    driver.configure(defaultTags='{"tags": {"team": "default", "owner": "default"}}')
    made = driver.create(VPC, {**EVERYONE, "tags": {"team": "own"}})
    wanted = {"team": "own", "owner": "default"}
    assert made.inputs["tags"] == made.state["tagsAll"] == wanted
    assert {resource.id: dict(resource.tags) for resource in driver.control.inventory()}[made.id] == wanted
    driver.configure(defaultTags={"tags": {"owner": "moved"}})
    news = driver.checked(VPC, {**EVERYONE, "tags": {"team": "own"}}, olds=made.inputs)
    diff = driver.diff(made, news)
    assert list(diff.detailedDiff) == ["tags.owner"]
    assert not diff.replaces
    assert driver.update(made, news).state["tagsAll"] == {"team": "own", "owner": "moved"}
    driver.delete_all()


def test_default_tags_leave_unknown_tags_alone(driver) -> None:
    driver.configure(defaultTags={"tags": {"owner": "x"}})
    assert driver.checked(VPC, {**EVERYONE, "tags": UNKNOWN})["tags"] == UNKNOWN


def test_a_preview_makes_nothing_and_names_what_only_the_cloud_knows(driver) -> None:
    props = {"roleArn": UNKNOWN, "vpcConfig": {"subnetIds": [UNKNOWN]}, "name": "atlas"}
    planned = driver.create("aws:eks/cluster:Cluster", props, preview=True)
    assert planned.state["vpcConfig"] == {"subnetIds": [UNKNOWN], "clusterSecurityGroupId": UNKNOWN, "vpcId": UNKNOWN}
    assert planned.state["endpoint"] == UNKNOWN
    assert driver.control.journal(changing_only=True) == []


def test_a_template_update_moves_its_version_and_a_tag_update_does_not(driver) -> None:
    made = driver.create(TEMPLATE, {"instanceType": "m7i.2xlarge", "updateDefaultVersion": True})
    tagged = driver.update(made, {**made.inputs, "tags": {"a": "b"}}, preview=True)
    assert tagged.state["latestVersion"] == 1
    changed = {**made.inputs, "instanceType": "m7i.4xlarge"}
    assert driver.update(made, changed, preview=True).state["latestVersion"] == UNKNOWN
    assert driver.update(made, changed).state["latestVersion"] == 2
    assert driver.made[-1].state["defaultVersion"] == 2
    driver.delete_all()


# --- failures ------------------------------------------------------------------------------------------------------------
def test_a_plain_failure_made_nothing(driver) -> None:
    driver.control.add_fault("ec2", "CreateVpc", code="VpcLimitExceeded", message="too many VPCs", status=400)
    refused = refusal(driver.create, VPC, EVERYONE, name="net")
    assert str(refused).startswith("creating EC2 VPC (net): operation error EC2: CreateVpc, https response error StatusCode: 400, ")
    assert str(refused).endswith("api error VpcLimitExceeded: too many VPCs")
    assert refused.half_made is None
    assert driver.control.inventory() == []


def test_a_failure_after_the_first_call_keeps_the_resource_and_the_next_update_finishes_it(driver) -> None:
    driver.control.add_fault("ec2", "ModifyVpcAttribute", code="UnauthorizedOperation", message="no", status=403)
    props = {**EVERYONE, "enableDnsHostnames": True}
    refused = refusal(driver.create, VPC, props)
    half = refused.half_made
    assert half.id.startswith("vpc-")
    assert "UnauthorizedOperation" in half.reasons[0]
    assert to_dict(half.inputs) == props
    driver.control.clear_faults()

    made = made_of(driver, VPC, half)
    diff = driver.diff(made, made.inputs)
    assert (diff.changes, list(diff.replaces)) == (SOME, [])
    healed = driver.update(made, made.inputs)
    assert UNFINISHED not in healed.state
    assert to_dict(driver.read(healed).inputs)["enableDnsHostnames"] is True
    driver.delete(healed)
    assert driver.control.inventory() == []


def made_of(driver, token, half):
    """The resource as the engine keeps it after an ErrorResourceInitFailed."""
    from_conftest = type(driver.create(VPC, EVERYONE, preview=True))
    return from_conftest(token, half.id, to_dict(half.inputs), to_dict(half.properties))


def test_an_unattached_gateway_is_attached_by_the_next_update(driver) -> None:
    vpc = driver.create(VPC, EVERYONE)
    driver.control.add_fault("ec2", "AttachInternetGateway", code="InternalError", message="x", status=400)
    half = refusal(driver.create, GATEWAY, {"vpcId": vpc.id}).half_made
    driver.control.clear_faults()
    gateway = made_of(driver, GATEWAY, half)
    healed = driver.update(gateway, gateway.inputs)
    assert to_dict(driver.read(healed).inputs)["vpcId"] == vpc.id
    driver.delete(healed)
    driver.delete_all()
    assert driver.control.inventory() == []


def test_a_gateway_moves_to_another_vpc(driver) -> None:
    one, two = driver.create(VPC, EVERYONE), driver.create(VPC, {"cidrBlock": "10.41.0.0/16"})
    gateway = driver.create(GATEWAY, {"vpcId": one.id})
    moved = driver.update(gateway, {**gateway.inputs, "vpcId": two.id})
    assert to_dict(driver.read(moved).inputs)["vpcId"] == two.id
    driver.delete_all()


def test_a_resource_adopted_into_the_state_is_read_and_finished(driver) -> None:
    made = driver.create(SECURITY_GROUP, {"description": "x", "vpcId": driver.create(VPC, EVERYONE).id})
    allow = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    driver.provider._clients.get("ec2", "us-east-1").authorize_security_group_egress(GroupId=made.id, IpPermissions=[allow])
    adopted = type(made)(made.token, made.id, made.inputs, made.inputs)  # killed before the default rule was taken away
    read = driver.read(adopted)
    refreshed = type(made)(made.token, read.id, to_dict(read.inputs), to_dict(read.properties))
    assert refreshed.state["arn"]
    assert driver.diff(refreshed, made.inputs).changes == SOME
    finished = driver.update(refreshed, made.inputs)
    assert driver.diff(finished, made.inputs).changes != SOME
    rules = driver.provider._clients.get("ec2", "us-east-1").describe_security_groups(GroupIds=[made.id])
    assert rules["SecurityGroups"][0]["IpPermissionsEgress"] == []
    driver.delete_all()


def test_a_delete_waits_a_little_for_what_still_holds_its_target(driver) -> None:
    vpc = driver.create(VPC, EVERYONE)
    driver.control.add_fault("ec2", "DeleteVpc", code="DependencyViolation", message="in use", status=400, times=2)
    driver.delete(vpc)
    assert driver.control.inventory() == []


def test_a_delete_gives_up_and_says_why(driver) -> None:
    vpc = driver.create(VPC, EVERYONE)
    driver.create(SUBNET, {"vpcId": vpc.id, "cidrBlock": "10.40.0.0/20", "availabilityZoneId": "use1-az2"})
    refused = refusal(driver.delete, vpc)
    assert f"deleting EC2 VPC ({vpc.id}): operation error EC2: DeleteVpc" in str(refused)
    assert "DependencyViolation" in str(refused)
    driver.delete_all()


def test_a_gateway_that_failed_is_seen_as_it_is_and_replaced_with_the_same_address(driver) -> None:
    vpc = driver.create(VPC, EVERYONE)
    subnet = driver.create(SUBNET, {"vpcId": vpc.id, "cidrBlock": "10.40.0.0/20", "availabilityZoneId": "use1-az2"})
    props = {"subnetId": subnet.id, "allocationId": driver.create("aws:ec2/eip:Eip", {"domain": "vpc"}).id}
    driver.control.add_fault("ec2", "CreateNatGateway", when="degraded", code="Gateway.NotAttached", message="no internet gateway")
    refused = refusal(driver.create, NAT, props)
    assert "unexpected state 'failed'" in str(refused)
    assert "Gateway.NotAttached: no internet gateway" in str(refused)
    failed = made_of(driver, NAT, refused.half_made)
    read = driver.read(failed)
    assert read.id == failed.id
    failed.state = to_dict(read.properties)
    assert list(driver.diff(failed, failed.inputs).replaces) == ["status"]

    healed = driver.create(NAT, props)  # the failed one still stands: it must not hold the address
    assert not driver.diff(healed, healed.inputs).replaces
    driver.delete(failed)
    driver.delete_all()


@pytest.mark.parametrize(("region", "code"), [("us-east-1", "BucketAlreadyExists"), ("us-west-2", "BucketAlreadyOwnedByYou")])
def test_a_bucket_that_is_there_is_refused_in_every_region(driver, region, code) -> None:
    driver.configure(region=region)
    kept = driver.create(BUCKET, {"bucket": "kept"})
    refused = refusal(driver.create, BUCKET, {"bucket": "kept"})
    assert code in str(refused)
    assert refused.half_made is None
    assert driver.read(kept).id == "kept"
    driver.delete_all()


# --- node groups ---------------------------------------------------------------------------------------------------------
@pytest.fixture
def cluster(driver):
    """A cluster with all that a node group needs."""
    vpc = driver.create(VPC, EVERYONE)
    zones = ("use1-az2", "use1-az4")
    subnets = [
        driver.create(SUBNET, {"vpcId": vpc.id, "cidrBlock": f"10.40.{16 * i}.0/20", "availabilityZoneId": zone}).id
        for i, zone in enumerate(zones)
    ]
    control = driver.create(ROLE, {"name": "control", "assumeRolePolicy": trust("eks.amazonaws.com")})
    nodes = driver.create(ROLE, {"name": "nodes", "assumeRolePolicy": trust("ec2.amazonaws.com")})
    props = {"name": "atlas", "roleArn": control.state["arn"], "version": "1.34", "vpcConfig": {"subnetIds": subnets}}
    driver.create("aws:eks/cluster:Cluster", props)
    template = driver.create(TEMPLATE, {"metadataOptions": {"httpTokens": "required"}})
    return {
        "clusterName": "atlas",
        "nodeGroupName": "atlas-system",
        "nodeRoleArn": nodes.state["arn"],
        "subnetIds": subnets[:1],
        "instanceTypes": ["m7i.2xlarge"],
        "scalingConfig": {"minSize": 1, "desiredSize": 1, "maxSize": 2},
        "launchTemplate": {"id": template.id, "version": "1"},
    }


def test_a_node_group_without_capacity_is_half_made_and_the_next_up_replaces_it(driver, cluster) -> None:
    driver.control.set_capacity(instance_type="m7i.2xlarge", count=0)
    half = refusal(driver.create, GROUP, cluster).half_made
    assert half.id == "atlas:atlas-system"
    assert any("AsgInstanceLaunchFailures" in reason for reason in half.reasons)
    failed = made_of(driver, GROUP, half)
    assert failed.state["status"] == "CREATE_FAILED"
    diff = driver.diff(failed, failed.inputs)
    assert (diff.changes, list(diff.replaces), diff.deleteBeforeReplace) == (SOME, ["status"], True)

    driver.control.set_capacity(instance_type="m7i.2xlarge", count=5)
    driver.delete(failed)
    healed = driver.create(GROUP, cluster)
    assert healed.state["status"] == "ACTIVE"
    assert healed.state["resources"][0]["autoscalingGroups"][0]["name"]
    driver.delete_all()


def test_an_add_on_that_failed_is_replaced_though_it_shows_no_state(driver, cluster) -> None:
    driver.control.add_fault("eks", "CreateAddon", when="degraded", code="ConfigurationConflict", message="conflict")
    failed = made_of(driver, ADDON, refusal(driver.create, ADDON, {"clusterName": "atlas", "addonName": "vpc-cni"}).half_made)
    assert "status" not in failed.state
    assert list(driver.diff(failed, failed.inputs).replaces) == ["status"]
    driver.delete(failed)
    driver.delete_all()


def test_a_group_rolls_to_another_template_version(driver, cluster) -> None:
    group = driver.create(GROUP, cluster)
    template = next(made for made in driver.made if made.token == TEMPLATE)
    driver.update(template, {**template.inputs, "metadataOptions": {"httpTokens": "required", "httpPutResponseHopLimit": 2}})
    news = {**group.inputs, "launchTemplate": {**group.inputs["launchTemplate"], "version": "2"}}
    assert not driver.diff(group, news).replaces
    rolled = driver.update(group, news)
    assert to_dict(driver.read(rolled).inputs)["launchTemplate"] == news["launchTemplate"]
    driver.delete_all()


def test_a_count_changed_by_hand_is_drift_and_put_right(driver, cluster) -> None:
    group = driver.create(GROUP, cluster)
    eks = driver.provider._clients.get("eks", "us-east-1")
    eks.update_nodegroup_config(clusterName="atlas", nodegroupName="atlas-system", scalingConfig={"desiredSize": 2})
    read = driver.read(group)
    assert to_dict(read.inputs)["scalingConfig"]["desiredSize"] == 2
    drifted = type(group)(GROUP, group.id, to_dict(read.inputs), to_dict(read.properties))
    diff = driver.diff(drifted, group.inputs)
    assert list(diff.detailedDiff) == ["scalingConfig.desiredSize"]
    assert not diff.replaces
    driver.delete_all()


# --- the engine's end ----------------------------------------------------------------------------------------------------
def test_a_provider_whose_engine_is_gone_does_nothing_more(driver, endpoint) -> None:
    driver.provider = AwsProvider(endpoint, alive=lambda: False)
    refused = refusal(driver.configure)
    assert refused.code == grpc.StatusCode.UNAVAILABLE
    assert "engine" in str(refused)


def test_a_create_stops_between_two_calls_when_its_engine_dies(driver, endpoint) -> None:
    living = threading.Event()
    living.set()
    driver.provider = AwsProvider(endpoint, alive=living.is_set)
    driver.configure()
    send = type(driver.provider._cloud).send

    def last_call(cloud, service, region, operation, request):
        answer = send(cloud, service, region, operation, request)
        if operation == "CreateVpc":
            living.clear()
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(driver.provider._cloud), "send", last_call)
        refusal(driver.create, VPC, {**EVERYONE, "enableDnsHostnames": True})
    assert [entry.operation for entry in driver.control.journal(changing_only=True)] == ["CreateVpc"]
    driver.control.reset()


def test_a_cancel_ends_a_wait(driver, endpoint) -> None:
    vpc = driver.create(VPC, EVERYONE)
    driver.control.add_fault("ec2", "DeleteVpc", code="DependencyViolation", message="in use", status=400, times=1000)
    patient = AwsProvider(endpoint, timing=Timing(retry_seconds=600))
    driver.provider = patient
    driver.configure()
    patient.Cancel(None, None)
    assert "cancelled" in str(refusal(driver.delete, vpc))
    driver.control.clear_faults()


def test_an_update_that_the_cloud_gives_up_on_says_why(driver, cluster) -> None:
    group = driver.create(GROUP, cluster)
    driver.control.set_capacity(instance_type="m7i.2xlarge", count=1)
    news = {**group.inputs, "scalingConfig": {"minSize": 1, "desiredSize": 2, "maxSize": 2}}
    refused = refusal(driver.update, group, news)
    assert "updating EKS Node Group (atlas:atlas-system): waiting for EKS Node Group update" in str(refused)
    assert "Failed" in str(refused)
    assert refused.half_made is None
    driver.control.reset()


def test_a_defect_is_one_line_and_no_traceback(driver) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rehearsal.shim.provider.judge", lambda *_: 1 / 0)
        refused = refusal(driver.provider.Diff, provider_pb2.DiffRequest(type=VPC), type(driver).context())
    assert refused.code == grpc.StatusCode.INTERNAL
    assert "ZeroDivisionError" in str(refused)
    assert "\n" not in str(refused)


def test_a_defect_after_the_first_call_leaves_no_orphan(driver) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rehearsal.shim.lifecycle.computed_outputs", lambda *_: 1 / 0)
        refused = refusal(driver.create, VPC, EVERYONE)
    assert refused.half_made.id.startswith("vpc-")
    driver.control.reset()
