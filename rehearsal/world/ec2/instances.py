"""RunInstances and instant fleets, through the launcher."""

import uuid
from typing import Any

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.launcher.launching import check_request, launch
from rehearsal.world.launcher.request import LaunchRequest, merge, read_request
from rehearsal.world.registry import answers
from rehearsal.world.untyped import Untyped


@answers("ec2", "RunInstances")
def run_instances(call: Call) -> Untyped:
    """Launch instances."""
    if "ImageId" not in call.params and "LaunchTemplate" not in call.params:
        raise Refusal("MissingParameter", "The request must contain the parameter ImageId")
    request = read_request(call.state, call.region, call.params)
    if call.params.get("DryRun"):
        check_request(call.state, call.region, request)
        raise Refusal("DryRunOperation", "Request would have succeeded, but DryRun flag is set.", 412)
    made = launch(call.state, call.region, request)
    held = next(held for held in call.backend().reservations.values() if made[0] in held.instances)
    return {"ReservationId": held.id, "OwnerId": held.owner_id, "Groups": [], "Instances": held.instances}


def fleet_requests(call: Call) -> list[LaunchRequest]:
    """The launches that a fleet may choose from, in its order."""
    params = call.params
    target = params["TargetCapacitySpecification"]
    spot = target.get("DefaultTargetCapacityType") == "spot"
    options = params.get("SpotOptions" if spot else "OnDemandOptions") or {}
    total = int(target["TotalTargetCapacity"])
    minimum = max(1, int(options.get("MinTargetCapacity") or 1))
    market: dict[str, Any] = {"InstanceMarketOptions": {"MarketType": "spot"}} if spot else {}
    requests = []
    for config in params["LaunchTemplateConfigs"]:
        source = {key: value for key, value in config["LaunchTemplateSpecification"].items()}
        for override in config.get("Overrides") or [{}]:
            own = {key: override[key] for key in ("InstanceType", "Placement") if key in override}
            given = merge({"LaunchTemplate": source, "MinCount": minimum, "MaxCount": total, **market}, own)
            request = read_request(call.state, call.region, given)
            requests.append(request.placed_in(override["SubnetId"]) if "SubnetId" in override else request)
    return requests


@answers("ec2", "CreateFleet")
def create_fleet(call: Call) -> Untyped:
    """An instant fleet: the first choice that has room for the minimum; what was tried before is told as errors."""
    if call.params.get("Type") != "instant":
        raise Refusal("UnsupportedOperation", "The rehearsal cloud launches fleets of type 'instant' only.")
    errors: list[dict[str, Any]] = []
    tags = {
        tag["Key"]: tag["Value"]
        for spec in call.params.get("TagSpecifications") or ()
        if spec["ResourceType"] == "instance"
        for tag in spec["Tags"]
    }
    ident = f"fleet-{uuid.uuid4()}"
    for request in fleet_requests(call):
        try:
            made = launch(call.state, call.region, request, {**tags, "aws:ec2:fleet-id": ident})
        except Refusal as problem:
            errors.append({"ErrorCode": problem.code, "ErrorMessage": problem.message, "Lifecycle": request.market})
            continue
        ids = [instance.id for instance in made]
        return {"FleetId": ident, "Errors": errors, "Instances": [{"InstanceIds": ids, "InstanceType": request.instance_type}]}
    return {"FleetId": ident, "Errors": errors, "Instances": []}
