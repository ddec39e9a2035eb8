"""FSx look-ups in an account that also holds look-alikes."""

import pytest

from operations.recovery.lookups.registry import Status, Wanted, all_lookups

FILE_SYSTEM, ASSOCIATION = "aws:fsx/lustreFileSystem:LustreFileSystem", "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation"


def look(account, resource_type, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, inputs))]


@pytest.fixture
def subnet(account):
    ec2 = account.client("ec2")
    vpc = ec2.create_vpc(CidrBlock="10.40.0.0/16")["Vpc"]["VpcId"]
    return ec2.create_subnet(VpcId=vpc, CidrBlock="10.40.1.0/24")["Subnet"]["SubnetId"]


@pytest.fixture
def create(account, subnet, unique):
    def make(name):
        tags = {"Name": f"{unique}-{name}", "cluster": unique}
        made = account.client("fsx").create_file_system(
            FileSystemType="LUSTRE",
            FileSystemTypeVersion="2.15",
            StorageCapacity=1200,
            SubnetIds=[subnet],
            LustreConfiguration={"DeploymentType": "SCRATCH_2"},
            Tags=[{"Key": key, "Value": value} for key, value in tags.items()],
        )
        return made["FileSystem"]["FileSystemId"], tags

    return make


def test_file_system(account, subnet, create):
    (one, tags), (_, others) = create("x"), create("y")
    assert look(account, FILE_SYSTEM, subnetIds=subnet, tags=tags) == [one]
    assert look(account, FILE_SYSTEM, subnetIds=subnet, tags=others | {"team": "a"}) == []
    assert look(account, FILE_SYSTEM, subnetIds="subnet-0", tags=tags) == []


def test_association(account, create, unique):
    account.client("s3").create_bucket(Bucket=f"{unique}-data")
    (one, _), (other, _) = create("x"), create("y")
    link = account.client("fsx").create_data_repository_association
    made = link(FileSystemId=one, FileSystemPath="/tokens", DataRepositoryPath=f"s3://{unique}-data/tokens")["Association"]["AssociationId"]
    assert look(account, ASSOCIATION, fileSystemId=one, fileSystemPath="/tokens/") == [made]
    assert look(account, ASSOCIATION, fileSystemId=one, fileSystemPath="/images") == []
    assert look(account, ASSOCIATION, fileSystemId=other, fileSystemPath="/tokens") == []


class _Fsx:
    """An FSx client whose file system is in one state, which no simulated one stays in long enough."""

    def __init__(self, state):
        self.state = state

    def client(self, _):
        return self

    get_paginator = client

    def paginate(self, **_):
        tags = [{"Key": "Name", "Value": "x"}]
        found = {"FileSystemId": "fs-1", "FileSystemType": "LUSTRE", "SubnetIds": ["subnet-1"], "Lifecycle": self.state, "Tags": tags}
        return [{"FileSystems": [found]}]


@pytest.mark.parametrize(
    ("state", "statuses"),
    [
        ("CREATING", [Status.SETTLING]),
        ("AVAILABLE", [Status.READY]),
        ("FAILED", [Status.FAILED]),
        ("MISCONFIGURED_UNAVAILABLE", [Status.FAILED]),
        ("DELETING", []),
    ],
)
def test_states_of_a_file_system(state, statuses):
    wanted = Wanted("urn:x", FILE_SYSTEM, {"subnetIds": "subnet-1", "tags": {"Name": "x"}})
    assert [found.status for found in all_lookups()[wanted.type](_Fsx(state), wanted)] == statuses


class _Pages:
    """An FSx client that shows its associations one a page."""

    def client(self, _):
        return self

    def describe_data_repository_associations(self, **asked):
        index = int(asked.get("NextToken", "0"))
        found = {"AssociationId": f"dra-{index}", "FileSystemPath": f"/p{index}", "Lifecycle": "AVAILABLE"}
        return {"Associations": [found]} | ({"NextToken": str(index + 1)} if index < 2 else {})


def test_every_page_of_associations_is_read():
    wanted = Wanted("urn:x", ASSOCIATION, {"fileSystemId": "fs-1", "fileSystemPath": "/p2"})
    assert [found.id for found in all_lookups()[wanted.type](_Pages(), wanted)] == ["dra-2"]
