"""Keys as other services look for them: by id, ARN or alias."""

from rehearsal.world.state import WorldState
from rehearsal.world.untyped import Untyped


def forget_deleted(state: WorldState, region: str) -> None:
    """A key whose waiting period is over is gone, with its aliases; moto keeps it for ever."""
    keys, now = state.backend("kms", region).keys, state.clock.now().replace(tzinfo=None)
    for ident in [ident for ident, key in keys.items() if key.deletion_date is not None and key.deletion_date <= now]:
        del keys[ident]


def find_key(state: WorldState, region: str, reference: str) -> Untyped:
    """Moto's key of an id, an ARN, an alias or an alias's ARN in its region; None where there is none."""
    forget_deleted(state, region)
    backend = state.backend("kms", region)
    if reference.startswith("arn:") and reference.split(":")[3] != region:
        return None
    name = backend.get_alias_name(reference)
    ident = backend.get_key_id_from_alias(name) if name.startswith("alias/") else backend.get_key_id(reference)
    return backend.keys.get(ident)


def usable_key(state: WorldState, region: str, reference: str) -> Untyped:
    """The key if something can be encrypted with it now, else None."""
    key = find_key(state, region, reference)
    return key if key is not None and key.key_state == "Enabled" else None
