"""Capacity: blocks, limits, and what a launch gets of them."""

import datetime

import pytest

ZONE = "use1-az2"
BLOCK = "cr-0123456789abcdef0"


@pytest.fixture
def block(account, control):
    """A block of two p5en that is running for a day; changes go on top."""

    def add(**changes):
        now = control.clock()
        fields = {"reservation_id": BLOCK, "instance_type": "p5en.48xlarge", "zone_id": ZONE, "count": 2, "region": "us-east-1"}
        dates = {"start": now - datetime.timedelta(hours=1), "end": now + datetime.timedelta(days=1)}
        control.add_capacity_block(**(fields | dates | changes))

    return add


def run(account, count=1, **changes):
    target = {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}}
    arguments = {
        "ImageId": "ami-0123456789abcdef0",
        "InstanceType": "p5en.48xlarge",
        "MinCount": count,
        "MaxCount": count,
        "SubnetId": account.subnets[ZONE],
        "InstanceMarketOptions": {"MarketType": "capacity-block"},
        "CapacityReservationSpecification": target,
    }
    given = {key: value for key, value in (arguments | changes).items() if value is not None}
    return account.ec2.run_instances(**given)["Instances"]


def free(account) -> int:
    return account.ec2.describe_capacity_reservations(CapacityReservationIds=[BLOCK])["CapacityReservations"][0]["AvailableInstanceCount"]


def test_block_is_used_and_freed(account, block, refused) -> None:
    block()
    made = run(account, 2)
    assert [instance["CapacityReservationId"] for instance in made] == [BLOCK, BLOCK]
    assert made[0]["InstanceLifecycle"] == "capacity-block"
    assert free(account) == 0
    assert refused(lambda: run(account))[0] == "ReservationCapacityExceeded"
    account.ec2.terminate_instances(InstanceIds=[made[0]["InstanceId"]])
    assert free(account) == 1
    run(account)


@pytest.mark.parametrize(
    ("block_changes", "run_changes", "code", "words"),
    [
        ({"reservation_id": "cr-other"}, {}, "InvalidCapacityReservationId.NotFound", BLOCK),
        ({"instance_type": "p5.48xlarge"}, {}, "InvalidParameterValue", "p5.48xlarge"),
        ({"zone_id": "use1-az6"}, {}, "InvalidParameterValue", "does not match"),
        ({}, {"InstanceMarketOptions": None}, "InvalidParameterValue", "market type"),
        ({}, {"CapacityReservationSpecification": None}, "InvalidParameterCombination", "Capacity Reservation ID"),
        ({"count": 1}, {"MinCount": 2, "MaxCount": 2}, "ReservationCapacityExceeded", "sufficient"),
        ({"state": "payment-pending"}, {}, "InvalidCapacityReservationState", "payment-pending"),
    ],
)
def test_launch_that_does_not_fit_the_block(account, block, refused, block_changes, run_changes, code, words) -> None:
    block(**block_changes)
    found, message = refused(lambda: run(account, **run_changes))
    assert found == code
    assert words in message
    assert account.running() == []


def test_block_begins_and_ends_by_the_clock(account, control, block, refused) -> None:
    now = control.clock()
    block(start=now + datetime.timedelta(hours=1), end=now + datetime.timedelta(hours=2))
    assert "scheduled" in refused(lambda: run(account))[1]
    control.advance(3700)
    run(account)
    control.advance(3600)
    assert "expired" in refused(lambda: run(account))[1]


def test_limit_of_one_zone_and_of_each(account, control, refused) -> None:
    plain = {"InstanceMarketOptions": None, "CapacityReservationSpecification": None, "InstanceType": "m7i.2xlarge"}
    control.set_capacity(instance_type="m7i.2xlarge", count=1)
    control.set_capacity(instance_type="m7i.2xlarge", zone_id="use1-az6", count=2)
    run(account, **plain)
    code, message = refused(lambda: run(account, **plain))
    assert code == "InsufficientInstanceCapacity"
    assert "m7i.2xlarge capacity in the Availability Zone" in message
    run(account, 2, SubnetId=account.subnets["use1-az6"], **plain)


def test_fewer_than_the_maximum_if_the_minimum_can_be_had(account, control) -> None:
    control.set_capacity(instance_type="m7i.2xlarge", count=3)
    plain = {"InstanceMarketOptions": None, "CapacityReservationSpecification": None, "InstanceType": "m7i.2xlarge"}
    assert len(run(account, MinCount=2, MaxCount=5, **plain)) == 3


def test_block_does_not_count_against_the_limit(account, control, block) -> None:
    block()
    control.set_capacity(instance_type="p5en.48xlarge", count=1)
    run(account, 2)
    run(account, InstanceMarketOptions=None, CapacityReservationSpecification=None)


def test_an_on_demand_reservation_takes_launches_that_name_it_and_no_market(account, control, refused) -> None:
    control.add_on_demand_reservation(reservation_id=BLOCK, instance_type="p5en.48xlarge", zone_id=ZONE, count=2, region="us-east-1")
    control.set_capacity(instance_type="p5en.48xlarge", count=0)
    assert refused(lambda: run(account))[0] == "InvalidParameterValue"
    assert refused(lambda: run(account, InstanceMarketOptions={"MarketType": "spot"}))[0] == "InvalidParameterCombination"
    assert (
        refused(lambda: run(account, InstanceMarketOptions=None, CapacityReservationSpecification=None))[0]
        == "InsufficientInstanceCapacity"
    )
    made = run(account, 2, InstanceMarketOptions=None)
    assert [instance["CapacityReservationId"] for instance in made] == [BLOCK, BLOCK]
    assert "InstanceLifecycle" not in made[0]
    assert free(account) == 0
    assert refused(lambda: run(account, InstanceMarketOptions=None))[0] == "ReservationCapacityExceeded"
    (described,) = account.ec2.describe_capacity_reservations()["CapacityReservations"]
    assert (described["ReservationType"], described["EndDateType"], "EndDate" in described) == ("default", "unlimited", False)
    assert account.ec2.describe_capacity_block_status()["CapacityBlockStatuses"] == []
