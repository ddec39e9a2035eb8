"""The one table of who answers, guards, follows and degrades which operation."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from rehearsal.world.calls import Call
from rehearsal.world.faults import Fault

PASS: Final = object()
"""A handler's word for: not mine, let moto answer."""

Operation = tuple[str, str]
Answerer = Callable[[Call], Any]
Guard = Callable[[Call], None]
Degrader = Callable[[Call, Fault], None]

ANSWERS: Final[dict[Operation, Answerer]] = {}
"""Operations that moto lacks or answers too lightly."""
GUARDS: Final[dict[Operation, list[Guard]]] = defaultdict(list)
"""Refusals before anybody answers."""
FOLLOWERS: Final[dict[Operation, list[Guard]]] = defaultdict(list)
"""What else happens once moto or a handler has answered without an error."""
DEGRADERS: Final[dict[Operation, Degrader]] = {}
"""How a thing that was just made becomes unhealthy."""


def answers(service: str, *operations: str) -> Callable[[Answerer], Answerer]:
    """The decorated function answers these operations, or says PASS."""

    def register(function: Answerer) -> Answerer:
        for operation in operations:
            if (service, operation) in ANSWERS:
                raise ValueError(f"{service}.{operation} is answered twice: keep one of {ANSWERS[service, operation]} and {function}")
            ANSWERS[service, operation] = function
        return function

    return register


def guards(service: str, *operations: str) -> Callable[[Guard], Guard]:
    """The decorated function may refuse these operations."""

    def register(function: Guard) -> Guard:
        for operation in operations:
            GUARDS[service, operation].append(function)
        return function

    return register


def follows(service: str, *operations: str) -> Callable[[Guard], Guard]:
    """The decorated function runs after these operations succeeded."""

    def register(function: Guard) -> Guard:
        for operation in operations:
            FOLLOWERS[service, operation].append(function)
        return function

    return register


def degrades(service: str, *operations: str) -> Callable[[Degrader], Degrader]:
    """The decorated function makes unhealthy what one of these operations just made."""

    def register(function: Degrader) -> Degrader:
        for operation in operations:
            DEGRADERS[service, operation] = function
        return function

    return register
