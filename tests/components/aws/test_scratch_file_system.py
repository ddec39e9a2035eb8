import pytest

from components.aws.scratch_file_system import link_part, mount_command

FILE_SYSTEM, LINK = "aws:fsx/lustreFileSystem:LustreFileSystem", "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation"
INGRESS, EGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
PERSISTENT = {"kind": "fsx_lustre", "deployment": "persistent_2", "capacity_gib": 19200, "throughput_mbps_per_tib": 250}
PLAIN = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 2400}
BOTH = pytest.mark.parametrize("preview", [True, False])


@pytest.fixture
def scratch(built, declared):
    def make(scratch, preview=False, **changes):
        return built(declared("aws-base", storage={"scratch": scratch}, **changes), preview=preview)

    return make


@BOTH
def test_a_persistent_file_system_with_efa_joins_the_fabric(scratch, preview):
    recording = scratch(PERSISTENT | {"efa": True}, preview)
    made = recording.one(FILE_SYSTEM)
    expected = {
        "deploymentType": "PERSISTENT_2",
        "storageType": "SSD",
        "storageCapacity": 19200,
        "perUnitStorageThroughput": 250,
        "efaEnabled": True,
        "metadataConfiguration": {"mode": "AUTOMATIC"},
        "fileSystemTypeVersion": "2.15",
        "dataCompressionType": "LZ4",
        "skipFinalBackup": True,
    }
    assert {key: made.inputs[key] for key in expected} == expected
    groups = {one.name: one.urn for one in recording.of_type("aws:ec2/securityGroup:SecurityGroup")}
    assert set(made.dependencies) >= {groups["base-scratch"], groups["base-fabric"]}
    rules = (*recording.of_type(INGRESS), *recording.of_type(EGRESS))
    fabric_rules = {one.urn for one in rules if one.name in ("base-fabric-ingress-self", "base-fabric-egress-self")}
    assert len(fabric_rules) == 2
    assert fabric_rules <= set(made.dependencies), "FSx checks at creation that its traffic is admitted"
    assert recording.depends_on(made, recording.one("aws:kms/key:Key"))


@BOTH
def test_a_scratch_deployment_names_nothing_that_fsx_refuses_with_it(scratch, preview):
    made = scratch(PLAIN | {"compression": "none"}, preview).one(FILE_SYSTEM)
    assert not {"perUnitStorageThroughput", "efaEnabled", "metadataConfiguration", "kmsKeyId"} & set(made.inputs)
    assert (made.inputs["deploymentType"], made.inputs["dataCompressionType"]) == ("SCRATCH_2", "NONE")


def test_without_efa_it_stays_out_of_the_fabric(scratch):
    made = scratch(PERSISTENT | {"metadata_iops": 12000}).one(FILE_SYSTEM).inputs
    assert made["securityGroupIds"] == ["base-scratch-id"]
    assert made["subnetIds"] == "base-gpu-subnet-id"
    assert made["efaEnabled"] is False
    assert made["metadataConfiguration"] == {"mode": "USER_PROVISIONED", "iops": 12000}


def test_its_servers_reach_each_other_before_it_is_made(scratch):
    recording = scratch(PLAIN)
    made = recording.one(FILE_SYSTEM)
    for token in (INGRESS, EGRESS):
        rules = [one for one in recording.of_type(token) if "-itself-" in one.name]
        assert [(one.inputs["fromPort"], one.inputs["toPort"]) for one in rules] == [(1018, 1023), (988, 988)]
        assert all(one.inputs["securityGroupId"] == one.inputs["referencedSecurityGroupId"] == "base-scratch-id" for one in rules)
        assert {one.urn for one in rules} <= set(made.dependencies)


def test_s3_data_is_linked_both_ways_only_where_export_is_said(scratch):
    links = [{"s3": "s3://atlas-tokens/v1", "path": "/tokens/v1"}, {"s3": "s3://atlas-images", "path": "/images"}]
    recording = scratch(PERSISTENT | {"import_from": links})
    assert [one.name for one in recording.of_type(LINK)] == ["base-scratch-link-images", "base-scratch-link-tokens+v1"]
    link = recording.one(LINK, "base-scratch-link-tokens+v1")
    assert (link.inputs["fileSystemPath"], link.inputs["dataRepositoryPath"]) == ("/tokens/v1", "s3://atlas-tokens/v1")
    assert link.inputs["fileSystemId"] == "fs-base-scratch"
    assert link.inputs["deleteDataInFilesystem"] is False
    assert link.inputs["s3"] == {"autoImportPolicy": {"events": ["NEW", "CHANGED", "DELETED"]}}
    assert link.delete_before_replace
    (back,) = scratch(PERSISTENT | {"import_from": "s3://atlas-tokens", "export": True}).of_type(LINK)
    assert back.name == "base-scratch-link-root"
    assert back.inputs["s3"]["autoExportPolicy"] == {"events": ["NEW", "CHANGED"]}, "rm on scratch must leave S3 as it is"


def test_a_base_tells_clusters_how_to_reach_it(scratch):
    assert scratch(PLAIN).outputs["base"]["scratch"] == {
        "id": "fs-base-scratch",
        "dns_name": "fs-base-scratch.fsx.us-east-1.amazonaws.com",
        "mount_name": "abcdefgh",
        "security_group_id": "base-scratch-id",
    }


@pytest.mark.parametrize(("path", "part"), [("/", "root"), ("/a", "a"), ("/a/b", "a+b"), ("/a-b/", "a-b")])
def test_link_part(path, part):
    assert link_part(path) == part


def test_mount_command():
    assert mount_command("fs-0.fsx", "abc", "/scratch") == "mount -t lustre -o noatime,flock,lazystatfs fs-0.fsx@tcp:/abc /scratch"
