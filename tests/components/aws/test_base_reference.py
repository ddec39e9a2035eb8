import pulumi
import pytest

from components.aws.base_reference import Taken, check_base, scratch_apart

EXISTING = {
    "gpu_subnet_id": "subnet-0123456789abcdef0",
    "control_plane_subnet_ids": ["subnet-0123456789abcdef1", "subnet-0123456789abcdef2"],
}


@pytest.fixture
def cluster(declared, cluster_of):
    return cluster_of(declared())


def test_a_fitting_base_is_returned(base_outputs, cluster):
    base = check_base("aws-base", base_outputs, cluster, {Taken.NETWORK, Taken.CHECKPOINTS})
    assert base.control_plane_subnet_ids == ("subnet-0a", "subnet-0b")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"account": "210987654321"}, r"account is 123456789012 here and 210987654321 in base stack aws-base: write 210987654321"),
        ({"region": "us-east-2"}, r"region is us-east-1 here and us-east-2"),
        ({"zone": "use1-az6"}, r"zone is use1-az2 here and use1-az6"),
        ({"checkpoint_bucket": None}, r"keeps no checkpoint bucket: declare one there"),
        ({"version": 99}, r"not of the form read here \(version: .*run `pulumi up -s aws-base`"),
        ({"vpc_id": 7, "surprise": 1}, r"(?s)vpc_id.*surprise"),
    ],
)
def test_an_unfit_base_stops_the_program(base_outputs, cluster, change, message):
    with pytest.raises(pulumi.RunError, match=message):
        check_base("aws-base", base_outputs | change, cluster, {Taken.NETWORK, Taken.CHECKPOINTS})


def test_all_misfits_come_in_one_message(base_outputs, cluster):
    with pytest.raises(pulumi.RunError) as caught:
        check_base("aws-base", base_outputs | {"account": "210987654321", "zone": "use1-az6"}, cluster, {Taken.NETWORK})
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize(("raw", "message"), [(None, r"has no output `base`: run `pulumi up -s aws-base` first"), ("text", r"no record")])
def test_no_base_at_all(cluster, raw, message):
    with pytest.raises(pulumi.RunError, match=message):
        check_base("aws-base", raw, cluster, {Taken.NETWORK})


@pytest.mark.parametrize("preview", [True, False])
def test_the_whole_program_stops_before_any_cloud_resource(built, declared, base_outputs, preview):
    with pytest.raises(pulumi.RunError, match="zone is use1-az2 here and use1-az6"):
        built(declared(), preview=preview, base=base_outputs | {"zone": "use1-az6"})
    with pytest.raises(pulumi.RunError, match="has no output `base`"):
        built(declared(), preview=preview, base=None)


def test_a_bucket_is_missed_only_where_it_is_needed(base_outputs, cluster):
    assert check_base("aws-base", base_outputs | {"checkpoint_bucket": None}, cluster, {Taken.NETWORK}).checkpoint_bucket is None


SCRATCH = {"id": "fs-0", "dns_name": "fs-0.fsx", "mount_name": "abc", "security_group_id": "sg-0scratch"}


def test_a_file_system_is_missed_only_where_it_is_needed(base_outputs, cluster):
    with pytest.raises(pulumi.RunError, match=r"storage\.scratch\.from_stack names aws-base, which keeps no scratch file system: declare"):
        check_base("aws-base", base_outputs | {"scratch": None}, cluster, {Taken.SCRATCH})
    assert check_base("aws-base", base_outputs | {"scratch": SCRATCH}, cluster, {Taken.SCRATCH}).scratch.id == "fs-0"


@pytest.mark.parametrize(
    ("network", "message"),
    [
        ({"from_stack": "aws-base"}, None),
        (
            {"cidr": "10.9.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"},
            "stand in a network of this stack's own",
        ),
        ({"existing": EXISTING | {"vpc_id": "vpc-0123456789abcdef0"}}, "stand in vpc-0123456789abcdef0"),
    ],
)
def test_nodes_stand_in_the_network_of_their_file_system(base_outputs, declared, cluster_of, network, message):
    cluster = cluster_of(declared(network=network, storage={"scratch": {"from_stack": "aws-base"}}))
    base = check_base("aws-base", base_outputs | {"scratch": SCRATCH}, cluster, {Taken.SCRATCH})
    found = scratch_apart(cluster, {"aws-base": base})
    assert (found is None) if message is None else (message in found)


def test_a_base_of_the_first_version_still_carries_clusters(base_outputs, cluster):
    first = {key: value for key, value in base_outputs.items() if key not in ("scratch", "kms_key_arn")} | {"version": 1}
    assert check_base("aws-base", first, cluster, {Taken.NETWORK}).scratch is None
