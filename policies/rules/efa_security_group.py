"""The security group of an EFA fabric lets its members reach each other, both ways."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pulumi_policy import Severity

from policies.model import Violation, is_on, items, mapping
from policies.stack import UNKNOWN, Stack, StackResource, stack_policy

GROUP = "aws:ec2/securityGroup:SecurityGroup"
RULE_TYPES = {
    "ingress": "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
    "egress": "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
}
CLASSIC_RULE = "aws:ec2/securityGroupRule:SecurityGroupRule"
LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
INTERFACE = "aws:ec2/networkInterface:NetworkInterface"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
# A group in this component is an EFA fabric's, though the nodes that use it are another stack's.
FABRIC = "gpu-clusters:aws:FabricSecurityGroup"
STACK_REFERENCE = "pulumi:pulumi:StackReference"
EFA_TYPES = ("efa", "efa-only")
ALL_PROTOCOLS = ("-1", "all", -1, UNKNOWN)


@stack_policy("efa-security-group", severity=Severity.HIGH)
def efa_security_group(stack: Stack) -> Iterator[tuple[StackResource, Violation]]:
    """A security group of EFA interfaces admits all protocols from itself and to itself, by its id.

    EFA is not IP: a rule for 0.0.0.0/0 does not admit it, and NCCL then hangs or fails with "Error 4126: Unresponsive receiver"
    (gardener-extension-provider-aws#1832, aws-ofi-nccl#663; EC2 User Guide, EFA). Groups of other stacks are judged in those.
    """
    users: dict[str, list[str]] = {}
    for one in _interfaces(stack):
        if one.groups:
            # One fabric among an interface's groups is enough, so the one that lacks least, or nothing, is the one to judge.
            users.setdefault(min(one.groups, key=lambda group: len(_missing(stack, group))).urn, []).append(one.user)
    for group in stack.of_type(GROUP):
        if group.urn not in users:
            continue
        for direction in _missing(stack, group):
            word = "from" if direction == "ingress" else "to"
            value = f"no rule {word} the group itself, though {', '.join(dict.fromkeys(users[group.urn]))} runs EFA in it"
            remedy = f"Add a {direction} rule with ip_protocol '-1' and referenced_security_group_id set to the group's own id."
            yield group, Violation(direction, value, f"all protocols {word} the group by its id; ranges do not count", remedy)


@dataclass(frozen=True)
class _Interfaces:
    """Something that runs EFA, and those of its groups that are this stack's; no groups where they can't be told."""

    user: str
    groups: tuple[StackResource, ...]


def _interfaces(stack: Stack) -> Iterator[_Interfaces]:
    for group in stack.of_type(GROUP):
        if FABRIC in group.component_types:
            yield _Interfaces("the fabric", (group,))
    for template in stack.of_type(LAUNCH_TEMPLATE):
        for card in map(mapping, items(template.props.get("networkInterfaces"))):
            if card.get("interfaceType") in EFA_TYPES:
                groups = _groups(stack, template, "networkInterfaces", card.get("securityGroups"))
                yield _Interfaces(template.name, groups)
    for interface in stack.of_type(INTERFACE):
        if interface.props.get("interfaceType") in EFA_TYPES:
            yield _Interfaces(interface.name, _groups(stack, interface, "securityGroups", interface.props.get("securityGroups")))
    for files in stack.of_type(LUSTRE):
        if is_on(files.props.get("efaEnabled")):
            yield _Interfaces(files.name, _groups(stack, files, "securityGroupIds", files.props.get("securityGroupIds")))


def _groups(stack: Stack, user: StackResource, key: str, named: object) -> tuple[StackResource, ...]:
    """The groups by id where all are known; else, at a preview, all groups that went into the input, unless another stack's did too."""
    ids, own = items(named), stack.of_type(GROUP)
    if ids and UNKNOWN not in ids and all(isinstance(group.props.get("id"), str) for group in own):
        found = tuple(group for group in own if group.props.get("id") in ids)
        return found if len(found) == len(ids) else ()
    types: Mapping[str, str] = {one.urn: one.type for one in stack.resources}
    sources = user.refers.get(key, frozenset())
    if any(types.get(urn, STACK_REFERENCE) == STACK_REFERENCE for urn in sources):
        return ()
    return tuple(group for group in own if group.urn in sources)


def _missing(stack: Stack, group: StackResource) -> Sequence[str]:
    return [direction for direction in RULE_TYPES if not _admits_itself(stack, group, direction)]


def _admits_itself(stack: Stack, group: StackResource, direction: str) -> bool:
    return (
        any(_of_itself(rule, group, "referencedSecurityGroupId", "ipProtocol") for rule in stack.of_type(RULE_TYPES[direction]))
        or any(
            _of_itself(rule, group, "sourceSecurityGroupId", "protocol")
            for rule in stack.of_type(CLASSIC_RULE)
            if rule.props.get("type") == direction
        )
        or any(_inline_of_itself(mapping(rule), group) for rule in items(group.props.get(direction)))
    )


def _of_itself(rule: StackResource, group: StackResource, other: str, protocol: str) -> bool:
    to_itself = rule.points_at(other, group) or is_on(rule.props.get("self"))
    return rule.points_at("securityGroupId", group) and to_itself and rule.props.get(protocol) in ALL_PROTOCOLS


def _inline_of_itself(rule: Mapping[str, object], group: StackResource) -> bool:
    to_itself = is_on(rule.get("self")) or group.props.get("id", UNKNOWN) in items(rule.get("securityGroups"))
    return to_itself and rule.get("protocol") in ALL_PROTOCOLS
