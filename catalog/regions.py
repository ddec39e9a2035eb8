"""What a cloud region has: its zone IDs, and those in which EKS places no control plane."""

from __future__ import annotations

from pydantic import Field

from catalog.facts import Fact, Source


class Region(Fact):
    """One region of one cloud; zones are keyed by ID, since zone names differ from account to account."""

    name: str = Field(description="the cloud's own name; also the file's name")
    cloud: str = Field(description="cloud that runs it; also the folder's name")
    zone_ids: tuple[str, ...] = Field(min_length=2, description="every Availability Zone of the region, by ID")
    local_zone_ids: tuple[str, ...] = Field(
        default=(),
        description="Local Zones that offer a machine of the catalogue, by ID; they hold nodes but no control plane, after an opt-in",
    )
    control_plane_unsupported_zone_ids: tuple[str, ...] = Field(
        default=(), description="zones that EKS refuses for a control plane's subnets; some of them are hidden from newer accounts"
    )
    sources: tuple[Source, ...] = Field(min_length=1)

    @property
    def node_zone_ids(self) -> tuple[str, ...]:
        """The zones that nodes may stand in, Local Zones included."""
        return (*self.zone_ids, *self.local_zone_ids)

    @property
    def control_plane_zone_ids(self) -> tuple[str, ...]:
        """The zones in which EKS places a control plane."""
        return tuple(zone for zone in self.zone_ids if zone not in self.control_plane_unsupported_zone_ids)
