import pulumi
import pulumi_aws as aws

from bench.flat_program import flat_program, marked_base, marking
from gpu_cluster_testing import record


def program():
    role = aws.iam.Role("r", assume_role_policy="{}")
    aws.iam.RolePolicy("p", role=role.name, policy=pulumi.Output.concat("<", role.arn, ">"))
    bucket = aws.s3.Bucket("b", bucket="given", opts=pulumi.ResourceOptions(depends_on=[role], retain_on_delete=True))
    aws.s3.BucketVersioning("v", bucket=bucket.bucket, versioning_configuration={"status": "Enabled"})
    pulumi.export("x", role.arn)


def test_outputs_options_and_text_around_an_output():
    text = flat_program(record(program, computed=marking(record(program))), "x")
    assert "policy=pulumi.Output.concat('<', r0.arn, '>')" in text
    assert "retain_on_delete=True" in text
    assert "depends_on=[r0]" in text
    assert "bucket='given'" in text
    assert "pulumi.export('x', r0.arn)" in text
    again = record(lambda: exec(compile(text, "flat", "exec"), {}))
    assert {(one.urn, str(one.inputs)) for one in again.resources} == {(one.urn, str(one.inputs)) for one in record(program).resources}


def test_what_a_program_checks_of_its_base_keeps_its_value():
    base = {
        "version": 1,
        "account": "1",
        "vpc_id": "vpc-1",
        "control_plane_subnet_ids": ["subnet-1", "subnet-2"],
        "checkpoint_bucket": None,
    }
    marked = marked_base(base)
    assert (marked["version"], marked["account"], marked["checkpoint_bucket"]) == (1, "1", None)
    assert marked["vpc_id"] != "vpc-1"
    assert len(set(marked["control_plane_subnet_ids"])) == 2
