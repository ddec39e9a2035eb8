"""What exists beyond an empty account's defaults."""


def test_default_vpc_and_its_parts_do_not_count(account, control) -> None:
    control.reset()
    account.ec2.describe_vpcs()
    account.client("ec2", region="us-west-2").describe_vpcs()
    assert control.snapshot() == {}


def test_everything_that_was_made_is_there(account, control) -> None:
    account.cluster(logging={"clusterLogging": [{"types": ["api"], "enabled": True}]})
    account.node_group()
    account.s3.create_bucket(Bucket="atlas-checkpoints")
    account.s3.put_object(Bucket="atlas-checkpoints", Key="step-1", Body=b"weights")
    account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")
    found = control.snapshot()
    counts = {service: {kind: len(things) for kind, things in kinds.items()} for service, kinds in found.items()}
    assert counts == {
        "ec2": {
            "instances": 2,
            "network-interfaces": 4,
            "placement-groups": 1,
            "route-tables": 1,
            "security-groups": 3,
            "subnets": 3,
            "volumes": 2,
            "vpcs": 1,
        },
        "eks": {"access-entries": 2, "access-policy-associations": 1, "clusters": 1, "nodegroups": 1},
        "iam": {"roles": 2},
        "logs": {"log-groups": 1},
        "s3": {"buckets": 1},
    }
    assert found["s3"]["buckets"][0]["Objects"] == [{"Key": "step-1", "Size": 7}]
    assert control.snapshot() == found


def test_own_things_in_the_default_vpc_count(account, control) -> None:
    (vpc,) = [vpc["VpcId"] for vpc in account.ec2.describe_vpcs()["Vpcs"] if vpc["IsDefault"]]
    before = len(control.snapshot()["ec2"]["security-groups"])
    account.ec2.create_security_group(GroupName="own", Description="d", VpcId=vpc)
    assert len(control.snapshot()["ec2"]["security-groups"]) == before + 1


def test_every_region_counts(account, control) -> None:
    account.client("ec2", region="us-west-2").create_vpc(CidrBlock="10.0.0.0/16")
    regions = {vpc["Region"] for vpc in control.snapshot()["ec2"]["vpcs"]}
    assert regions == {"us-east-1", "us-west-2"}


def test_what_is_shown_for_a_while_after_its_end_is_gone(account, control) -> None:
    before = control.snapshot()
    address = account.ec2.allocate_address(Domain="vpc")["AllocationId"]
    nat = account.ec2.create_nat_gateway(SubnetId=account.subnets["use1-az2"], AllocationId=address)["NatGateway"]["NatGatewayId"]
    made = account.ec2.run_instances(
        ImageId="ami-1", InstanceType="m7i.2xlarge", MinCount=1, MaxCount=1, SubnetId=account.subnets["use1-az2"]
    )
    assert control.snapshot() != before
    account.ec2.terminate_instances(InstanceIds=[made["Instances"][0]["InstanceId"]])
    account.ec2.delete_nat_gateway(NatGatewayId=nat)
    account.ec2.release_address(AllocationId=address)
    assert control.snapshot() == before


def test_looking_leaves_no_trace(account, control) -> None:
    control.clear_journal()
    control.add_fault("ec2", "DescribeVpcs", code="X", times=9)
    control.snapshot()
    control.inventory()
    assert control.journal() == []
    assert control.faults()[0]["seen"] == 0
