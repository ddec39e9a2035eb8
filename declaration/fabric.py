"""Which pools get a fabric: said, laid out, or by what they are for."""

from __future__ import annotations

from catalog.machines import Machine
from declaration.pools import Pool, Purpose


def has_efa(pool: Pool, machine: Machine) -> bool:
    """Whether a pool's nodes get EFA interfaces: as said, else as laid out, else where training meets a machine that has them."""
    if pool.efa is not None:
        return pool.efa
    if pool.network_interfaces is not None:
        return any(interface.carries_fabric for interface in pool.network_interfaces)
    return pool.purpose is Purpose.TRAINING and machine.has_efa
