"""Checks a launch in EC2's order and makes its instances, volumes and interfaces in moto."""

from collections.abc import Mapping
from typing import Final

from moto.core.utils import utcnow
from moto.ec2.models.elastic_network_interfaces import Attachment, NetworkInterface
from moto.ec2.utils import random_eni_attach_id

from rehearsal.world.launcher.encryption import check_keys, check_volumes
from rehearsal.world.launcher.interfaces import check_interfaces
from rehearsal.world.launcher.machines import Machine, find_machine
from rehearsal.world.launcher.places import Place, check_place, find_place
from rehearsal.world.launcher.refusals import RequestRefusal
from rehearsal.world.launcher.request import Data, Interface, LaunchRequest
from rehearsal.world.launcher.supply import available, check_market
from rehearsal.world.state import WorldState
from rehearsal.world.untyped import Untyped

DEFAULT_IMAGE: Final = "ami-0ea5eec000000000"
"""Stands for the optimized image that a managed node group chooses by itself."""
ROOT_GIB: Final = 20
"""Size of a volume whose size nobody said (the default of a managed node group)."""


def check_request(state: WorldState, region: str, request: LaunchRequest) -> tuple[Machine, Place]:
    """A dry run: whether the request could ever launch."""
    machine = find_machine(request.instance_type)
    if machine is None:
        raise RequestRefusal("InvalidParameterValue", f"Invalid value '{request.instance_type}' for InstanceType.")
    if request.minimum > request.maximum or request.minimum < 1:
        message = f"The minimum count {request.minimum} must be at least 1 and at most the maximum count {request.maximum}."
        raise RequestRefusal("InvalidParameterValue", message)
    check_interfaces(request, machine)
    check_volumes(request)
    check_market(state, region, request, machine)
    return machine, find_place(state, region, request, machine)


def launch(state: WorldState, region: str, request: LaunchRequest, tags: Mapping[str, str] | None = None) -> list[Untyped]:
    """Launch as many instances as can be had, `minimum` to `maximum`; returns moto's instances. `tags` go onto them besides."""
    machine, place = check_request(state, region, request)
    check_place(state, region, request, machine, place)
    check_keys(state, region, request)
    count = available(state, region, request, place)
    made: list[Untyped] = create(state, region, request, place, count, tags or {})
    return made


def create(state: WorldState, region: str, request: LaunchRequest, place: Place, count: int, tags: Mapping[str, str]) -> list[Untyped]:
    """Make the instances of a checked request."""
    backend = state.backend("ec2", region)
    reservation = backend.run_instances(
        request.image_id or DEFAULT_IMAGE, count, request.data.get("UserData"), [], **moto_arguments(request, place)
    )
    for instance in reservation.instances:
        instance.add_tags({**tags, **source_tags(request)})
        instance.placement.group_name = place.group["GroupName"] if place.group else ""
        instance.placement.group_id = place.group["GroupId"] if place.group else None
        instance.lifecycle = request.market if request.market != "on-demand" else None
        instance.capacity_reservation_id = request.reservation_id or None
        primary = next((nic for nic in request.interfaces if (nic.card, nic.device) == (0, 0)), None)
        shape_primary(instance, primary, request.tags.get("network-interface", {}))
        for nic in request.interfaces:
            if (nic.card, nic.device) != (0, 0):
                attach(backend, instance, nic, place, request.tags.get("network-interface", {}))
    return list(reservation.instances)


def source_tags(request: LaunchRequest) -> dict[str, str]:
    """What EC2 notes on an instance that came from a launch template."""
    if request.template is None:
        return {}
    return {"aws:ec2launchtemplate:id": request.template[0], "aws:ec2launchtemplate:version": request.template[1]}


def moto_arguments(request: LaunchRequest, place: Place) -> dict[str, Untyped]:
    """The arguments of moto's own run_instances, with the primary interface only."""
    primary = next((nic for nic in request.interfaces if (nic.card, nic.device) == (0, 0)), None)
    groups = list(primary.groups if primary else request.groups)
    nic = {"DeviceIndex": 0, "SubnetId": place.subnet.id, "Groups": groups, "DeleteOnTermination": True}
    public = primary.public_ip if primary else place.subnet.map_public_ip_on_launch is True
    data = request.data
    arguments: dict[str, Untyped] = {
        "instance_type": request.instance_type,
        "is_instance_type_default": False,
        "region_name": place.subnet.ec2_backend.region_name,
        "subnet_id": place.subnet.id,
        "nics": [nic],
        "associate_public_ip": public,
        "tags": {kind: dict(tags) for kind, tags in request.tags.items()},
        "key_name": data.get("KeyName"),
        "ebs_optimized": data.get("EbsOptimized", False),
        "monitoring_state": "enabled" if (data.get("Monitoring") or {}).get("Enabled") else "disabled",
        "metadata_options": data.get("MetadataOptions") or {},
        "instance_initiated_shutdown_behavior": data.get("InstanceInitiatedShutdownBehavior"),
        "disable_api_termination": data.get("DisableApiTermination", False),
    }
    mappings = [to_mapping(volume) for volume in request.volumes if volume.get("Ebs")]
    return {**arguments, "block_device_mappings": mappings} if mappings else arguments


def to_mapping(volume: Data) -> dict[str, Untyped]:
    """A block device with EC2's defaults said: deleted with its instance."""
    return {**volume, "Ebs": {"DeleteOnTermination": True, "VolumeSize": ROOT_GIB, "VolumeType": "gp3", **volume["Ebs"]}}


class CardInterface(NetworkInterface):  # type: ignore[misc]  # moto is untyped here
    """An interface on a network card; moto itself knows card 0 only."""

    network_card_index = 0

    @property
    def attachment(self) -> Attachment | None:
        """The attachment, with its card."""
        if not self.attachment_id:
            return None
        attachment = Attachment(self)
        attachment.network_card_index = self.network_card_index
        return attachment


def shape_primary(instance: Untyped, nic: Interface | None, tags: Mapping[str, str]) -> None:
    """Give the primary interface, which moto made, its type and tags."""
    primary = instance.nics[0]
    primary.interface_type = nic.kind if nic else "interface"
    primary.description = nic.description if nic else ""
    primary.add_tags(dict(tags))


def attach(backend: Untyped, instance: Untyped, nic: Interface, place: Place, tags: Mapping[str, str]) -> None:
    """Make a further interface and attach it to its card."""
    address = "" if nic.kind == "efa-only" else place.subnet.get_available_subnet_ip(instance=instance)
    interface = CardInterface(
        backend,
        place.subnet,
        address,
        device_index=nic.device,
        group_ids=list(nic.groups),
        description=nic.description,
        tags=dict(tags),
        delete_on_termination=True,
    )
    if not address:  # moto gives every interface an address
        interface.private_ip_address, interface.private_ip_addresses = None, []
    interface.network_card_index = nic.card
    interface.interface_type = nic.kind
    interface.instance, interface.status = instance, "in-use"
    interface.attachment_id, interface.attach_time = random_eni_attach_id(), utcnow()
    backend.enis[interface.id] = interface
    instance.nics[nic.card, nic.device] = interface  # moto keys by device index, which several cards share


def terminate(state: WorldState, region: str, instance_ids: list[str]) -> None:
    """End instances with their interfaces and volumes."""
    known = {instance.id: instance for held in state.backend("ec2", region).reservations.values() for instance in held.instances}
    for ident in instance_ids:
        if ident in known and known[ident].state != "terminated":
            known[ident].terminate()
