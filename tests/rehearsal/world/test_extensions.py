"""Every module that registers something is named in the one list, and the list names nothing else."""

import re
from pathlib import Path

from rehearsal.world.extensions import EXTENSIONS, load_extensions
from rehearsal.world.registry import ANSWERS, DEGRADERS, FOLLOWERS, GUARDS

WORLD = Path(__file__).parents[3] / "rehearsal" / "world"
REGISTERS = re.compile(r"^@(answers|guards|follows|degrades)\(", re.MULTILINE)


def registering():
    """The modules below the world that decorate something into the table."""
    for path in WORLD.rglob("*.py"):
        if REGISTERS.search(path.read_text()):
            yield ".".join(path.relative_to(WORLD).with_suffix("").parts)


def test_nothing_that_registers_is_forgotten() -> None:
    assert sorted(set(registering()) - set(EXTENSIONS)) == []


def test_each_is_named_once_and_is_there() -> None:
    assert len(EXTENSIONS) == len(set(EXTENSIONS))
    assert [name for name in EXTENSIONS if not WORLD.joinpath(*name.split(".")).with_suffix(".py").is_file()] == []


def test_loading_twice_registers_once() -> None:
    load_extensions()
    before = [dict(ANSWERS), {key: list(value) for key, value in GUARDS.items()}, {key: list(value) for key, value in FOLLOWERS.items()}]
    load_extensions()
    assert before == [ANSWERS, GUARDS, FOLLOWERS]
    assert DEGRADERS
