"""The flat list: ids, names, tags, and what bills."""


def by_kind(control):
    return {f"{resource.service}/{resource.kind}": resource for resource in control.inventory()}


def test_what_bills_and_whose_it_is(account, control) -> None:
    account.cluster(tags={"team": "x", "Name": "atlas"})
    spec = [{"ResourceType": kind, "Tags": [{"Key": "team", "Value": "x"}]} for kind in ("instance", "volume")]
    account.node_group(launchTemplate={"id": account.template({"TagSpecifications": spec})}, tags={"team": "x"})
    address = account.ec2.allocate_address(Domain="vpc")["AllocationId"]
    nat = account.ec2.create_nat_gateway(SubnetId=account.subnets["use1-az2"], AllocationId=address)["NatGateway"]["NatGatewayId"]
    found = by_kind(control)
    billing = {kind for kind, resource in found.items() if resource.billing}
    assert billing == {"ec2/instances", "ec2/volumes", "ec2/nat-gateways", "ec2/addresses", "eks/clusters"}
    assert found["ec2/nat-gateways"].id == nat
    assert found["ec2/addresses"].id == address
    assert found["ec2/instances"].id.startswith("i-")
    assert found["ec2/network-interfaces"].id.startswith("eni-")
    assert found["ec2/instances"].detail == "m7i.2xlarge running"
    assert found["ec2/volumes"].detail == "20 GiB in-use"
    assert found["ec2/instances"].region == "us-east-1"
    for kind in ("ec2/instances", "ec2/volumes", "eks/clusters", "eks/nodegroups"):
        assert found[kind].tags["team"] == "x"
    assert found["eks/clusters"].name == "atlas"
    assert found["eks/nodegroups"].name == "train"
    assert ":nodegroup/atlas/train/" in found["eks/nodegroups"].id


def test_bucket_bills_by_what_lies_in_it(account, control) -> None:
    account.s3.create_bucket(Bucket="atlas-checkpoints")
    assert not by_kind(control)["s3/buckets"].billing
    account.s3.put_object(Bucket="atlas-checkpoints", Key="a", Body=b"12345")
    bucket = by_kind(control)["s3/buckets"]
    assert (bucket.billing, bucket.detail, bucket.id) == (True, "5 bytes", "atlas-checkpoints")


def test_every_thing_has_an_id_of_its_own(account, control) -> None:
    account.cluster()
    account.node_group()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    found = control.inventory()
    own = [(resource.service, resource.kind, resource.id, resource.name) for resource in found]
    assert all(resource.id for resource in found)
    assert len(set(own)) == len(own)
