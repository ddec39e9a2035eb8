"""Every disk that a node starts with, or is given, is encrypted."""

from collections.abc import Iterator, Mapping

from pulumi_policy import Severity

from policies.model import Registration, Violation, is_on, is_set, items, mapping, policy

VOLUME = "aws:ebs/volume:Volume"
LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
NODE_GROUP = "aws:eks/nodeGroup:NodeGroup"
# The types of pulumi-aws 7 that list their disks as `rootBlockDevice` and `ebsBlockDevices`.
INSTANCE_TYPES = frozenset(
    {
        "aws:ec2/instance:Instance",
        "aws:ec2/launchConfiguration:LaunchConfiguration",
        "aws:ec2/spotInstanceRequest:SpotInstanceRequest",
    }
)


@policy("encrypted-volumes", severity=Severity.HIGH)
def encrypted_volumes(resource: Registration) -> Iterator[Violation]:
    """EBS volumes are encrypted, the root volume of each node too, whatever the account's default is.

    A root device that nobody mentions is as the image is, and public images are not encrypted; a node group without a launch template
    of its own can't say it at all (EKS User Guide, managed node groups).
    """
    if resource.type == NODE_GROUP and not is_set(resource.props, "launchTemplate"):
        remedy = "Give the group a launch template whose block_device_mappings set ebs.encrypted to true."
        yield Violation("launchTemplate", "nothing, so the root volume is as the image is", "a template that encrypts its volumes", remedy)
    yield from _root_left_out(resource)
    for path, volume in _volumes(resource):
        encrypted = volume.get("encrypted")
        if not is_on(encrypted):
            yield Violation(f"{path}encrypted", _shown(encrypted), "true", "Set encrypted to true; add kms_key_id for a key of your own.")


def _root_left_out(resource: Registration) -> Iterator[Violation]:
    limit = "the root device, encrypted"
    if resource.type == LAUNCH_TEMPLATE and not any(mapping(one).get("ebs") for one in items(resource.props.get("blockDeviceMappings"))):
        remedy = "List the image's root device, /dev/xvda on Amazon Linux, with ebs.encrypted set to true."
        yield Violation("blockDeviceMappings", "no volume", limit, remedy)
    if resource.type in INSTANCE_TYPES and not is_set(resource.props, "rootBlockDevice") and not is_set(resource.props, "launchTemplate"):
        yield Violation("rootBlockDevice", "nothing", limit, "Add root_block_device with encrypted set to true.")


def _volumes(resource: Registration) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Path prefix and settings of each volume; a mapping without `ebs` is a local disk, or takes a device away."""
    if resource.type == VOLUME:
        yield "", resource.props
    if resource.type == LAUNCH_TEMPLATE:
        for index, device in enumerate(items(resource.props.get("blockDeviceMappings"))):
            for ebs in items(mapping(device).get("ebs")):
                yield f"blockDeviceMappings[{index}].ebs.", mapping(ebs)
    if resource.type in INSTANCE_TYPES:
        for root in items(resource.props.get("rootBlockDevice")):
            yield "rootBlockDevice.", mapping(root)
        for index, device in enumerate(items(resource.props.get("ebsBlockDevices"))):
            if not is_on(mapping(device).get("noDevice")):
                yield f"ebsBlockDevices[{index}].", mapping(device)


def _shown(value: object) -> str:
    return "nothing, which leaves it to the account" if value is None else repr(str(value))
