"""Sizes of a scratch file system, with and without EFA."""

import pytest

from declaration.rules.scratch_capacity import EFA_STEP_GIB, scratch_capacity
from tests.support.declarations import Row, problems_of, table_tests

RULE = scratch_capacity
PATH = "storage.scratch.capacity_gib"


def scratch(size: int, **more: object) -> dict[str, object]:
    said = {"kind": "fsx_lustre", "deployment": "persistent_2", "throughput_mbps_per_tib": 250, "capacity_gib": size, **more}
    return {"storage.scratch": said}


ACCEPTS = (
    Row("none", {}),
    Row("a base stack's", {"storage.scratch": {"from_stack": "aws-base"}}),
    *(Row(f"{size} GiB", scratch(size)) for size in (1200, 2400, 4800, 7200, 19200)),
    *(Row(f"{step} GiB with EFA", scratch(2 * step, efa=True, throughput_mbps_per_tib=tier)) for tier, step in EFA_STEP_GIB.items()),
)
REFUSES = (
    Row("one too many", scratch(1201), PATH, ("1201", "1200 or a multiple of 2400 GiB", "write 1200 or 2400")),
    Row("between two steps", scratch(3600), PATH, ("3600", "write 2400 or 4800")),
    Row("TB for GiB", scratch(6), PATH, ("6;", "write 1200 or 2400")),
    Row("another", scratch(24), PATH, ("24;",)),
    Row("nothing", scratch(0), PATH, ("write 1200 or 2400",)),
    Row("negative", scratch(-2400), PATH, ("-2400", "write 1200 or 2400")),
    Row("EFA, a step of another tier", scratch(9600, efa=True), PATH, ("a multiple of 19200 GiB with EFA and 250", "write 19200")),
    Row("EFA, the smallest size", scratch(1200, efa=True, throughput_mbps_per_tib=1000), PATH, ("4800", "write 4800")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("size", [-5, 0, 1, 1199, 1201, 2399, 2401, 100_001])
@pytest.mark.parametrize("more", [{}, {"efa": True}])
def test_every_size_that_the_remedy_names_is_accepted(size, more):
    (found,) = problems_of(RULE, Row("", scratch(size, **more)))
    for word in found.remedy.removeprefix("write ").replace(",", " or").split(" or "):
        assert problems_of(RULE, Row("", scratch(int(word), **more))) == []
