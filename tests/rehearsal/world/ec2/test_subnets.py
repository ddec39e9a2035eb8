"""Subnets made by name or id of their zone look the same."""


def test_subnet_is_no_default_and_gives_no_public_addresses(account) -> None:
    by_id = account.ec2.create_subnet(VpcId=account.vpc, CidrBlock="10.0.100.0/24", AvailabilityZoneId="use1-az2")["Subnet"]
    (zone,) = account.ec2.describe_availability_zones(ZoneIds=["use1-az2"])["AvailabilityZones"]
    by_name = account.ec2.create_subnet(VpcId=account.vpc, CidrBlock="10.0.101.0/24", AvailabilityZone=zone["ZoneName"])["Subnet"]
    found = account.ec2.describe_subnets(SubnetIds=[by_id["SubnetId"], by_name["SubnetId"]])["Subnets"]
    shown = {(s["AvailabilityZone"], s["AvailabilityZoneId"], s["DefaultForAz"], s["MapPublicIpOnLaunch"]) for s in found}
    assert shown == {(zone["ZoneName"], "use1-az2", False, False)}
    assert (by_id["DefaultForAz"], by_id["MapPublicIpOnLaunch"]) == (False, False)
