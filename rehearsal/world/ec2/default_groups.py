"""A VPC's default security group lets its members reach each other; moto's lets nothing in."""

from rehearsal.world.calls import Call
from rehearsal.world.registry import follows


@follows("ec2", "CreateVpc")
def let_members_in(call: Call) -> None:
    """Every default group has the rule that a new VPC's has (VPC user guide, default security groups), unless it has rules already."""
    backend = call.backend()
    newest = list(backend.vpcs)[-1]
    group = backend.get_security_group_from_name("default", vpc_id=newest)
    if not group.ingress_rules:
        own = [{"GroupId": group.id, "OwnerId": group.owner_id}]
        backend.authorize_security_group_ingress(group.id, "-1", None, None, [], source_groups=own)
