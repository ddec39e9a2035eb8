"""A step of a bootstrap: what should be, whether it is so, and how it is made so."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from botocore.exceptions import ClientError

Value = TypeVar("Value")


@dataclass(frozen=True)
class Step:
    """One thing that should be so. Looking changes nothing; making is only called for what is not so."""

    title: str
    is_so: Callable[[], bool]
    make: Callable[[], None]


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """A step on something that is read and written whole: what is wanted is made from what stands there, so that the rest of it stays."""

    title: str
    read: Callable[[], Value]
    wanted: Callable[[Value], Value]
    write: Callable[[Value], None]

    def as_step(self) -> Step:
        """The step that writes what is wanted, unless it stands there."""
        return Step(self.title, self._is_so, lambda: self.write(self.wanted(self.read())))

    def _is_so(self) -> bool:
        found = self.read()
        return found == self.wanted(found)


@dataclass(frozen=True)
class Finding:
    """A step, and whether it is so already."""

    step: Step
    is_so: bool


def look(steps: Sequence[Step]) -> tuple[Finding, ...]:
    """What is so and what is not, without changing anything."""
    return tuple(Finding(step, step.is_so()) for step in steps)


def make(steps: Sequence[Step]) -> Iterator[Step]:
    """Makes what is not so, in order, and yields each when it is done. Each is looked at once more: a question may have taken hours."""
    for step in steps:
        if not step.is_so():
            step.make()
            yield step


def answer_unless(absent: frozenset[str], call: Callable[[], Value]) -> Value | None:
    """The call's answer, or None where the cloud says by one of these codes that there is nothing; other errors stay errors."""
    try:
        return call()
    except ClientError as error:
        if error.response["Error"]["Code"] in absent:
            return None
        raise
