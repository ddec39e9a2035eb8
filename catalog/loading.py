"""Reads the fact files into one frozen Catalog; each file is found by its key, so a lookup never depends on order."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from catalog.facts import CatalogError
from catalog.kubernetes import KubernetesVersions
from catalog.machines import Machine
from catalog.regions import Region

DATA_FOLDER = Path(__file__).parent / "data"

FactT = TypeVar("FactT", bound=BaseModel)


@dataclass(frozen=True)
class Catalog:
    """All facts of the project, by the clouds' own names."""

    machines: Mapping[str, Machine]
    regions: Mapping[str, Region]
    kubernetes: Mapping[str, KubernetesVersions]

    def machines_like(self, machine: Machine, wanted: Callable[[Machine], bool]) -> tuple[str, ...]:
        """Names of the machines for which a condition holds: the same family first, then like accelerators, then like processors."""

        def distance(name: str) -> tuple[bool, bool, float, str]:
            other = self.machines[name]
            processors = abs(math.log2(other.vcpus / machine.vcpus))
            return (other.family != machine.family, other.device_kind is not machine.device_kind, processors, name)

        return tuple(sorted((name for name, other in self.machines.items() if wanted(other)), key=distance))


def load_catalog(root: Path | None = None) -> Catalog:
    """Read every machine, region and list of versions below a data folder, by default the project's own, which is read once."""
    return _own_catalog() if root is None else _read_catalog(root)


@cache
def _own_catalog() -> Catalog:
    return _read_catalog(DATA_FOLDER)


def _read_catalog(root: Path) -> Catalog:
    return Catalog(
        machines=_read_folder(root / "machines", Machine),
        regions=_read_folder(root / "regions", Region),
        kubernetes=_read_folder(root / "kubernetes", KubernetesVersions),
    )


def _read_folder(folder: Path, model: type[FactT]) -> Mapping[str, FactT]:
    """Read `<folder>/<cloud>/<name>.yaml` files; name and cloud in the file must be those of its path."""
    paths = sorted(folder.glob("*/*.yaml"))
    if not paths:
        raise CatalogError(f"{folder} holds no <cloud>/<name>.yaml; point the catalogue at a folder that has at least one")
    found: dict[str, FactT] = {}
    for path in paths:
        if path.stem in found:
            raise CatalogError(f"{path} repeats the key {path.stem} of another cloud's folder; give one of them another name")
        found[path.stem] = _read_fact(path, model)
    return MappingProxyType(found)


def _read_fact(path: Path, model: type[FactT]) -> FactT:
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        fact = model.model_validate(raw)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise CatalogError(
            f"{path} is not a valid {model.__name__}: {' '.join(str(error).split())}; correct the file by its schema"
        ) from error
    key = (getattr(fact, "cloud", None), getattr(fact, "name", None))
    if key != (path.parent.name, path.stem):
        raise CatalogError(f"{path} says cloud and name {key}; write those of its path: {(path.parent.name, path.stem)}")
    return fact
