"""Reading capacity reservations."""

import datetime


def test_block_is_described(account, control, refused) -> None:
    now = control.clock()
    dates = {"start": now - datetime.timedelta(hours=1), "end": now + datetime.timedelta(days=1)}
    for ident, zone in (("cr-1", "use1-az2"), ("cr-2", "use1-az6")):
        control.add_capacity_block(reservation_id=ident, instance_type="p5.48xlarge", zone_id=zone, count=4, region="us-east-1", **dates)
    (found,) = account.ec2.describe_capacity_reservations(CapacityReservationIds=["cr-1"])["CapacityReservations"]
    shown = (
        found["State"],
        found["TotalInstanceCount"],
        found["AvailableInstanceCount"],
        found["AvailabilityZoneId"],
        found["ReservationType"],
    )
    assert shown == ("active", 4, 4, "use1-az2", "capacity-block")
    assert found["EndDate"].replace(microsecond=0) == dates["end"].replace(microsecond=0)
    filters = [{"Name": "availability-zone-id", "Values": ["use1-az6"]}]
    filtered = account.ec2.describe_capacity_reservations(Filters=filters)["CapacityReservations"]
    assert [each["CapacityReservationId"] for each in filtered] == ["cr-2"]
    statuses = account.ec2.describe_capacity_block_status()["CapacityBlockStatuses"]
    assert [each["TotalAvailableCapacity"] for each in statuses] == [4, 4]
    code, _ = refused(lambda: account.ec2.describe_capacity_reservations(CapacityReservationIds=["cr-3"]))
    assert code == "InvalidCapacityReservationId.NotFound"


def test_blocks_are_no_leftovers(account, control) -> None:
    now = control.clock()
    dates = {"start": now, "end": now + datetime.timedelta(days=1)}
    before = control.snapshot()
    control.add_capacity_block(reservation_id="cr-1", instance_type="p5.48xlarge", zone_id="use1-az2", count=4, region="us-east-1", **dates)
    assert control.snapshot() == before
