"""Zones by name and id."""

from rehearsal.world.zones import zone_id, zone_ids, zone_name


def test_names_and_ids_belong_together() -> None:
    for region in ("us-east-1", "us-west-2"):
        for ident in zone_ids(region):
            assert zone_id(region, zone_name(region, ident)) == ident


def test_zone_of_another_region() -> None:
    assert zone_name("us-east-1", "usw2-az1") is None
    assert zone_id("us-east-1", "us-west-2a") is None
