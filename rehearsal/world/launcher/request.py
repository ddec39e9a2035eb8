"""What is to be launched: RunInstances, fleets and node groups all come down to this."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rehearsal.world.calls import Refusal
from rehearsal.world.state import WorldState
from rehearsal.world.untyped import Untyped

Data = Mapping[str, Any]
MERGED_BY_MEMBER: Final = frozenset(
    {"Placement", "MetadataOptions", "Monitoring", "CapacityReservationSpecification", "InstanceMarketOptions"}
)
"""Structures of a launch template of which a request may override single members."""


@dataclass(frozen=True)
class Interface:
    """One network interface of each instance."""

    card: int
    device: int
    kind: str
    """`interface`, `efa` or `efa-only`."""
    subnet_id: str
    groups: tuple[str, ...]
    public_ip: bool
    address_settings: frozenset[str]
    """Settings that were given and that only an interface with an IP address may have."""
    description: str = ""
    existing_id: str = ""

    @property
    def has_efa(self) -> bool:
        """Whether it counts as an EFA."""
        return self.kind in ("efa", "efa-only")


@dataclass(frozen=True)
class LaunchRequest:
    """Instances of one type in one subnet."""

    instance_type: str
    minimum: int
    maximum: int
    image_id: str
    subnet_id: str
    groups: tuple[str, ...]
    interfaces: tuple[Interface, ...]
    """Empty: one plain interface in the subnet."""
    group_name: str
    """Placement group; empty for none."""
    market: str
    """`on-demand`, `spot` or `capacity-block`."""
    reservation_id: str
    tags: Mapping[str, Mapping[str, str]]
    """Resource type → tags."""
    volumes: tuple[Data, ...]
    data: Data
    """All the data, merged: what moto takes as it is."""
    template: tuple[str, str] | None = None
    """Launch template id and version it came from."""

    def placed_in(self, subnet_id: str) -> "LaunchRequest":
        """The same launch with every interface in one subnet, as an Auto Scaling group chooses it."""
        return replace(self, subnet_id=subnet_id, interfaces=tuple(replace(nic, subnet_id=subnet_id) for nic in self.interfaces))

    def counting(self, minimum: int, maximum: int) -> "LaunchRequest":
        """The same launch with another number of instances."""
        return replace(self, minimum=minimum, maximum=maximum)


def merge(template: Data, given: Data) -> dict[str, Any]:
    """Launch data of a template, overridden by what a request says itself."""
    merged = {**template, **given}
    for key in MERGED_BY_MEMBER & set(template) & set(given):
        merged[key] = {**template[key], **given[key]}
    return merged


def find_template(backend: Untyped, wanted: Data) -> tuple[Untyped, Untyped]:
    """Moto's launch template and the version that is meant."""
    ident, name = wanted.get("LaunchTemplateId"), wanted.get("LaunchTemplateName")
    ident = ident or backend.launch_template_name_to_ids.get(name)
    template = backend.launch_templates.get(ident)
    if template is None and name and not wanted.get("LaunchTemplateId"):
        message = f"The specified launch template, with template name {name}, does not exist."
        raise Refusal("InvalidLaunchTemplateName.NotFoundException", message)
    if template is None:
        raise Refusal("InvalidLaunchTemplateId.NotFound", f"The specified launch template, with template ID {ident}, does not exist.")
    number = str(wanted.get("Version") or template.default_version_number)
    known = {"$latest": template.latest_version(), "$default": template.default_version()}
    version = known.get(number.lower()) or next((each for each in template.versions if str(each.number) == number), None)
    if version is None:
        message = f"Could not find the specified version {number} for the launch template with ID {ident}."
        raise Refusal("InvalidLaunchTemplateId.VersionNotFound", message)
    return template, version


def read_request(state: WorldState, region: str, params: Data) -> LaunchRequest:
    """The launch that RunInstances parameters ask for."""
    backend, template = state.backend("ec2", region), None
    data = dict(params)
    if wanted := params.get("LaunchTemplate"):
        found, version = find_template(backend, wanted)
        template = (str(found.id), str(version.number))
        data = merge(version.data, {key: value for key, value in params.items() if key != "LaunchTemplate"})
    return from_data(data, int(params.get("MinCount", 1)), int(params.get("MaxCount", 1)), template)


def from_data(data: Data, minimum: int, maximum: int, template: tuple[str, str] | None) -> LaunchRequest:
    """A launch from merged launch data."""
    placement, market = data.get("Placement") or {}, data.get("InstanceMarketOptions") or {}
    target = (data.get("CapacityReservationSpecification") or {}).get("CapacityReservationTarget") or {}
    interfaces = tuple(to_interface(nic) for nic in data.get("NetworkInterfaces") or ())
    tags: dict[str, dict[str, str]] = {}
    for spec in data.get("TagSpecifications") or ():
        tags.setdefault(spec.get("ResourceType", ""), {}).update({tag["Key"]: tag.get("Value", "") for tag in spec.get("Tags") or ()})
    return LaunchRequest(
        instance_type=str(data.get("InstanceType") or "m1.small"),
        minimum=minimum,
        maximum=maximum,
        image_id=str(data.get("ImageId") or ""),
        subnet_id=str(data.get("SubnetId") or next((nic.subnet_id for nic in interfaces if nic.subnet_id), "")),
        groups=tuple(data.get("SecurityGroupIds") or ()),
        interfaces=interfaces,
        group_name=str(placement.get("GroupName") or placement.get("GroupId") or ""),
        market=str(market.get("MarketType") or ("spot" if market else "on-demand")),
        reservation_id=str(target.get("CapacityReservationId") or ""),
        tags=tags,
        volumes=tuple(data.get("BlockDeviceMappings") or ()),
        data=data,
        template=template,
    )


WITH_ADDRESS: Final = (
    "AssociatePublicIpAddress",
    "Ipv4PrefixCount",
    "Ipv4Prefixes",
    "Ipv6PrefixCount",
    "Ipv6Prefixes",
    "Ipv6AddressCount",
    "Ipv6Addresses",
    "PrimaryIpv6",
    "PrivateIpAddress",
    "PrivateIpAddresses",
    "SecondaryPrivateIpAddressCount",
)
"""Settings of an interface that need an IP address on it."""


def to_interface(nic: Data) -> Interface:
    """One interface of the request."""
    return Interface(
        card=int(nic.get("NetworkCardIndex") or 0),
        device=int(nic.get("DeviceIndex") or 0),
        kind=str(nic.get("InterfaceType") or "interface"),
        subnet_id=str(nic.get("SubnetId") or ""),
        groups=tuple(nic.get("Groups") or ()),
        public_ip=nic.get("AssociatePublicIpAddress") is True,
        address_settings=frozenset(key for key in WITH_ADDRESS if nic.get(key) is not None),
        description=str(nic.get("Description") or ""),
        existing_id=str(nic.get("NetworkInterfaceId") or ""),
    )
