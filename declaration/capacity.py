"""How a pool's machines are bought: the options, in the order in which a pool prefers them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from declaration.model import Part
from declaration.words import ReservationId

RESERVATION_DIGITS = 8
"""Last hexadecimal digits of a reservation's id by which its node group is named; a rule refuses a pool in which two agree in them."""


class CapacityKind(StrEnum):
    """The kinds of capacity, as a declaration spells them."""

    ON_DEMAND = "on_demand"
    SPOT = "spot"
    CAPACITY_BLOCK = "capacity_block"
    RESERVATION = "reservation"


class OnDemand(Part):
    """Machines bought by the second at the list price."""

    kind: Literal[CapacityKind.ON_DEMAND] = CapacityKind.ON_DEMAND


class Spot(Part):
    """Spare machines at a lower price, taken back with two minutes' notice."""

    kind: Literal[CapacityKind.SPOT] = CapacityKind.SPOT


class CapacityBlock(Part):
    """Machines of a capacity block: paid up front for fixed days, terminated at its end; bought outside this program."""

    kind: Literal[CapacityKind.CAPACITY_BLOCK] = CapacityKind.CAPACITY_BLOCK
    reservation: ReservationId = Field(description="id of the block's reservation, cr-…; `aws ec2 describe-capacity-reservations` shows it")


class Reservation(Part):
    """Machines of an on-demand capacity reservation, billed from its creation whether used or not."""

    kind: Literal[CapacityKind.RESERVATION] = CapacityKind.RESERVATION
    reservation: ReservationId = Field(description="id of the reservation, cr-…")


CapacityOption = Annotated[OnDemand | Spot | CapacityBlock | Reservation, Field(discriminator="kind")]
"""One way to buy a pool's machines, told apart by its `kind`."""
