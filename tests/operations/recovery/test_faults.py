"""The cloud fails a create, and nobody is killed: the next up or destroy converges, and nothing is orphaned."""

import pytest

from tests.operations.recovery.creates import BASE, CLUSTER, CREATES, assert_nothing_left, prepared, sampled

# The call that follows a create in the same resource: its failure leaves half a resource behind.
SECOND_CALLS = [
    (BASE, "ec2", "ModifyVpcAttribute"),
    (BASE, "ec2", "AttachInternetGateway"),
    (BASE, "ec2", "RevokeSecurityGroupEgress"),
    (BASE, "s3", "PutBucketTagging"),
]
DEGRADING = [
    (CLUSTER, "eks", "CreateCluster"),
    (CLUSTER, "eks", "CreateNodegroup"),
    (CLUSTER, "eks", "CreateAddon"),
    (BASE, "ec2", "CreateNatGateway"),
]
SOAK = [pytest.mark.engine, pytest.mark.soak]


def converges(rehearsed, pulumi, stack, *, by_up):
    """Without the fault, the next command ends well; what the end leaves behind is what is kept on purpose."""
    rehearsed.control.clear_faults()
    if by_up:
        pulumi.up()
        pulumi.expect_no_changes()
    pulumi.destroy()
    assert_nothing_left(rehearsed, stack)


@pytest.mark.parametrize("create", sampled(2, "failed"))
def test_plain_failure(rehearsed, create):
    pulumi = prepared(rehearsed, create.stack)
    rehearsed.control.add_fault(create.service, create.operation, code="AccessDeniedException", status=403)
    failed = pulumi.up(check=False)
    assert failed.code
    assert "AccessDeniedException" in failed.stdout
    assert pulumi.pending() == []
    converges(rehearsed, pulumi, create.stack, by_up=CREATES.index(create) % 2)


@pytest.mark.parametrize("create", sampled(1, "throttled"))
def test_throttling_is_waited_out(rehearsed, create):
    pulumi = prepared(rehearsed, create.stack)
    rehearsed.control.add_fault(
        create.service, create.operation, code="SlowDown" if create.service == "s3" else "RequestLimitExceeded", times=2
    )
    pulumi.up()
    pulumi.expect_no_changes()
    converges(rehearsed, pulumi, create.stack, by_up=False)


@pytest.mark.parametrize("by_up", [True, False], ids=["up", "destroy"])
@pytest.mark.parametrize(
    ("stack", "service", "operation"),
    [pytest.param(*case, marks=SOAK[: 1 if index == 1 else 2], id=case[2]) for index, case in enumerate(SECOND_CALLS)],
)
def test_half_success_by_a_failing_second_call(rehearsed, stack, service, operation, by_up):
    pulumi = prepared(rehearsed, stack)
    rehearsed.control.add_fault(service, operation, code="AccessDeniedException", status=403)
    assert pulumi.up(check=False).code
    converges(rehearsed, pulumi, stack, by_up=by_up)


@pytest.mark.parametrize("by_up", [True, False], ids=["up", "destroy"])
@pytest.mark.parametrize(
    ("stack", "service", "operation"),
    [pytest.param(*case, marks=SOAK[: 1 if index == 1 else 2], id=case[2]) for index, case in enumerate(DEGRADING)],
)
def test_half_success_by_coming_up_unhealthy(rehearsed, stack, service, operation, by_up):
    pulumi = prepared(rehearsed, stack)
    rehearsed.control.add_fault(service, operation, when="degraded")
    assert pulumi.up(check=False).code
    converges(rehearsed, pulumi, stack, by_up=by_up)


@pytest.mark.engine
@pytest.mark.soak
@pytest.mark.parametrize("by_up", [True, False], ids=["up", "destroy"])
def test_insufficient_capacity(rehearsed, by_up):
    pulumi = prepared(rehearsed, CLUSTER)
    rehearsed.control.set_capacity(instance_type="m7i.2xlarge", count=1)
    failed = pulumi.up(check=False)
    assert failed.code
    assert "InsufficientInstanceCapacity" in failed.stdout
    rehearsed.control.set_capacity(instance_type="m7i.2xlarge", count=64)
    converges(rehearsed, pulumi, CLUSTER, by_up=by_up)
