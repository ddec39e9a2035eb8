"""Availability zones of the simulated cloud: names and ids, from moto's record."""

from typing import Final

from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

ZONES: Final = RegionsAndZonesBackend.zones


def zone_name(region: str, zone_id: str) -> str | None:
    """The name of a zone by its id; None if the region has no such zone."""
    return next((str(zone.name) for zone in ZONES.get(region, ()) if zone.zone_id == zone_id), None)


def zone_id(region: str, name: str) -> str | None:
    """The id of a zone by its name; None if the region has no such zone."""
    return next((str(zone.zone_id) for zone in ZONES.get(region, ()) if zone.name == name), None)


def zone_ids(region: str) -> tuple[str, ...]:
    """The ids of a region's zones."""
    return tuple(str(zone.zone_id) for zone in ZONES.get(region, ()))
