import json

import pytest

ROLE, ATTACHMENT, POLICY = "aws:iam/role:Role", "aws:iam/rolePolicyAttachment:RolePolicyAttachment", "aws:iam/rolePolicy:RolePolicy"


def test_nodes_may_do_what_they_need_and_no_more(built, declared):
    recording = built(declared())
    role = recording.one(ROLE, "atlas-nodes")
    assert "ec2.amazonaws.com" in role.inputs["assumeRolePolicy"]
    attached = {one.inputs["policyArn"].rsplit("/", 1)[1] for one in recording.of_type(ATTACHMENT) if role.urn in one.dependencies}
    assert attached == {
        "AmazonEKSWorkerNodePolicy",
        "AmazonEC2ContainerRegistryPullOnly",
        "AmazonEKS_CNI_Policy",
        "AmazonSSMManagedInstanceCore",
    }


@pytest.mark.parametrize("preview", [True, False])
def test_nodes_reach_the_checkpoints_of_the_base(built, declared, preview):
    policy = json.loads(built(declared(), preview=preview).one(POLICY, "atlas-nodes-checkpoints").inputs["policy"])
    assert policy["Statement"][0]["Resource"] == "arn:aws:s3:::base-checkpoints-123456789012-us-east-1"


def test_without_checkpoints_no_bucket_is_reached(built, declared):
    assert "atlas-nodes-checkpoints" not in {one.name for one in built(declared(storage=None)).of_type(POLICY)}
