"""Interfaces that a user lays out."""

import pytest
from pydantic import ValidationError

from declaration.interfaces import InterfaceType, NetworkInterface


@pytest.mark.parametrize(("kind", "fabric"), [("interface", False), ("efa", True), ("efa-only", True)])
def test_both_kinds_of_efa_carry_the_fabric(kind, fabric):
    interface = NetworkInterface(card=0, device=1, type=kind)
    assert interface.carries_fabric is fabric
    assert interface.type is InterfaceType(kind)


@pytest.mark.parametrize("changes", [{"card": -1}, {"device": -1}, {"type": "efa_only"}, {"subnet": "subnet-1"}, {"card": None}])
def test_what_is_no_place_or_no_type_is_refused(changes):
    with pytest.raises(ValidationError):
        NetworkInterface.model_validate({"card": 0, "device": 0, "type": "interface", **changes})
