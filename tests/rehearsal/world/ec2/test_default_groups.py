"""The default group of a new VPC."""


def test_its_members_reach_each_other(account) -> None:
    vpc = account.ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
    filters = [{"Name": "vpc-id", "Values": [vpc]}, {"Name": "group-name", "Values": ["default"]}]
    (group,) = account.ec2.describe_security_groups(Filters=filters)["SecurityGroups"]
    (rule,) = group["IpPermissions"]
    assert [pair["GroupId"] for pair in rule["UserIdGroupPairs"]] == [group["GroupId"]]
    account.ec2.delete_vpc(VpcId=vpc)
