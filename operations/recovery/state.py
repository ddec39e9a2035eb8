"""Surgery on an exported state: what is pending, and how a found resource enters. Pure: nothing given is changed."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from operations.engine import Deployment, ExportedState, Operation, ResourceState

# How the engine marks a secret in an exported state (sdk/go/common/resource/properties.go).
SIGNATURE_KEY = "4dabf18193072939515e22adb298388d"

# What says how a bucket behaves may have said it before our create, which only writes over it: to delete it could open a kept bucket.
BUCKET_SETTINGS = frozenset(
    f"aws:s3/{kind[0].lower()}{kind[1:]}:{kind}"
    for kind in (
        "BucketVersioning",
        "BucketPublicAccessBlock",
        "BucketServerSideEncryptionConfiguration",
        "BucketLifecycleConfiguration",
        "BucketPolicy",
    )
)


@dataclass(frozen=True)
class Adoption:
    """A found resource on its way into the state."""

    pending: ResourceState
    id: str
    failed: bool = False
    """Whether the cloud gave up on it: it is then tainted, so that the next up replaces it and destroy deletes it."""


def resources(state: ExportedState) -> list[ResourceState]:
    """The resources of a state, in its order; a stack that never was up has none."""
    return list(state["deployment"].get("resources") or [])


def pending_operations(state: ExportedState) -> list[Operation]:
    """What the engine had begun and not seen end."""
    return list(state["deployment"].get("pending_operations") or [])


def pending_creates(state: ExportedState) -> tuple[ResourceState, ...]:
    """The creates among them that can have made something in a cloud: components and providers live in the state alone."""
    return tuple(
        operation["resource"]
        for operation in pending_operations(state)
        if operation["type"] == "creating"
        and operation["resource"].get("custom")
        and not operation["resource"]["type"].startswith("pulumi:")
    )


def unread_resources(state: ExportedState) -> tuple[ResourceState, ...]:
    """Resources that an earlier recovery put in or touched, and that no refresh has read since."""
    return tuple(resource for resource in resources(state) if resource.get("refreshBeforeUpdate"))


def is_kept(pending: ResourceState) -> bool:
    """Whether a pending create is never deleted by a recovery: its program protects or retains it, or it is a setting of a bucket."""
    return bool(pending.get("protect") or pending.get("retainOnDelete")) or pending["type"] in BUCKET_SETTINGS


def kept_resources(before: ExportedState, after: ExportedState) -> tuple[ResourceState, ...]:
    """What a destroy took out of the state and left in the cloud on purpose."""
    left = {resource["urn"] for resource in resources(after)}
    return tuple(resource for resource in resources(before) if resource.get("retainOnDelete") and resource["urn"] not in left)


def ids_of_type(state: ExportedState, resource_type: str) -> frozenset[str]:
    """Cloud ids that this state holds already for a type, whatever their URN."""
    return frozenset(resource["id"] for resource in resources(state) if resource["type"] == resource_type and resource.get("id"))


def resolved(state: ExportedState, adoptions: Iterable[Adoption]) -> ExportedState:
    """The state with the adopted resources in it and nothing pending; what else was pending is marked to be read before the next step."""
    unsure = {operation["resource"]["urn"] for operation in pending_operations(state) if operation["type"] != "creating"}
    entries = [_to_be_read(resource) if resource["urn"] in unsure else resource for resource in resources(state)]
    for adoption in adoptions:
        entries = _with(entries, _entry(adoption))
    deployment = cast(Deployment, {**state["deployment"], "resources": entries})
    deployment.pop("pending_operations", None)
    return cast(ExportedState, {**state, "deployment": deployment})


def plain_inputs(resource: ResourceState) -> dict[str, object]:
    """The recorded inputs that can be read: a secret is encrypted here, and no look-up may depend on one."""
    return {key: value for key, value in resource.get("inputs", {}).items() if not (isinstance(value, Mapping) and SIGNATURE_KEY in value)}


def provider_inputs(state: ExportedState, resource: ResourceState) -> Mapping[str, object]:
    """The inputs of the explicit provider of a resource; nested ones are JSON text."""
    urn = resource.get("provider", "").rpartition("::")[0]
    return next((plain_inputs(entry) for entry in resources(state) if entry["urn"] == urn), {})


def allowed_accounts(provider: Mapping[str, object]) -> frozenset[str]:
    """The accounts that a provider may reach; empty when it doesn't say."""
    said = provider.get("allowedAccountIds")
    listed = json.loads(said) if isinstance(said, str) else said
    return frozenset(str(account) for account in listed) if isinstance(listed, list) else frozenset()


def _entry(adoption: Adoption) -> ResourceState:
    """The pending resource as one that exists; its outputs are its inputs until the engine reads it, which the flag makes it do first."""
    outputs = adoption.pending.get("outputs") or dict(adoption.pending.get("inputs", {}))
    entry = cast(ResourceState, {**adoption.pending, "id": adoption.id, "outputs": outputs})
    if adoption.failed:
        entry["taint"] = True
    return _to_be_read(entry)


def _to_be_read(resource: ResourceState) -> ResourceState:
    return cast(ResourceState, {**resource, "refreshBeforeUpdate": True})


def _with(entries: list[ResourceState], entry: ResourceState) -> list[ResourceState]:
    """The entry at the end, or, where it replaces one that is still there, right before that one, which is then waiting to be deleted."""
    for index, old in enumerate(entries):
        if old["urn"] == entry["urn"] and old.get("id") == entry["id"]:
            return [*entries[:index], _to_be_read(old), *entries[index + 1 :]]
        if old["urn"] == entry["urn"] and not old.get("delete"):
            return [*entries[:index], entry, *_condemned(old), *entries[index + 1 :]]
    return [*entries, entry]


def _condemned(old: ResourceState) -> Iterator[ResourceState]:
    """What remains of an entry that was being replaced: nothing if it was deleted before its replacement was begun."""
    if not old.get("pendingReplacement"):
        yield cast(ResourceState, {**old, "delete": True})
