"""What moto answers by itself and the product relies on: S3, IAM, logs, security group rules."""

import json

POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:*",
            "Resource": ["arn:aws:s3:::atlas-checkpoints", "arn:aws:s3:::atlas-checkpoints/*"],
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
    ],
}
OWN = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}
OLD_VERSIONS = {"NoncurrentDays": 30, "NewerNoncurrentVersions": 1}
RULE = {"ID": "old", "Status": "Enabled", "Filter": {"Prefix": ""}, "NoncurrentVersionExpiration": OLD_VERSIONS}
BUCKET = {"Bucket": "atlas-checkpoints"}


def test_bucket_and_its_settings(account) -> None:
    s3 = account.s3
    s3.create_bucket(**BUCKET)
    s3.put_bucket_tagging(**BUCKET, Tagging={"TagSet": [{"Key": "team", "Value": "x"}]})
    s3.put_bucket_versioning(**BUCKET, VersioningConfiguration={"Status": "Enabled"})
    block = dict.fromkeys(("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True)
    s3.put_public_access_block(**BUCKET, PublicAccessBlockConfiguration=block)
    encryption = {"Rules": [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "aws:kms"}, "BucketKeyEnabled": True}]}
    s3.put_bucket_encryption(**BUCKET, ServerSideEncryptionConfiguration=encryption)
    s3.put_bucket_lifecycle_configuration(**BUCKET, LifecycleConfiguration={"Rules": [RULE]})
    s3.put_bucket_policy(**BUCKET, Policy=json.dumps(POLICY))
    s3.put_bucket_ownership_controls(**BUCKET, OwnershipControls={"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]})
    assert s3.get_bucket_tagging(**BUCKET)["TagSet"] == [{"Key": "team", "Value": "x"}]
    assert s3.get_bucket_versioning(**BUCKET)["Status"] == "Enabled"
    assert s3.get_public_access_block(**BUCKET)["PublicAccessBlockConfiguration"] == block
    assert s3.get_bucket_encryption(**BUCKET)["ServerSideEncryptionConfiguration"] == encryption
    (rule,) = s3.get_bucket_lifecycle_configuration(**BUCKET)["Rules"]
    assert rule == RULE
    assert json.loads(s3.get_bucket_policy(**BUCKET)["Policy"]) == POLICY
    assert s3.get_bucket_ownership_controls(**BUCKET)["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]


def test_bucket_that_holds_something_stays(account, refused) -> None:
    account.s3.create_bucket(**BUCKET)
    account.s3.put_bucket_versioning(**BUCKET, VersioningConfiguration={"Status": "Enabled"})
    account.s3.put_object(**BUCKET, Key="step-1", Body=b"weights")
    account.s3.delete_object(**BUCKET, Key="step-1")
    assert refused(lambda: account.s3.delete_bucket(**BUCKET))[0] == "BucketNotEmpty"


def test_role_in_use_stays(account, refused) -> None:
    policy = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"
    account.iam.attach_role_policy(RoleName="nodes", PolicyArn=policy)
    assert refused(lambda: account.iam.delete_role(RoleName="nodes"))[0] == "DeleteConflict"
    account.iam.detach_role_policy(RoleName="nodes", PolicyArn=policy)
    account.iam.put_role_policy(RoleName="nodes", PolicyName="own", PolicyDocument=json.dumps(OWN))
    assert refused(lambda: account.iam.delete_role(RoleName="nodes"))[0] == "DeleteConflict"
    account.iam.delete_role_policy(RoleName="nodes", PolicyName="own")
    account.iam.delete_role(RoleName="nodes")


def test_log_group(account) -> None:
    account.logs.create_log_group(logGroupName="/aws/eks/atlas/cluster", tags={"team": "x"})
    account.logs.put_retention_policy(logGroupName="/aws/eks/atlas/cluster", retentionInDays=90)
    (group,) = account.logs.describe_log_groups(logGroupNamePrefix="/aws/eks")["logGroups"]
    assert group["retentionInDays"] == 90
    assert account.logs.list_tags_for_resource(resourceArn=group["arn"].removesuffix(":*"))["tags"] == {"team": "x"}


def test_rules_that_name_their_own_group(account) -> None:
    permission = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": account.group}]}]
    spec = [{"ResourceType": "security-group-rule", "Tags": [{"Key": "Name", "Value": "self"}]}]
    for authorize in (account.ec2.authorize_security_group_ingress, account.ec2.authorize_security_group_egress):
        authorize(GroupId=account.group, IpPermissions=permission, TagSpecifications=spec)
    filters = [{"Name": "group-id", "Values": [account.group]}]
    rules = account.ec2.describe_security_group_rules(Filters=filters)["SecurityGroupRules"]
    own = [rule for rule in rules if rule.get("ReferencedGroupInfo", {}).get("GroupId") == account.group]
    assert {rule["IsEgress"] for rule in own} == {True, False}
    assert {tag["Value"] for rule in own for tag in rule["Tags"]} == {"self"}


def test_tag_limit_of_ec2(account, refused) -> None:
    many = [{"Key": str(index), "Value": ""} for index in range(51)]
    assert refused(lambda: account.ec2.create_tags(Resources=[account.vpc], Tags=many))[0] == "TagLimitExceeded"
