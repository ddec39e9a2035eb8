"""Mistakes come back as problems that say where, what and what instead; no input raises."""

import datetime
import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from declaration.capacity import CapacityKind
from declaration.images import CustomImage, ReleaseImage
from declaration.network import NEEDED_ENDPOINTS, BaseNetwork, ExistingNetwork, InterfaceEndpoint, OwnNetwork
from declaration.reading import CONFIG_KEY, MAX_CHARACTERS, DeclarationFileError, read_declaration, read_declaration_file, read_stack_file
from tests.support.declarations import REMOVED, WHOLE, changed

RELEASE = "image.eks_release"
CAPACITY = "pools[1].capacity"
BLOCK, SPOT = "pools[1].capacity[0]", "pools[1].capacity[1]"
KINDS = "on_demand, spot, capacity_block or reservation"
HYPHEN = "character 4 is U+2011 NON-BREAKING HYPHEN"
SCRATCH, NICS = "storage.scratch", "pools[1].network_interfaces"
FSX = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200}
NIC = {"card": 0, "device": 0, "type": "interface"}
OWN_IMAGE = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}
SUBNETS = ["subnet-0123456789abcdef1", "subnet-0123456789abcdef2"]
IDS = {"vpc_id": "vpc-0123456789abcdef0", "gpu_subnet_id": "subnet-0123456789abcdef0", "control_plane_subnet_ids": SUBNETS}
WRONG_KEY = {"kind": "capacity_block", "reservation_id": "cr-1"}

MISTAKES = [
    # what was changed, where it is found, words of the message, words of the remedy
    ("a number for the version", {"control_plane.version": 1.3}, "control_plane.version", "1.3, a number", '"1.30" stays 1.30'),
    ("a number for the account", {"account": 12345678901}, "account", "12345678901, a number", "leading zeros"),
    ("a short account", {"account": "12345678901"}, "account", "12 digits", "012345678901"),
    ("a patch version", {"control_plane.version": "1.34.1"}, "control_plane.version", "minor version", "without a patch"),
    ("a zone name", {"zone": "us-east-1a"}, "zone", "a different zone in each account", "--zone-names us-east-1a"),
    ("a zone name of a Local Zone", {"zone": "us-west-2-lax-1a"}, "zone", "a different zone in each account", "us-west-2-lax-1a"),
    ("several zones (case S05)", {"pools[1].zone": ["use1-az2", "use1-az4"]}, "pools[1].zone", "use1-az2", "one text"),
    ("a zone for a region", {"region": "us-east-1a"}, "region", "us-east-1a", "without a zone letter"),
    ("a look-alike hyphen (case S14)", {"pools[2].name": "a10\u2011medium"}, "pools[2].name", HYPHEN, "plain hyphen"),
    ("an upper-case name", {"name": "Atlas"}, "name", "character 1 is U+0041", "leave it out"),
    ("a name of one letter", {"name": "a"}, "name", "2 to 31", "shorten it"),
    ("a planned cloud", {"cloud": "gcp"}, "cloud", "gcp is planned and not built yet", "write aws"),
    ("no cloud at all", {"cloud": "azure"}, "cloud", "azure", "write aws"),
    ("an unknown key", {"regoin": "us-east-1"}, "regoin", "regoin is not a key of the declaration", "did you mean region?"),
    ("an unknown key inside", {"pools[1].capactiy": []}, "pools[1].capactiy", "not a key of pools[1]", "did you mean capacity?"),
    ("an unknown key of another spelling", {"tags.cost-center": "x"}, "tags.cost-center", "known keys", "did you mean cost_center?"),
    ("an unknown key unlike any", {"tags.zzz": "x"}, "tags.zzz", "known keys", "leave zzz out"),
    ("misspelt id (case S23)", {BLOCK: WRONG_KEY}, f"{BLOCK}.reservation_id", "known keys: kind", "you mean reservation?"),
    ("no id (case S08 a)", {BLOCK: {"kind": "capacity_block"}}, f"{BLOCK}.reservation", "is missing: id of", "add reservation"),
    ("a reservation without an id", {BLOCK: {"kind": "reservation"}}, f"{BLOCK}.reservation", "is missing", "add reservation"),
    ("a wrong id", {f"{BLOCK}.reservation": "cr-xyz"}, f"{BLOCK}.reservation", "cr-xyz", "describe-capacity-reservations"),
    ("an unknown kind", {f"{SPOT}.kind": "spott"}, f"{SPOT}.kind", KINDS, "did you mean spot?"),
    ("no kind", {SPOT: {}}, f"{SPOT}.kind", "kind is missing", "write on_demand"),
    ("a kind by itself", {SPOT: "spot"}, SPOT, "a mapping with the keys", "write a mapping"),
    ("one option, not in a list", {CAPACITY: {"kind": "spot"}}, CAPACITY, "a list", "dash before each item"),
    ("no options", {CAPACITY: []}, CAPACITY, "a list of at least 1", "leave capacity out"),
    ("true for a count", {"pools[0].nodes": True}, "pools[0].nodes", "true", "mapping"),
    ("a count in quotes", {"pools[0].nodes": "2"}, "pools[0].nodes", "whole number of nodes, not in quotes", "mapping"),
    ("a count in quotes, inside", {"pools[1].nodes.max": "16"}, "pools[1].nodes.max", "a whole number, without quotes", "whole number"),
    ("true for a count, inside", {"pools[1].nodes.max": True}, "pools[1].nodes.max", "a whole number", "whole number"),
    ("a fraction of a node", {"pools[1].nodes.max": 1.5}, "pools[1].nodes.max", "a whole number", "whole number"),
    ("a negative count", {"pools[1].nodes.min": -1}, "pools[1].nodes.min", "at least 0", "at least 0"),
    ("a missing count", {"pools[1].nodes": {"min": 0, "max": 1}}, "pools[1].nodes.desired", "is missing", "add desired"),
    ("a count beyond all numbers", {"pools[1].nodes.max": 10**400}, "pools[1].nodes.max", "2^63", "the number that is meant"),
    ("a text for true", {"pools[1].efa": "yes"}, "pools[1].efa", "true or false", "true or false"),
    ("a purpose misspelt", {"pools[1].purpose": "trainig"}, "pools[1].purpose", "training, inference or system", "did you mean training?"),
    ("a missing tag", {"tags.owner": REMOVED}, "tags.owner", "is missing: person or mailbox", "add owner"),
    ("no tags", {"tags": REMOVED}, "tags", "is missing: who pays", "add tags"),
    ("null for text", {"tags.owner": None}, "tags.owner", "null", "one text"),
    ("a YAML date", {"expires_at": datetime.datetime(2026, 12, 24, tzinfo=datetime.UTC)}, "expires_at", "2026-12-24T00:00:00", "in quotes"),
    ("a moment without offset", {"expires_at": "2026-12-24T00:00:00"}, "expires_at", "offset from UTC", "2026-12-24T00:00:00Z"),
    ("no moment at all", {"expires_at": "Christmas"}, "expires_at", "Christmas", "ISO 8601"),
    ("beyond year 9999", {"expires_at": "9999-12-31T23:59:59-14:00"}, "expires_at", "years in UTC are 1 to 9999", "that is meant"),
    ("before year 1", {"expires_at": "0001-01-01T00:00:00+14:00"}, "expires_at", "years in UTC are 1 to 9999", "that is meant"),
    ("an image without patch level", {RELEASE: "1.34-20261105"}, RELEASE, "patch level", "aws ssm get-parameter"),
    ("host bits in a range", {"network.cidr": "10.0.0.1/16"}, "network.cidr", "10.0.0.1/16", "first address"),
    ("two networks at once", {"network.from_stack": "aws-base"}, "network.cidr", "known keys: from_stack", "leave cidr out"),
    ("half a network", {"network": {"cidr": "10.0.0.0/16"}}, "network.nat", "is missing: gateway", "add nat"),
    ("no network in it", {"network": 5}, "network", "5", "a mapping"),
    ("no role", {"control_plane.admins": ["platform"]}, "control_plane.admins[0]", "an IAM role ARN", "role/platform"),
    ("days that CloudWatch lacks", {"control_plane.log_retention_days": 91}, "control_plane.log_retention_days", "91", "90"),
    ("true for days", {"control_plane.log_retention_days": True}, "control_plane.log_retention_days", "true", "whole number"),
    ("a key that is a number", {"tags": {**WHOLE["tags"], 7: "x"}}, "tags.7", "keys that are text", "in quotes"),
    ("infinity", {"run_id": float("inf")}, "run_id", "finite", "write a number"),
    ("bytes", {"run_id": b"x"}, "run_id", "a bytes", "plain YAML"),
    ("half a character", {"run_id": "\ud800"}, "run_id", "UTF-8", "type the text again"),
]  # fmt: skip

FURTHER_MISTAKES = [
    ("a day that is none", {RELEASE: "1.34.1-20261399"}, RELEASE, "1.34.1-20261399", "aws ssm get-parameter"),
    ("latest (case K07)", {RELEASE: "latest"}, RELEASE, "a full AMI release version", "aws ssm get-parameter"),
    (
        "a look-up for an image (case K07)",
        {"image": {**OWN_IMAGE, "id": "resolve:ssm:/x"}},
        "image.id",
        "the id of one image",
        "the id itself",
    ),
    ("an image without architecture", {"image": {"id": OWN_IMAGE["id"]}}, "image.architecture", "is missing", "add architecture"),
    (
        "a release and an image",
        {"image": {**OWN_IMAGE, "eks_release": "1.34.1-20261105"}},
        "image.id",
        "known keys: eks_release",
        "leave id out",
    ),
    (
        "a manifest's sum cut short",
        {"image": {**OWN_IMAGE, "manifest_sha256": "ab"}},
        "image.manifest_sha256",
        "64 lower-case",
        "sha256sum",
    ),
    (
        "a subnet in an interface (case K13)",
        {NICS: [{**NIC, "subnet_id": "subnet-1"}]},
        f"{NICS}[0].subnet_id",
        "known keys: card",
        "leave",
    ),
    ("no interfaces", {NICS: []}, NICS, "a list of at least 1", "leave network_interfaces out"),
    ("an unknown interface type", {NICS: [{**NIC, "type": "efa_only"}]}, f"{NICS}[0].type", "efa-only", "did you mean efa-only?"),
    (
        "a deployment of another kind",
        {SCRATCH: {**FSX, "deployment": "PERSISTENT_1"}},
        f"{SCRATCH}.deployment",
        "PERSISTENT_1",
        "persistent_2?",
    ),
    ("no size", {SCRATCH: {"kind": "fsx_lustre", "deployment": "scratch_2"}}, f"{SCRATCH}.capacity_gib", "is missing", "add capacity_gib"),
    ("no address", {SCRATCH: {**FSX, "import_from": "atlas"}}, f"{SCRATCH}.import_from", "s3://bucket", "s3://atlas-tokens/v2"),
    (
        "no address in a list",
        {SCRATCH: {**FSX, "import_from": [{"s3": "x", "path": "/"}]}},
        f"{SCRATCH}.import_from[0].s3",
        "s3://",
        "s3://",
    ),
    (
        "a path upwards",
        {SCRATCH: {**FSX, "import_from": [{"s3": "s3://a-b", "path": "/a/.."}]}},
        f"{SCRATCH}.import_from[0].path",
        "/",
        "without",
    ),
    ("a mount over the system", {SCRATCH: {**FSX, "mount_path": "/usr/local"}}, f"{SCRATCH}.mount_path", "outside /bin", "/scratch"),
    (
        "a base's file system with a size",
        {SCRATCH: {"from_stack": "b", "capacity_gib": 1}},
        f"{SCRATCH}.capacity_gib",
        "known keys: from",
        "leave",
    ),
    ("an existing network without ids", {"network": {"existing": {}}}, "network.existing.vpc_id", "is missing", "add vpc_id"),
    (
        "no id of a subnet",
        {"network": {"existing": {**IDS, "gpu_subnet_id": "s"}}},
        "network.existing.gpu_subnet_id",
        "subnet- and",
        "subnet-0",
    ),
    ("an unknown endpoint", {"network.endpoints": ["ecr-api"]}, "network.endpoints", "ecr-api is none of them", "leave ecr-api out"),
    ("an unknown set of endpoints", {"network.endpoints": "some"}, "network.endpoints", "all or needed", "write needed"),
    ("days of flow logs", {"network.flow_logs": {"retention_days": 91}}, "network.flow_logs.retention_days", "91", "90"),
    ("a tag that is a number", {"extra_tags": {"a": 1}}, "extra_tags.a", "1, a number", "quotes"),
    ("a key of whom", {"encryption": "own"}, "encryption", "own_key or account_default", "did you mean own_key?"),
    ("a stack's name with a space", {"network": {"from_stack": "a b"}}, "network.from_stack", "a stack's name", "pulumi stack ls"),
    (
        "a look-alike in a role",
        {"control_plane.admins": ["arn:aws:iam::123456789012:role/pl\u0430tform"]},
        "control_plane.admins[0]",
        "character 34 is U+0430 CYRILLIC SMALL LETTER A",
        "leave it out",
    ),
    ("a look-alike in a zone", {"zone": "use1\u2013az2"}, "zone", "character 5 is U+2013 EN DASH", "plain hyphen"),
    (
        "a look-alike in a reservation",
        {f"{BLOCK}.reservation": "cr\u20100123456789abcdef0"},
        f"{BLOCK}.reservation",
        "U+2010",
        "plain hyphen",
    ),
]


@pytest.mark.parametrize(
    ("changes", "path", "says", "remedy"), [pytest.param(*row[1:], id=row[0]) for row in (*MISTAKES, *FURTHER_MISTAKES)]
)
def test_each_mistake_says_where_what_and_what_instead(changes, path, says, remedy):
    reading = read_declaration(changed(changes))
    assert reading.cluster is None
    found = {problem.path: problem for problem in reading.problems}
    assert path in found, found
    assert says in found[path].message
    assert remedy in found[path].remedy
    assert found[path].value in found[path].message
    assert found[path].limit in found[path].message


def test_a_good_declaration_becomes_the_typed_tree():
    cluster = read_declaration(WHOLE).cluster
    assert cluster is not None
    assert cluster.expires_at == datetime.datetime(2026, 12, 24, tzinfo=datetime.UTC)
    system, train, serve = cluster.pools
    assert (system.nodes.min, system.nodes.desired, system.nodes.max) == (2, 2, 2)
    assert [option.kind for option in train.capacity] == [CapacityKind.CAPACITY_BLOCK, CapacityKind.SPOT]
    assert [option.kind for option in serve.capacity] == [CapacityKind.ON_DEMAND]
    assert isinstance(cluster.network, OwnNetwork)
    assert cluster.zone_of(train) == "use1-az2"
    assert cluster.image_of(train) == cluster.image
    assert isinstance(read_declaration(changed({"network": {"from_stack": "aws-base"}})).cluster.network, BaseNetwork)


def test_the_further_forms_become_the_typed_tree():
    cluster = read_declaration(
        changed(
            {
                "network": {"existing": IDS},
                "image": OWN_IMAGE,
                "pools[0].image": {"eks_release": "1.34.1-20261105"},
                NICS: [NIC, {**NIC, "device": 1, "type": "efa-only"}],
                SCRATCH: {**FSX, "import_from": "s3://atlas-tokens/v2"},
            }
        )
    ).cluster
    assert cluster is not None
    assert isinstance(cluster.network, ExistingNetwork)
    assert cluster.network.existing.control_plane_subnet_ids == tuple(SUBNETS)
    assert isinstance(cluster.image_of(cluster.pools[1]), CustomImage)
    assert isinstance(cluster.image_of(cluster.pools[0]), ReleaseImage)
    assert [interface.carries_fabric for interface in cluster.pools[1].network_interfaces] == [False, True]
    assert [(link.s3, link.path) for link in cluster.storage.scratch.import_from] == [("s3://atlas-tokens/v2", "/")]
    assert cluster.storage.scratch.mount_path == "/scratch"
    assert cluster.encryption == "own_key"


def test_words_stand_for_sets_of_endpoints():
    found = {word: read_declaration(changed({"network.endpoints": word})).cluster.network.endpoints for word in ("all", "needed")}
    assert found == {"all": tuple(InterfaceEndpoint), "needed": NEEDED_ENDPOINTS}
    assert read_declaration(WHOLE).cluster.network.endpoints == ()


def test_all_mistakes_are_reported_at_once():
    reading = read_declaration(changed({"zone": "us-east-1a", "account": 1, "tags.owner": REMOVED, "pools[0].nodes": "2"}))
    assert [problem.path for problem in reading.problems] == ["account", "pools[0].nodes", "tags.owner", "zone"]


@pytest.mark.parametrize("raw", [None, [], "", 5, {}, {"": {}}, [[[]]], object()])
def test_what_is_no_declaration_at_all_is_a_problem(raw):
    reading = read_declaration(raw)
    assert reading.cluster is None
    assert reading.problems


def test_a_number_too_long_to_be_written_is_a_problem():
    assert [problem.value for problem in read_declaration(changed({"run_id": 10**5000})).problems] == ["a number beyond 2^63"]


def test_a_value_that_contains_itself_is_a_problem():
    raw = changed({})
    raw["storage"]["checkpoints"] = raw
    assert read_declaration(raw).problems[0].remedy.startswith("write it flat")


def paths(value, here=()):
    yield here
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in children:
        yield from paths(inner, (*here, key))


def written(steps):
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


FIELDS = sorted({written(steps) for steps in paths(WHOLE) if steps})
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.dates() | st.datetimes() | st.just(10**4000)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.integers() | st.none(), inner, max_size=3),
    max_leaves=8,
)


def assert_reads_without_raising(raw):
    reading = read_declaration(raw)
    assert (reading.cluster is None) == bool(reading.problems)
    for problem in reading.problems:
        assert all((problem.rule, problem.path, problem.value, problem.limit, problem.message, problem.remedy))
        assert problem.value in problem.message
        assert problem.limit in problem.message
        assert problem.message.isprintable()


@settings(deadline=None, max_examples=300)
@given(field=st.sampled_from(FIELDS), junk=JUNK)
def test_no_value_of_any_field_raises(field, junk):
    assert_reads_without_raising(changed({field: junk}))


@settings(deadline=None, max_examples=100)
@given(field=st.sampled_from(FIELDS), key=st.text(max_size=12), junk=JUNK)
def test_no_further_key_anywhere_raises(field, key, junk):
    raw = changed({})
    parent = changed({f"{field}": {key: junk}})
    assert_reads_without_raising(parent)
    assert_reads_without_raising({**raw, key: junk})


@settings(deadline=None, max_examples=100)
@given(junk=JUNK)
def test_no_document_raises(junk):
    assert_reads_without_raising(junk)


def test_a_stack_file_holds_the_declaration_under_its_key(tmp_path):
    file = tmp_path / "Pulumi.x.yaml"
    file.write_text(f"config:\n  other:key: 1\n  {CONFIG_KEY}: {{name: atlas}}\n")
    assert read_stack_file(file) == {"name": "atlas"}
    assert read_declaration_file(file) == {"name": "atlas"}


def test_a_file_may_hold_a_declaration_alone(tmp_path):
    file = tmp_path / "atlas.yaml"
    file.write_text("name: atlas\n")
    assert read_declaration_file(file) == {"name": "atlas"}
    with pytest.raises(DeclarationFileError, match="has no gpu-clusters:cluster under config"):
        read_stack_file(file)


BAD_FILES = [
    ("empty", b"", "holds nothing"),
    ("a list", b"- 1\n", "holds list"),
    ("no YAML", b"a: [", "is not valid YAML"),
    ("a date that is none", b"a: 2026-13-45\n", "is not valid YAML"),
    ("not UTF-8", b"a: \xff\xfe\n", "cannot be read"),
    ("a key written twice", b"name: a\nzone: b\nname: c\n", "the key name is written twice"),
    ("an inner key written twice", b"tags: {team: a, team: b}\n", "the key team is written twice"),
    ("a tag of Python", b"a: !!python/object/apply:os.getcwd []\n", "is not valid YAML"),
    ("brackets without end", b"[" * 5000, "is not valid YAML"),
    ("a declaration that is text", f"config: {{'{CONFIG_KEY}': hello}}\n".encode(), "holds str"),
    ("a config without one", b"config: {}\n", "write the declaration there"),
]


@pytest.mark.parametrize(("content", "says"), [row[1:] for row in BAD_FILES], ids=[row[0] for row in BAD_FILES])
def test_a_file_that_holds_no_declaration_is_one_clear_line(tmp_path, content, says):
    file = tmp_path / "bad.yaml"
    file.write_bytes(content)
    with pytest.raises(DeclarationFileError) as caught:
        read_declaration_file(file)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_missing_or_a_folder_is_one_clear_line(tmp_path):
    with pytest.raises(DeclarationFileError, match="does not exist"):
        read_declaration_file(tmp_path / "none.yaml")
    with pytest.raises(DeclarationFileError, match="cannot be read"):
        read_declaration_file(Path(tmp_path))


def test_merge_keys_are_not_taken_for_keys_written_twice(tmp_path):
    file = tmp_path / "merged.yaml"
    file.write_text("a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: *a\n  <<: *b\n")
    assert read_declaration_file(file)["c"] == {"x": 1, "y": 2}


def test_aliases_and_merge_keys_that_multiply_are_refused_before_they_are_built(tmp_path):
    names = "abcdefghij"
    pairs = list(itertools.pairwise(names))
    lists = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairs)
    merges = "a: &a {x: 1}\n" + "".join(f"{b}: &{b} {{<<: [{', '.join([f'*{a}'] * 9)}]}}\n" for a, b in pairs)
    for number, text in enumerate((lists, merges)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text)
        with pytest.raises(DeclarationFileError, match=r"holds more than 10000 values; it must hold at most 10000: write only") as caught:
            read_declaration_file(file)
        assert str(file) in str(caught.value)


def test_a_file_that_is_far_too_long_is_not_parsed(tmp_path):
    file = tmp_path / "long.yaml"
    file.write_text("name: [" + "x" * MAX_CHARACTERS)
    with pytest.raises(DeclarationFileError, match=r"has more than 1000000 characters; it must be at most 1000000"):
        read_declaration_file(file)


def test_plain_data_of_too_many_values_is_one_problem():
    (problem,) = read_declaration({**WHOLE, "extra": [[b"x"] * 1000] * 60}).problems
    assert "more than 10000 values" in problem.message


def test_hundreds_of_pools_are_one_problem():
    (problem,) = read_declaration(changed({"pools": [WHOLE["pools"][0]] * 400})).problems
    assert (problem.path, problem.value, problem.remedy) == ("pools", "a list of 400", "leave out 250")
    assert "at most 150" in problem.limit
