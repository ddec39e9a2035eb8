"""Service-linked roles: one of a service and suffix, and nobody's to change."""

SERVICE = "autoscaling.amazonaws.com"


def test_one_of_a_service_and_suffix(account, refused) -> None:
    create = account.iam.create_service_linked_role
    name = create(AWSServiceName=SERVICE)["Role"]["RoleName"]
    code, message = refused(lambda: create(AWSServiceName=SERVICE))
    assert (code, name in message) == ("InvalidInput", True)
    create(AWSServiceName=SERVICE, CustomSuffix="atlas")
    assert refused(lambda: create(AWSServiceName=SERVICE, CustomSuffix="atlas"))[0] == "InvalidInput"
    assert refused(lambda: create(AWSServiceName="autoscaling"))[0] == "InvalidInput"


def test_its_own_calls_alone_change_it(account, refused) -> None:
    name = account.iam.create_service_linked_role(AWSServiceName=SERVICE)["Role"]["RoleName"]
    assert refused(lambda: account.iam.delete_role(RoleName=name))[0] == "UnmodifiableEntity"
    read_only = "arn:aws:iam::aws:policy/ReadOnlyAccess"
    assert refused(lambda: account.iam.attach_role_policy(RoleName=name, PolicyArn=read_only))[0] == "UnmodifiableEntity"
    assert refused(lambda: account.iam.delete_service_linked_role(RoleName="nodes"))[0] == "NoSuchEntity"
    account.iam.delete_service_linked_role(RoleName=name)
    assert refused(lambda: account.iam.get_role(RoleName=name))[0] == "NoSuchEntity"
