import pytest

ENDPOINT, INGRESS = "aws:ec2/vpcEndpoint:VpcEndpoint", "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
PRIVATE = {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "none", "endpoints": "needed"}
SYSTEM = {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}


@pytest.mark.parametrize("preview", [True, False])
def test_each_service_has_an_endpoint_in_the_nodes_subnet_under_its_public_name(built, declared, preview):
    recording = built(declared("aws-base", network=PRIVATE), preview=preview)
    made = [one for one in recording.of_type(ENDPOINT) if one.inputs["vpcEndpointType"] == "Interface"]
    assert [one.inputs["serviceName"].removeprefix("com.amazonaws.us-east-1.") for one in made] == [
        "ec2",
        "ecr.api",
        "ecr.dkr",
        "eks",
        "eks-auth",
        "sts",
    ]
    assert all(one.inputs["privateDnsEnabled"] is True for one in made)
    subnet, group = (
        recording.one("aws:ec2/subnet:Subnet", "base-gpu-subnet"),
        recording.one("aws:ec2/securityGroup:SecurityGroup", "base-endpoints"),
    )
    assert all({subnet.urn, group.urn} <= set(one.dependencies) for one in made)


def test_https_from_the_network_alone_comes_in(built, declared):
    rule = built(declared("aws-base", network=PRIVATE)).one(INGRESS, "base-endpoints-ingress").inputs
    assert (rule["cidrIpv4"], rule["ipProtocol"], rule["fromPort"], rule["toPort"]) == ("10.40.0.0/16", "tcp", 443, 443)


def test_nodes_wait_for_the_way_to_the_services(built, declared):
    recording = built(declared(network=PRIVATE, storage=None, pools=[SYSTEM]))
    group = recording.one("aws:eks/nodeGroup:NodeGroup")
    assert all(recording.depends_on(group, endpoint) for endpoint in recording.of_type(ENDPOINT))
    with_nat = built(declared(network=PRIVATE | {"nat": "gateway", "endpoints": []}, storage=None, pools=[SYSTEM]))
    route = with_nat.one("aws:ec2/route:Route", "atlas-private-default-route")
    assert with_nat.depends_on(with_nat.one("aws:eks/nodeGroup:NodeGroup"), route)
