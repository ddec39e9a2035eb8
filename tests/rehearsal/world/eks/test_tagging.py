"""Everything that EKS has takes tags by its ARN."""


def test_tags_by_arn(account, refused) -> None:
    account.cluster()
    account.node_group()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    entry = account.eks.create_access_entry(clusterName="atlas", principalArn="arn:aws:iam::123456789012:role/platform")["accessEntry"]
    arns = [
        account.eks.describe_cluster(name="atlas")["cluster"]["arn"],
        account.eks.describe_nodegroup(clusterName="atlas", nodegroupName="train")["nodegroup"]["nodegroupArn"],
        account.eks.describe_addon(clusterName="atlas", addonName="vpc-cni")["addon"]["addonArn"],
        entry["accessEntryArn"],
    ]
    for arn in arns:
        account.eks.tag_resource(resourceArn=arn, tags={"a": "1", "b": "2"})
        account.eks.untag_resource(resourceArn=arn, tagKeys=["a"])
        assert account.eks.list_tags_for_resource(resourceArn=arn)["tags"] == {"b": "2"}
    assert account.eks.describe_cluster(name="atlas")["cluster"]["tags"] == {"b": "2"}
    many = {str(index): "" for index in range(50)}
    assert refused(lambda: account.eks.tag_resource(resourceArn=arns[0], tags=many))[0] == "InvalidParameterException"
    nothing = "arn:aws:eks:us-east-1:123456789012:cluster/none"
    assert refused(lambda: account.eks.tag_resource(resourceArn=nothing, tags={"a": "1"}))[0] == "ResourceNotFoundException"
