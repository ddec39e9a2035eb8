"""Pools of the same name, names that grow beyond the cloud's limit, or two node groups of one name."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.capacity import RESERVATION_DIGITS, CapacityBlock, Reservation
from declaration.cluster import ClusterDeclaration
from declaration.pools import Pool
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_GROUP_NAME = 63
"""Characters of an EKS node group's name (EKS API, CreateNodegroup)."""

LONGEST_SUFFIX = len("-spot")
"""What a node group's name adds to `<cluster>-<pool>`: a hyphen and the capacity kind's short name."""

LONGEST_RESERVED_SUFFIX = len("-cb-") + RESERVATION_DIGITS
"""The same for a group that a reservation is bought for."""


@rule("pool-names")
def pool_names(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Pool names are unique, and short enough that `<cluster>-<pool>-<kind>` fits the 63 characters of a node group's name.

    A reservation adds the last 8 digits of its id, in which the reservations of one pool must differ. Source: EKS API, CreateNodegroup.
    """
    names = [pool.name for pool in cluster.pools]
    for index, pool in enumerate(cluster.pools):
        path = path_of("pools", index, "name")
        if pool.name in names[:index]:
            first = names.index(pool.name)
            says = "pool name {value} is taken by pools[{first}]; names must be {limit}"
            yield problem(path, pool.name, "unique in the cluster", says, "give one of the pools another name", first=first)
        longest = MAX_GROUP_NAME - _suffix_length(pool) - len(cluster.name) - 1
        if len(pool.name) > longest:
            limit = f"at most {longest} characters beside the cluster's name of {len(cluster.name)}"
            says = "pool name {value} has {length} characters; it must have {limit}"
            yield problem(path, pool.name, limit, says, "shorten it", length=len(pool.name))
        yield from _look_alike_reservations(index, pool)


def _suffix_length(pool: Pool) -> int:
    reserved = any(isinstance(option, CapacityBlock | Reservation) for option in pool.capacity)
    return LONGEST_RESERVED_SUFFIX if reserved else LONGEST_SUFFIX


def _look_alike_reservations(index: int, pool: Pool) -> Iterator[Problem]:
    """Two reservations that would give their node groups one name; the same one twice is another rule's business."""
    seen: dict[tuple[str, str], str] = {}
    for position, option in enumerate(pool.capacity):
        if not isinstance(option, CapacityBlock | Reservation):
            continue
        first = seen.setdefault((option.kind.value, option.reservation[-RESERVATION_DIGITS:]), option.reservation)
        if first != option.reservation:
            path = path_of("pools", index, "capacity", position, "reservation")
            limit = f"other last {RESERVATION_DIGITS} digits than {first}"
            says = "{value} ends as {first} does, and node groups are named by these digits; within pool {pool} it must have {limit}"
            yield problem(path, option.reservation, limit, says, "give it a pool of its own", first=first, pool=pool.name)
