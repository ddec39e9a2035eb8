"""Keys as other services look for them."""

import datetime

from moto.backends import get_backend

from rehearsal.world.kms.keys import find_key, usable_key
from rehearsal.world.state import WorldState


def test_by_id_arn_and_alias_in_its_region_while_it_lives() -> None:
    state = WorldState()
    backend = get_backend("kms")["123456789012"]["eu-north-1"]
    key = backend.create_key(None, "ENCRYPT_DECRYPT", "SYMMETRIC_DEFAULT", "d", None)
    alias = backend.create_alias(key.id, "alias/atlas")
    for reference in (key.id, key.arn, "alias/atlas", alias.alias_arn):
        assert find_key(state, "eu-north-1", reference) is key
    assert find_key(state, "eu-west-3", key.arn) is None
    assert find_key(state, "eu-north-1", "alias/none") is None
    assert usable_key(state, "eu-north-1", key.id) is key
    backend.schedule_key_deletion(key.id, 7)
    assert usable_key(state, "eu-north-1", key.id) is None
    state.clock.advance(datetime.timedelta(days=8).total_seconds())
    assert find_key(state, "eu-north-1", key.id) is None
