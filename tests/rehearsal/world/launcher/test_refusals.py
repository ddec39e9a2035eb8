"""The two ways in which a launch is refused, which a node group tells apart: at once, or as a failed launch."""

import pytest

from rehearsal.world.calls import Refusal
from rehearsal.world.launcher.refusals import LaunchRefusal, RequestRefusal


@pytest.mark.parametrize("kind", [RequestRefusal, LaunchRefusal])
def test_both_carry_the_services_code_and_message(kind) -> None:
    refused = kind("InsufficientInstanceCapacity", "no room", 500)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.message, refused.status, str(refused)) == ("InsufficientInstanceCapacity", "no room", 500, "no room")


def test_neither_is_the_other() -> None:
    assert not issubclass(RequestRefusal, LaunchRefusal)
    assert not issubclass(LaunchRefusal, RequestRefusal)


def test_a_wrong_template_is_refused_at_once_and_a_lack_of_machines_is_a_failed_group(account, control, refused) -> None:
    account.cluster()
    wrong = account.node_group_arguments(launchTemplate={"id": account.template({"Placement": {"GroupName": "none"}}), "version": "1"})
    code, _ = refused(lambda: account.eks.create_nodegroup(**wrong))
    assert code == "InvalidRequestException"
    control.set_capacity(instance_type="m7i.2xlarge", count=0)
    group = account.node_group()
    assert group["status"] == "CREATE_FAILED"
    assert [issue["code"] for issue in group["health"]["issues"]] == ["AsgInstanceLaunchFailures"]
