"""An account whose security group lets Lustre and EFA through."""

from typing import Any

import pytest


class Scratch:
    """File systems in an account."""

    def __init__(self, account: Any) -> None:
        self.account = account
        self.fsx = account.client("fsx")
        self.subnet = account.subnets["use1-az2"]
        self.group = account.group
        permission = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": self.group}]}]
        account.ec2.authorize_security_group_ingress(GroupId=self.group, IpPermissions=permission)
        account.ec2.authorize_security_group_egress(GroupId=self.group, IpPermissions=permission)

    def arguments(self, lustre: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        common = {"FileSystemType": "LUSTRE", "StorageCapacity": 1200, "SubnetIds": [self.subnet], "SecurityGroupIds": [self.group]}
        version = {"FileSystemTypeVersion": "2.15"}
        return common | version | {"LustreConfiguration": {"DeploymentType": "SCRATCH_2"} if lustre is None else lustre} | changes

    def create(self, lustre: dict[str, Any] | None = None, **changes: Any) -> str:
        arguments = {key: value for key, value in self.arguments(lustre, **changes).items() if value is not None}
        return self.fsx.create_file_system(**arguments)["FileSystem"]["FileSystemId"]

    def described(self, ident: str) -> dict[str, Any]:
        return self.fsx.describe_file_systems(FileSystemIds=[ident])["FileSystems"][0]

    def bucket(self, name: str = "atlas-data") -> str:
        self.account.s3.create_bucket(Bucket=name)
        return name

    def link(self, ident: str, path: str = "/tokens", s3: str = "s3://atlas-data/tokens", **more: Any) -> str:
        made = self.fsx.create_data_repository_association(FileSystemId=ident, FileSystemPath=path, DataRepositoryPath=s3, **more)
        return made["Association"]["AssociationId"]


@pytest.fixture
def scratch(account) -> Scratch:
    """FSx in an account with a network."""
    return Scratch(account)
