"""Clusters: described as given, with what EKS makes around them."""

import pytest


def described(account, name="atlas"):
    return account.eks.describe_cluster(name=name)["cluster"]


def test_round_trip(account, client) -> None:
    key = client("kms").create_key()["KeyMetadata"]["Arn"]
    given = account.cluster_arguments(
        tags={"team": "x", "expires-at": "2026-12-24"},
        logging={"clusterLogging": [{"types": ["audit", "api"], "enabled": True}]},
        encryptionConfig=[{"resources": ["secrets"], "provider": {"keyArn": key}}],
        kubernetesNetworkConfig={"serviceIpv4Cidr": "172.30.0.0/16"},
        deletionProtection=True,
        upgradePolicy={"supportType": "STANDARD"},
    )
    given["resourcesVpcConfig"] |= {
        "endpointPrivateAccess": True,
        "publicAccessCidrs": ["203.0.113.0/24"],
        "securityGroupIds": [account.group],
    }
    assert account.eks.create_cluster(**given)["cluster"]["status"] == "CREATING"
    cluster = described(account)
    assert cluster["status"] == "ACTIVE"
    for member in ("name", "version", "roleArn", "tags", "encryptionConfig", "deletionProtection", "upgradePolicy"):
        assert cluster[member] == given[member]
    assert given["resourcesVpcConfig"].items() <= cluster["resourcesVpcConfig"].items()
    assert cluster["resourcesVpcConfig"]["vpcId"] == account.vpc
    assert cluster["accessConfig"]["authenticationMode"] == "API"
    assert cluster["kubernetesNetworkConfig"]["serviceIpv4Cidr"] == "172.30.0.0/16"
    assert cluster["logging"]["clusterLogging"][0] == {"types": ["api", "audit"], "enabled": True}
    assert account.eks.list_clusters()["clusters"] == ["atlas"]


def test_waiters(account) -> None:
    account.cluster()
    account.eks.get_waiter("cluster_active").wait(name="atlas", WaiterConfig={"MaxAttempts": 1})
    account.eks.delete_cluster(name="atlas")
    account.eks.get_waiter("cluster_deleted").wait(name="atlas", WaiterConfig={"MaxAttempts": 1})


def test_interfaces_and_group_of_a_cluster_hold_the_network(account, refused) -> None:
    account.cluster()
    group = described(account)["resourcesVpcConfig"]["clusterSecurityGroupId"]
    assert refused(lambda: account.ec2.delete_subnet(SubnetId=account.subnets["use1-az2"]))[0] == "DependencyViolation"
    assert refused(lambda: account.ec2.delete_security_group(GroupId=group))[0] == "DependencyViolation"
    account.eks.delete_cluster(name="atlas")
    account.ec2.delete_subnet(SubnetId=account.subnets["use1-az2"])
    assert refused(lambda: account.ec2.describe_security_groups(GroupIds=[group]))[0] == "InvalidGroup.NotFound"


def test_log_group_is_made_by_eks_where_none_is(account) -> None:
    """And then nobody deletes it."""
    account.cluster(logging={"clusterLogging": [{"types": ["api"], "enabled": True}]})
    account.eks.delete_cluster(name="atlas")
    (group,) = account.logs.describe_log_groups()["logGroups"]
    assert group["logGroupName"] == "/aws/eks/atlas/cluster"
    assert "retentionInDays" not in group


def test_cluster_takes_its_members_with_it(account, control) -> None:
    before = control.snapshot()
    account.cluster()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    account.eks.create_access_entry(clusterName="atlas", principalArn="arn:aws:iam::123456789012:role/platform")
    account.eks.delete_cluster(name="atlas")
    assert control.snapshot() == before


def test_delete_is_refused_while_node_groups_are_there(account, refused) -> None:
    account.cluster()
    account.node_group()
    assert refused(lambda: account.eks.delete_cluster(name="atlas")) == ("ResourceInUseException", "Cluster has nodegroups attached")
    account.eks.delete_nodegroup(clusterName="atlas", nodegroupName="train")
    account.eks.delete_cluster(name="atlas")


def test_deletion_protection(account, refused) -> None:
    account.cluster(deletionProtection=True)
    assert refused(lambda: account.eks.delete_cluster(name="atlas"))[0] == "InvalidRequestException"
    account.eks.update_cluster_config(name="atlas", deletionProtection=False)
    account.eks.delete_cluster(name="atlas")


def test_updates(account, refused) -> None:
    account.cluster()
    update = account.eks.update_cluster_config(name="atlas", resourcesVpcConfig={"endpointPrivateAccess": True})["update"]
    assert update["status"] == "InProgress"
    assert account.eks.describe_update(name="atlas", updateId=update["id"])["update"]["status"] == "Successful"
    config = described(account)["resourcesVpcConfig"]
    assert (config["endpointPrivateAccess"], config["endpointPublicAccess"], len(config["subnetIds"])) == (True, True, 2)
    logging = {"clusterLogging": [{"types": ["audit"], "enabled": True}]}
    account.eks.update_cluster_config(name="atlas", logging=logging)
    assert described(account)["logging"]["clusterLogging"][0] == {"types": ["audit"], "enabled": True}
    same = refused(lambda: account.eks.update_cluster_config(name="atlas", logging=logging))
    assert same == ("InvalidParameterException", "No changes needed for the logging config provided")
    both = {"logging": {"clusterLogging": []}, "resourcesVpcConfig": {"endpointPrivateAccess": False}}
    assert refused(lambda: account.eks.update_cluster_config(name="atlas", **both))[0] == "InvalidParameterException"


def test_versions_go_up_one_by_one(account, refused) -> None:
    account.cluster(version="1.32")
    assert refused(lambda: account.eks.update_cluster_version(name="atlas", version="1.34"))[0] == "InvalidParameterException"
    account.eks.update_cluster_version(name="atlas", version="1.33")
    assert described(account)["version"] == "1.33"


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"endpointPublicAccess": False}, "Private and public endpoint access cannot be false"),
        ({"publicAccessCidrs": ["10.0.0.0/8"]}, "not allowed in publicAccessCidrs"),
        ({"securityGroupIds": ["sg-0"]}, "sg-0"),
        ({"subnetIds": ["subnet-0", "subnet-1"]}, "subnet-0"),
    ],
)
def test_network_that_is_refused(account, refused, config, words) -> None:
    arguments = account.cluster_arguments()
    arguments["resourcesVpcConfig"] |= config
    code, message = refused(lambda: account.eks.create_cluster(**arguments))
    assert code == "InvalidParameterException"
    assert words in message


def test_name_is_taken(account, refused) -> None:
    account.cluster()
    assert refused(account.cluster) == ("ResourceInUseException", "Cluster already exists with name: atlas")


def test_authentication_mode_never_goes_back(account, refused) -> None:
    account.cluster()
    back = {"authenticationMode": "API_AND_CONFIG_MAP"}
    assert refused(lambda: account.eks.update_cluster_config(name="atlas", accessConfig=back))[0] == "InvalidParameterException"
