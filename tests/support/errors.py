"""What holds for every module of error types: one tree, shown at its head, and each type says what to do next."""

import inspect
import re
from types import ModuleType


def error_types(module: ModuleType) -> list[type[Exception]]:
    """The error types that a module defines."""
    found = (value for _, value in inspect.getmembers(module, inspect.isclass) if value.__module__ == module.__name__)
    return [value for value in found if issubclass(value, Exception)]


def assert_tree_is_shown(module: ModuleType) -> None:
    """The tree in the module's docstring names each type under its base, and nothing else."""
    shown = re.findall(r"^(?:[├└]── )?(\w+Error)\b", module.__doc__ or "", re.MULTILINE)
    types = {value.__name__: value for value in error_types(module)}
    assert set(shown) == set(types), "the tree at the head of the module is not the module's"
    assert len(shown) == len(set(shown))
    base = types[shown[0]]
    assert all(value is base or base in value.__mro__ for value in types.values())


def assert_each_says_what_next(module: ModuleType) -> None:
    """Each type has a docstring of its own, of more than a name."""
    for value in error_types(module):
        assert value.__doc__, value
        assert value.__doc__ != value.__mro__[1].__doc__, f"{value.__name__} says nothing of its own"
        assert len(value.__doc__.split()) >= 8, f"{value.__name__} does not say what to do next"
