"""Security group rules as EC2 shows and changes them: moto loses descriptions beside a named group, and wants ports of every protocol."""

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.registry import answers
from rehearsal.world.untyped import Untyped

ALL_PROTOCOLS = "-1"


@answers("ec2", "DescribeSecurityGroupRules")
def describe(call: Call) -> Untyped:
    """Moto's own list, of copies, with the descriptions that moto keeps beside the named group."""
    filters = {each["Name"]: list(each.get("Values") or ()) for each in call.params.get("Filters") or ()}
    rules = call.backend().describe_security_group_rules(call.params.get("SecurityGroupRuleIds") or [], filters)
    for rule in rules:
        description = (rule.source_group or {}).get("Description")
        if description:
            rule.ip_range = {**rule.ip_range, "Description": description}
    return {"SecurityGroupRules": rules}


@answers("ec2", "ModifySecurityGroupRules")
def modify(call: Call) -> Untyped:
    """Each rule gets its new protocol, ports, description and source; its kind of source stays."""
    group = call.backend().get_security_group_from_id(call.params["GroupId"])
    if group is None:
        raise Refusal("InvalidGroup.NotFound", f"The security group '{call.params['GroupId']}' does not exist")
    for update in call.params["SecurityGroupRules"]:
        ident, wanted = update["SecurityGroupRuleId"], update.get("SecurityGroupRule") or {}
        rule = group.get_rule(ident)
        if rule is None:
            raise Refusal("InvalidSecurityGroupRuleId.NotFound", f"The security group rule ID '{ident}' does not exist")
        _change(ident, rule, wanted)
    return {"Return": True}


def _change(ident: str, rule: Untyped, wanted: dict[str, Untyped]) -> None:
    protocol = wanted.get("IpProtocol")
    has_ports = wanted.get("FromPort") is not None and wanted.get("ToPort") is not None
    if protocol in ("tcp", "udp") and not has_ports:
        raise Refusal("InvalidParameterValue", "Invalid value for portRange. Must specify both from and to ports with TCP/UDP.")
    sources = {"CidrIpv4": "CidrIp", "CidrIpv6": "CidrIpv6"}
    for given, kept in sources.items():
        if wanted.get(given) and kept not in rule.ip_range:
            raise Refusal("InvalidParameterValue", f"You may not specify {given} for security group rule '{ident}' of another type.")
    rule.ip_protocol = protocol
    rule.from_port, rule.to_port = (None, None) if protocol == ALL_PROTOCOLS else (wanted.get("FromPort"), wanted.get("ToPort"))
    place = rule.source_group if rule.source_group else rule.ip_range
    place.update({kept: wanted[given] for given, kept in sources.items() if wanted.get(given)})
    if "Description" in wanted:
        place["Description"] = wanted["Description"]
