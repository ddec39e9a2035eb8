"""The journal's index goes on counting."""

from rehearsal.world.calls import Call
from rehearsal.world.journal import Journal
from rehearsal.world.state import WorldState


def test_index_outlives_a_clearing() -> None:
    journal, state = Journal(), WorldState()
    journal.record(Call("ec2", "CreateVpc", "us-east-1", {}, state))
    journal.clear()
    journal.record(Call("ec2", "DescribeVpcs", "us-east-1", {}, state)).status = 200
    journal.record(Call("ec2", "DeleteVpc", "us-east-1", {"VpcId": "vpc-1"}, state))
    assert [(entry["index"], entry["operation"]) for entry in journal.listed(changing_only=False)] == [
        (2, "DescribeVpcs"),
        (3, "DeleteVpc"),
    ]
    assert [entry["params"] for entry in journal.listed(changing_only=True)] == [{"VpcId": "vpc-1"}]
