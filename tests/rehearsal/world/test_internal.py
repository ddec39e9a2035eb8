"""The world asks itself as anybody would."""

import pytest

from rehearsal.world.extensions import load_extensions
from rehearsal.world.gateway import Gateway
from rehearsal.world.internal import Asker


@pytest.fixture
def asker() -> Asker:
    load_extensions()
    return Asker(Gateway())


def test_result_is_what_boto_would_show(asker, account) -> None:
    """Moto's stores are the process's, so another gateway sees the account too."""
    account.s3.create_bucket(Bucket="atlas")
    vpcs = asker.ask("ec2", "DescribeVpcs", "us-east-1", VpcIds=[account.vpc])["Vpcs"]
    assert vpcs == account.ec2.describe_vpcs(VpcIds=[account.vpc])["Vpcs"]
    assert asker.ask("iam", "GetRole", "us-east-1", RoleName="nodes")["Role"]["Arn"] == account.node_role
    assert [bucket["Name"] for bucket in asker.ask("s3", "ListBuckets", "us-east-1")["Buckets"]] == ["atlas"]


def test_refusal_names_operation_and_code(asker, account) -> None:
    with pytest.raises(Exception, match=r"vpc-0"):
        asker.ask("ec2", "DescribeVpcs", "us-east-1", VpcIds=["vpc-0"])
