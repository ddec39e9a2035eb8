"""A Lustre file system's life, and what holds it and what it holds."""

PERSISTENT = {"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 125}


def test_made_described_and_gone(scratch, control, refused) -> None:
    before = control.snapshot()
    made = scratch.fsx.create_file_system(**scratch.arguments(Tags=[{"Key": "Name", "Value": "scratch"}]))["FileSystem"]
    ident = made["FileSystemId"]
    assert made["Lifecycle"] == "CREATING"
    found = scratch.described(ident)
    assert (found["Lifecycle"], found["StorageCapacity"], found["VpcId"]) == ("AVAILABLE", 1200, scratch.account.vpc)
    assert found["LustreConfiguration"]["MountName"]
    assert found["DNSName"] == f"{ident}.fsx.us-east-1.amazonaws.com"
    (listed,) = [each for each in control.inventory() if each.service == "fsx"]
    assert (listed.id, listed.name, listed.billing, listed.detail) == (ident, "scratch", True, "1200 GiB AVAILABLE")
    assert scratch.fsx.delete_file_system(FileSystemId=ident)["Lifecycle"] == "DELETING"
    assert refused(lambda: scratch.described(ident))[0] == "FileSystemNotFound"
    assert refused(lambda: scratch.fsx.delete_file_system(FileSystemId=ident))[0] == "FileSystemNotFound"
    assert control.snapshot() == before


def test_its_interfaces_hold_subnet_and_group(scratch, refused) -> None:
    ident, ec2 = scratch.create(), scratch.account.ec2
    held = ec2.describe_network_interfaces(NetworkInterfaceIds=scratch.described(ident)["NetworkInterfaceIds"])["NetworkInterfaces"]
    assert {interface["Groups"][0]["GroupId"] for interface in held} == {scratch.group}
    assert refused(lambda: ec2.delete_subnet(SubnetId=scratch.subnet))[0] == "DependencyViolation"
    assert refused(lambda: ec2.delete_security_group(GroupId=scratch.group))[0] == "DependencyViolation"
    scratch.fsx.delete_file_system(FileSystemId=ident)
    ec2.delete_subnet(SubnetId=scratch.subnet)
    ec2.delete_security_group(GroupId=scratch.group)


def test_associations_go_with_their_file_system(scratch, control) -> None:
    ident = scratch.create()
    scratch.bucket()
    scratch.link(ident)
    scratch.fsx.delete_file_system(FileSystemId=ident)
    assert "fsx" not in control.snapshot()


def test_growth_and_changes(scratch, refused) -> None:
    ident = scratch.create(PERSISTENT | {"MetadataConfiguration": {"Mode": "AUTOMATIC"}})

    def change(**changes):
        scratch.fsx.update_file_system(FileSystemId=ident, **changes)

    assert scratch.described(ident)["LustreConfiguration"]["MetadataConfiguration"]["Iops"] == 1500
    change(StorageCapacity=4800, LustreConfiguration={"DataCompressionType": "LZ4", "PerUnitStorageThroughput": 250})
    found = scratch.described(ident)
    assert found["StorageCapacity"] == 4800
    lustre = found["LustreConfiguration"]
    assert (lustre["DataCompressionType"], lustre["PerUnitStorageThroughput"]) == ("LZ4", 250)
    assert lustre["MetadataConfiguration"] == {"Mode": "AUTOMATIC", "Iops": 6000}
    assert refused(lambda: change(StorageCapacity=2400)) == (
        "BadRequest",
        "The storage capacity 2400 must be greater than the current storage capacity 4800.",
    )
    assert refused(lambda: change(StorageCapacity=5000))[0] == "BadRequest"
    fewer = {"MetadataConfiguration": {"Mode": "USER_PROVISIONED", "Iops": 3000}}
    assert "decreased" in refused(lambda: change(LustreConfiguration=fewer))[1]
    assert refused(lambda: change(LustreConfiguration={"PerUnitStorageThroughput": 300}))[0] == "InvalidPerUnitStorageThroughput"


def test_the_tier_of_an_efa_file_system_stays(scratch, refused) -> None:
    lustre = PERSISTENT | {"EfaEnabled": True, "MetadataConfiguration": {"Mode": "AUTOMATIC"}}
    ident = scratch.create(lustre, StorageCapacity=38400)
    wanted = {"PerUnitStorageThroughput": 250}
    code, message = refused(lambda: scratch.fsx.update_file_system(FileSystemId=ident, LustreConfiguration=wanted))
    assert (code, "EFA-enabled" in message) == ("BadRequest", True)
    assert refused(lambda: scratch.fsx.update_file_system(FileSystemId=ident, StorageCapacity=40800))[0] == "BadRequest"


def test_degraded_is_failed_and_says_why(scratch, control, refused) -> None:
    control.add_fault("fsx", "CreateFileSystem", message="no capacity in use1-az2", when="degraded")
    ident = scratch.create()
    found = scratch.described(ident)
    assert (found["Lifecycle"], found["FailureDetails"]["Message"]) == ("FAILED", "no capacity in use1-az2")
    scratch.bucket()
    assert refused(lambda: scratch.link(ident))[0] == "BadRequest"
    scratch.fsx.delete_file_system(FileSystemId=ident)


def test_a_last_backup_outlives_it_and_costs_money(scratch, control, refused) -> None:
    keep = {"SkipFinalBackup": False}
    temporary, ident = scratch.create(), scratch.create(PERSISTENT)
    assert refused(lambda: scratch.fsx.delete_file_system(FileSystemId=temporary, LustreConfiguration=keep))[0] == "BadRequest"
    scratch.fsx.delete_file_system(FileSystemId=ident, LustreConfiguration=keep)
    assert [(each.kind, each.billing) for each in control.inventory() if each.service == "fsx"] == [
        ("backups", True),
        ("file-systems", True),
    ]


def test_logs_go_to_its_group_or_one_of_the_service(scratch, refused) -> None:
    logs = scratch.account.logs
    own = {"Level": "WARN_ERROR", "Destination": "arn:aws:logs:us-east-1:123456789012:log-group:/aws/fsx/atlas"}
    assert refused(lambda: scratch.create(PERSISTENT | {"LogConfiguration": own}))[0] == "BadRequest"
    logs.create_log_group(logGroupName="/aws/fsx/atlas")
    assert scratch.described(scratch.create(PERSISTENT | {"LogConfiguration": own}))["LustreConfiguration"]["LogConfiguration"] == own
    assert refused(lambda: scratch.create(PERSISTENT | {"LogConfiguration": own | {"Level": "DISABLED"}}))[0] == "BadRequest"
    scratch.create(PERSISTENT | {"LogConfiguration": {"Level": "WARN_ONLY"}})
    assert [group["logGroupName"] for group in logs.describe_log_groups()["logGroups"]] == ["/aws/fsx/atlas", "/aws/fsx/lustre"]


def test_its_key_must_be_usable(scratch, refused) -> None:
    kms = scratch.account.client("kms")
    key = kms.create_key()["KeyMetadata"]
    assert scratch.described(scratch.create(PERSISTENT, KmsKeyId=key["KeyId"]))["KmsKeyId"] == key["Arn"]
    assert ":key/" in scratch.described(scratch.create(PERSISTENT))["KmsKeyId"]
    kms.schedule_key_deletion(KeyId=key["KeyId"])
    assert refused(lambda: scratch.create(PERSISTENT, KmsKeyId=key["Arn"]))[0] == "BadRequest"
    assert refused(lambda: scratch.create(PERSISTENT, KmsKeyId="alias/none"))[0] == "BadRequest"


def test_a_retry_with_the_same_token_makes_one(scratch, control) -> None:
    for _ in range(2):
        scratch.fsx.create_file_system(**scratch.arguments(), ClientRequestToken="t1")
    assert len([each for each in control.inventory() if each.service == "fsx"]) == 1
