"""Tags: one spelling, stable ones apart from moving ones."""

from declaration.reading import read_declaration
from declaration.tagging import MOVING_TAG_KEYS, REQUIRED_TAG_KEYS, TAG_KEYS, Tagging
from tests.support.declarations import REMOVED, changed


def tagging(**changes):
    return Tagging.of(read_declaration(changed(changes)).cluster)


def test_stable_tags_are_the_required_keys_in_the_clouds_spelling():
    tags = tagging()
    assert tuple(tags.stable) == REQUIRED_TAG_KEYS
    assert tags.stable == {
        "team": "foundation",
        "project": "atlas",
        "owner": "atlas@mail.test",
        "cost-center": "cc-42",
        "environment": "production",
        "managed-by": "gpu-clusters",
        "cluster": "atlas",
    }
    assert tags.named("atlas-vpc") == {**tags.stable, "Name": "atlas-vpc"}


def test_what_moves_stays_out_of_the_stable_tags():
    tags = tagging(expires_at="2026-12-24T02:00:00+02:00", run_id="run-8")
    assert tags.moving == {"expires-at": "2026-12-24T00:00:00Z", "run-id": "run-8"}
    assert tuple(tags.moving) == MOVING_TAG_KEYS
    assert tags.stable == tagging().stable
    assert set(TAG_KEYS) == {*tags.stable, *tags.moving}


def test_what_is_not_set_is_no_tag():
    assert tagging(expires_at=REMOVED, run_id=REMOVED).moving == {}


def test_extra_tags_join_ours_and_a_pools_win_over_the_clusters():
    raw = {"extra_tags": {"queue": "slow", "tier": "1"}, "pools[1].extra_tags": {"queue": "fast", "run": "7"}}
    cluster = read_declaration(changed(raw)).cluster
    tags = Tagging.of(cluster)
    assert tags.stable == {**tagging().stable, "queue": "slow", "tier": "1"}
    assert tags.with_pool(cluster.pools[1]).stable == {**tagging().stable, "queue": "fast", "tier": "1", "run": "7"}
    assert tags.with_pool(cluster.pools[0]).stable == tags.stable
    assert tags.with_pool(cluster.pools[1]).moving == tags.moving


def test_no_extra_tag_hides_one_of_ours():
    cluster = read_declaration(changed({"extra_tags": {"team": "other"}, "pools[1].extra_tags": {"cluster": "other"}})).cluster
    tags = Tagging.of(cluster)
    assert tags.stable == tagging().stable
    assert tags.with_pool(cluster.pools[1]).stable == tagging().stable
