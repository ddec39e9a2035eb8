"""Which pools get EFA interfaces."""

import pytest

from declaration.fabric import has_efa
from declaration.reading import read_declaration
from tests.support.declarations import catalog_with, changed

PRIMARY = {"card": 0, "device": 0, "type": "interface"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"efa": False}, False),
        ({"purpose": "inference"}, False),
        ({"purpose": "inference", "efa": True}, True),
        ({"machine": "m7i.2xlarge"}, False),
        ({"network_interfaces": [PRIMARY]}, False),
        ({"network_interfaces": [PRIMARY, {"card": 0, "device": 1, "type": "efa-only"}]}, True),
        ({"purpose": "inference", "network_interfaces": [{**PRIMARY, "type": "efa"}]}, True),
    ],
)
def test_as_said_else_as_laid_out_else_for_training_where_the_machine_has_it(changes, expected):
    cluster = read_declaration(changed({f"pools[1].{field}": value for field, value in changes.items()})).cluster
    train = cluster.pools[1]
    assert has_efa(train, catalog_with().machines[train.machine]) is expected
