"""A bucket that shall be adopted and belongs to another stack."""

from declaration.rules.checkpoint_adoption import checkpoint_adoption
from tests.support.declarations import REMOVED, Row, table_tests

RULE = checkpoint_adoption
ACCEPTS = (
    Row("made here", {}),
    Row("adopted here", {"storage.checkpoints": {"kind": "bucket", "adopt": True}}),
    Row("a base stack's", {"storage.checkpoints": {"kind": "bucket", "from_stack": "aws-base"}}),
    Row("no checkpoints", {"storage": {}}),
    Row("no storage", {"storage": REMOVED}),
)
REFUSES = (
    Row(
        "both",
        {"storage.checkpoints": {"kind": "bucket", "from_stack": "aws-base", "adopt": True}},
        "storage.checkpoints.adopt",
        ("adopt is true", "stack aws-base"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
