"""S3 prefixes linked to a scratch file system."""

import pytest

from declaration.problems import Level
from declaration.rules.scratch_repositories import scratch_repositories
from tests.support.declarations import Row, problems_of, table_tests

RULE = scratch_repositories
IMPORTS = "storage.scratch.import_from"


def scratch(*links: tuple[str, str], **more: object) -> dict[str, object]:
    listed = [{"s3": s3, "path": path} for s3, path in links]
    return {"storage.scratch": {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200, "import_from": listed, **more}}


ACCEPTS = (
    Row("none", {}),
    Row("one address", scratch(import_from="s3://atlas-tokens/v2", export=True)),
    Row("eight side by side", scratch(*((f"s3://atlas-tokens/v{i}", f"/v{i}") for i in range(8)))),
    Row("checkpoints that are read only", scratch(("s3://atlas-checkpoints-123456789012-us-east-1/x", "/x"))),
    Row("export beside checkpoints", scratch(("s3://atlas-checkpoints-2/x", "/x"), export=True)),
    Row("a longer name is not within", scratch(("s3://a-b/x", "/tokens"), ("s3://a-b/xy", "/tokens-2"))),
)
REFUSES = (
    Row("export to nothing", scratch(export=True), "storage.scratch.export", ("false without import_from", "import_from: s3://")),
    Row("nine", scratch(*((f"s3://a-b/{i}", f"/{i}") for i in range(9))), IMPORTS, ("lists 9", "at most 8")),
    Row(
        "one prefix twice",
        scratch(("s3://a-b/x", "/one"), ("s3://a-b/x/", "/two")),
        f"{IMPORTS}[1].s3",
        ("s3://a-b/x/ overlaps with import_from[0]", "apart from all others"),
    ),
    Row("one folder twice", scratch(("s3://a-b", "/one"), ("s3://a-c", "/one")), f"{IMPORTS}[1].path", ("/one overlaps",)),
    Row("a folder in another", scratch(("s3://a-b", "/one"), ("s3://a-c", "/one/two")), f"{IMPORTS}[1].path", ("side by side",)),
    Row("the root and a folder", scratch(("s3://a-b", "/one"), ("s3://a-c", "/")), f"{IMPORTS}[1].path", ("/ overlaps",)),
    Row("a prefix in another", scratch(("s3://a-b", "/one"), ("s3://a-b/two", "/two")), f"{IMPORTS}[1].s3", ("s3://a-b/two overlaps",)),
    Row(
        "export over the cluster's own checkpoints",
        scratch(("s3://atlas-tokens", "/tokens"), ("s3://atlas-checkpoints-123456789012-us-east-1", "/checkpoints"), export=True),
        f"{IMPORTS}[1].s3",
        ("would be written back over checkpoints", "none that ends in -checkpoints-123456789012-us-east-1", "leave export out"),
    ),
    Row(
        "export over a base's checkpoints",
        scratch(import_from="s3://ground-checkpoints-123456789012-us-east-1/run-7", export=True),
        f"{IMPORTS}[0].s3",
        ("s3://ground-checkpoints-123456789012-us-east-1/run-7 would be",),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("row", REFUSES, ids=lambda row: row.name)
def test_only_prefixes_within_each_other_are_let_pass(row):
    (found,) = problems_of(RULE, row)
    assert found.level is (Level.WARNING if row.name == "a prefix in another" else Level.ERROR)
