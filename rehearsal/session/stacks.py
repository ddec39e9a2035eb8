"""Makes the stacks that a command names: a fresh world's back end has none, and `up -s NAME` should simply work there."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

_WORDS = re.compile(r"[\s=]+")
# these make, rename or remove stacks themselves
OWN_STACK_COMMANDS = frozenset({"init", "rename", "rm"})


def stacks_named(argv: Sequence[str], known: Iterable[str]) -> list[str]:
    """The known stacks that a command names anywhere in its arguments, in a shell line too; none where it makes stacks itself."""
    words = [word for argument in argv for word in _WORDS.split(argument.strip("\"'"))]
    if "stack" in words and OWN_STACK_COMMANDS.intersection(words):
        return []
    return [stack for stack in known if stack in words]


def stack_exists(backend: Path, project: str, stack: str) -> bool:
    """Whether the file back end holds this stack, in any of the forms that it writes."""
    return any((backend / ".pulumi" / "stacks" / project).glob(f"{stack}.json*"))
