"""Ways to buy machines: told apart by their kind, with a reservation where there is one to name."""

import pytest
from pydantic import TypeAdapter, ValidationError

from declaration.capacity import CapacityBlock, CapacityKind, CapacityOption, OnDemand, Reservation, Spot

OPTION = TypeAdapter(CapacityOption)
RESERVED = {"reservation": "cr-0123456789abcdef0"}


@pytest.mark.parametrize(
    ("written", "option"),
    [
        ({"kind": "on_demand"}, OnDemand()),
        ({"kind": "spot"}, Spot()),
        ({"kind": "capacity_block", **RESERVED}, CapacityBlock(**RESERVED)),
        ({"kind": "reservation", **RESERVED}, Reservation(**RESERVED)),
    ],
)
def test_the_kind_tells_them_apart(written, option):
    assert OPTION.validate_python(written) == option
    assert OPTION.dump_python(option, mode="json") == written


def test_every_kind_is_an_option():
    reserved = (CapacityKind.CAPACITY_BLOCK, CapacityKind.RESERVATION)
    for kind in CapacityKind:
        assert OPTION.validate_python({"kind": kind, **(RESERVED if kind in reserved else {})}).kind is kind


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"kind": "on-demand"},
        {"kind": "capacity_block"},
        {"kind": "reservation", "reservation": "cr-1"},
        {"kind": "spot", **RESERVED},
        {"kind": "on_demand", "price": 1},
        "spot",
    ],
)
def test_what_lacks_its_reservation_or_has_one_too_many_is_refused(written):
    with pytest.raises(ValidationError):
        OPTION.validate_python(written)
