"""All answers, guards and followers of the world: importing the modules named here registers them."""

import importlib
from typing import Final

EXTENSIONS: Final[tuple[str, ...]] = ()


def load_extensions() -> None:
    """Register every extension."""
    for name in EXTENSIONS:
        importlib.import_module(f"rehearsal.world.{name}")
