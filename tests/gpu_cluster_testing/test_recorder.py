import json

import pulumi
import pulumi_aws as aws
import pytest

from gpu_cluster_testing import UNKNOWN, ResourceRefusedError, record
from gpu_cluster_testing.recording import CustomTimeouts

REFERENCE = "organization/gpu-clusters/base"


class Inner(pulumi.ComponentResource):
    def __init__(self, name, vpc, opts):
        super().__init__("x:y:Inner", name, {"count": 2}, opts)
        self.subnet = aws.ec2.Subnet(
            f"{name}-subnet",
            vpc_id=vpc.id,
            cidr_block=pulumi.Output.secret("10.0.0.0/24"),
            opts=pulumi.ResourceOptions(
                parent=self,
                protect=True,
                retain_on_delete=True,
                delete_before_replace=True,
                ignore_changes=["tags"],
                custom_timeouts=pulumi.CustomTimeouts(create="3m", delete="9m"),
                import_="subnet-1",
            ),
        )
        self.register_outputs({"subnet": self.subnet.id})


class Outer(pulumi.ComponentResource):
    def __init__(self, name, opts=None):
        super().__init__("x:y:Outer", name, None, opts)
        vpc = aws.ec2.Vpc(f"{name}-vpc", cidr_block="10.0.0.0/16", opts=pulumi.ResourceOptions(parent=self))
        self.inner = Inner(f"{name}-inner", vpc, pulumi.ResourceOptions(parent=self))
        self.register_outputs({})


def program():
    provider = aws.Provider("aws", region="us-east-1")
    outer = Outer("o", pulumi.ResourceOptions(providers=[provider]))
    base = pulumi.StackReference(REFERENCE)
    pulumi.export("subnet", outer.inner.subnet.id)
    pulumi.export("from_base", base.require_output("answer"))
    pulumi.export("configured", pulumi.Config("mine").require_object("data")["a"])


def run(preview=False, **more):
    return record(program, preview=preview, stack_outputs={REFERENCE: {"answer": {"n": 42}}}, config={"mine:data": {"a": "b"}}, **more)


@pytest.mark.parametrize("preview", [True, False])
def test_options_and_urns_are_recorded(preview):
    subnet = run(preview).one("aws:ec2/subnet:Subnet", "o-inner-subnet")
    assert subnet.urn == "urn:pulumi:test::gpu-clusters::x:y:Outer$x:y:Inner$aws:ec2/subnet:Subnet::o-inner-subnet"
    assert subnet.parent == "urn:pulumi:test::gpu-clusters::x:y:Outer$x:y:Inner::o-inner"
    assert subnet.dependencies == ("urn:pulumi:test::gpu-clusters::x:y:Outer$aws:ec2/vpc:Vpc::o-vpc",)
    assert subnet.property_dependencies["vpcId"] == subnet.dependencies
    assert subnet.provider == "urn:pulumi:test::gpu-clusters::pulumi:providers:aws::aws"
    assert (subnet.protect, subnet.retain_on_delete, subnet.delete_before_replace) == (True, True, True)
    assert subnet.ignore_changes == ("tags",)
    assert subnet.custom_timeouts == CustomTimeouts(create="3m", delete="9m")
    assert subnet.import_id == "subnet-1"
    assert subnet.secret_inputs == ("cidrBlock",)
    assert subnet.inputs["cidrBlock"] == "10.0.0.0/24"


def test_preview_leaves_computed_values_unknown_and_update_fills_them():
    assert run(preview=True).one("aws:ec2/subnet:Subnet").inputs["vpcId"] == UNKNOWN
    assert run(preview=False).one("aws:ec2/subnet:Subnet").inputs["vpcId"] == "vpc-o-vpc"
    assert run(preview=True).outputs["from_base"] == {"n": 42}


def test_exports_and_component_outputs_are_recorded():
    recording = run()
    assert recording.outputs == {"subnet": "o-inner-subnet-id", "from_base": {"n": 42}, "configured": "b"}
    assert recording.one("x:y:Inner").outputs == {"subnet": "o-inner-subnet-id"}
    assert recording.one("x:y:Inner").inputs == {"count": 2}


def test_nothing_leaks_between_recordings():
    def other():
        pulumi.export("only", pulumi.Config("mine").get("data"))

    run()
    assert record(other).outputs == {}, "neither exports nor configuration of the recording before"
    assert pulumi.Config("mine").get("data") is None, "the test's own context is untouched"


def test_errors_of_the_program_come_out():
    with pytest.raises(ResourceRefusedError, match="stack_outputs"):
        record(program, config={"mine:data": {"a": "b"}})
    with pytest.raises(Exception, match="Missing required configuration"):
        record(program, stack_outputs={REFERENCE: {"answer": 1}})


def test_invokes_are_answered_or_refused():
    def invoking():
        provider = aws.Provider("aws", region="us-east-1")
        found = aws.get_caller_identity_output(opts=pulumi.InvokeOutputOptions(provider=provider))
        pulumi.export("account", found.account_id)

    token = "aws:index/getCallerIdentity:getCallerIdentity"
    assert record(invoking, invokes={token: {"accountId": "1"}}).outputs == {"account": "1"}
    assert record(invoking, invokes={token: lambda args: {"accountId": str(len(args))}}).outputs == {"account": "0"}
    with pytest.raises(Exception, match="getCallerIdentity"):
        record(invoking)


def test_a_test_can_add_computed_outputs_and_refuse_a_create():
    def refuse(request):
        raise ResourceRefusedError(f"no room for {request.name}")

    made = run(computed={"aws:ec2/vpc:Vpc": lambda request: {"id": "vpc-7"}})
    assert made.one("aws:ec2/subnet:Subnet").inputs["vpcId"] == "vpc-7"
    with pytest.raises(Exception, match="no room for o-vpc"):
        run(computed={"aws:ec2/vpc:Vpc": refuse})


def test_same_program_gives_the_same_golden_text():
    assert run().to_golden() == run().to_golden()
    rows = json.loads(run().to_golden())["resources"]
    assert [row["urn"] for row in rows] == sorted(row["urn"] for row in rows)
    assert next(row for row in rows if row["type"] == "aws:ec2/subnet:Subnet")["options"]["delete_before_replace"] is True
