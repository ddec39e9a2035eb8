"""When two inputs mean the same, and which parts of a changed input differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rehearsal.shim.kind import Value

# Properties that the real provider keeps as sets, whose order means nothing (pulumi_aws 7.51.1 schema: TypeSet).
UNORDERED = frozenset(
    {
        "enabledClusterLogTypes",
        "kubernetesGroups",
        "namespaces",
        "publicAccessCidrs",
        "routeTableIds",
        "securityGroupIds",
        "securityGroups",
        "subnetIds",
        "taints",
        "vpcSecurityGroupIds",
    }
)

# What the real provider takes for unset (Terraform's zero values), except in switches that are on when nothing is said.
_EMPTY: tuple[Value, ...] = (None, "", [], {}, False)
_ON_UNLESS_SAID = frozenset(
    {"endpointPublicAccess", "bootstrapClusterCreatorAdminPermissions", "enableDnsSupport", "deleteOnTermination", "isEnabled"}
)


class Edit(StrEnum):
    """What happened to one part of an input."""

    ADD = "add"
    DELETE = "delete"
    UPDATE = "update"


@dataclass(frozen=True)
class Difference:
    """One changed part, by its path from the resource: `scalingConfig.desiredSize`, `networkInterfaces[1].interfaceType`."""

    path: str
    edit: Edit


def _document(text: str) -> Value:
    """A text's meaning when it is a JSON object or list, else the text."""
    if text[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _scalar(value: Value) -> Value:
    """Booleans and numbers given as text, and documents, by what they mean."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(int(value)) if float(value).is_integer() else str(value)
    return _document(value) if isinstance(value, str) else value


# Properties that name a key by its id or its ARN, which the real provider takes for the same (kms/alias.go).
_BY_ID_OR_ARN = frozenset({"targetKeyId"})


def same(one: Value, other: Value, name: str = "") -> bool:
    """Whether two values of a property mean the same to the real provider, for which empty is unset."""
    if one in _EMPTY and other in _EMPTY and name not in _ON_UNLESS_SAID:
        return True
    if name in _BY_ID_OR_ARN and isinstance(one, str) and isinstance(other, str):
        return one.rpartition("/")[2] == other.rpartition("/")[2]
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(same(one.get(key), other.get(key), key) for key in one.keys() | other.keys())
    if isinstance(one, list) and isinstance(other, list):
        if name in UNORDERED:
            return sorted(map(_ordering, one)) == sorted(map(_ordering, other))
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return bool(_scalar(one) == _scalar(other))


def _ordering(value: Value) -> str:
    return json.dumps(value, sort_keys=True)


def differences(old: Value, new: Value, path: str = "", name: str = "") -> Iterator[Difference]:
    """Every part that differs, as deep as both sides have the same form."""
    if same(old, new, name):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), _step(path, key), key)
    elif isinstance(old, list) and isinstance(new, list) and name not in UNORDERED:
        for index in range(max(len(old), len(new))):
            before, after = (side[index] if index < len(side) else None for side in (old, new))
            yield from differences(before, after, f"{path}[{index}]")
    else:
        yield Difference(path, Edit.ADD if old is None else Edit.DELETE if new is None else Edit.UPDATE)


def _step(path: str, key: str) -> str:
    """One level deeper; keys with dots or brackets (tags, labels) are quoted as the engine wants them."""
    if not key.replace("_", "").replace("-", "").isalnum():
        return f'{path}["{key}"]'
    return f"{path}.{key}" if path else key
