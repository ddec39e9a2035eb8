"""Launch templates described as they were given; moto mixes the template's own tags into its data."""

from typing import Any, Final

from moto.ec2.utils import parse_user_data

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.launcher.request import find_template, merge
from rehearsal.world.registry import follows, guards

TAGGABLE: Final = ("instance", "volume", "network-interface", "spot-instances-request")
"""What a launch template may tag (EC2 API reference, LaunchTemplateTagSpecificationRequest)."""


@guards("ec2", "CreateLaunchTemplate", "CreateLaunchTemplateVersion")
def check_data(call: Call) -> None:
    """Refuse what EC2 refuses before any launch: clashing members, and tags for what a launch doesn't make."""
    data = call.params["LaunchTemplateData"]
    for spec in data.get("TagSpecifications") or ():
        kind = spec.get("ResourceType", "")
        if kind not in TAGGABLE:
            raise Refusal("InvalidParameterValue", f"'{kind}' is not a valid taggable resource type for this operation.")
    if data.get("NetworkInterfaces") and (data.get("SecurityGroupIds") or data.get("SecurityGroups")):
        message = "Network interfaces and an instance-level security groups may not be specified on the same request"
        raise Refusal("InvalidParameterCombination", message)
    placement = data.get("Placement") or {}
    if placement.get("GroupName") and placement.get("GroupId"):
        raise Refusal("InvalidParameterCombination", "The parameters GroupName and GroupId may not be specified on the same request.")


@guards("ec2", "CreateLaunchTemplateVersion", "ModifyLaunchTemplate", "DeleteLaunchTemplate")
def check_template(call: Call) -> None:
    """The template exists."""
    named = {key: value for key, value in call.params.items() if key in ("LaunchTemplateId", "LaunchTemplateName")}
    if not named:
        raise Refusal("MissingParameter", "You must specify either launch template ID or launch template name")
    find_template(call.backend(), named)


@follows("ec2", "CreateLaunchTemplate", "CreateLaunchTemplateVersion")
def keep_data(call: Call) -> None:
    """Keep the data as it was given, on top of its source version if it names one."""
    named = {key: value for key, value in call.params.items() if key in ("LaunchTemplateId", "LaunchTemplateName")}
    template, latest = find_template(call.backend(), {**named, "Version": "$Latest"})
    data: dict[str, Any] = dict(call.params["LaunchTemplateData"])
    if "UserData" in data:
        data["UserData"] = parse_user_data(data["UserData"])
    if source := call.params.get("SourceVersion"):
        _, version = find_template(call.backend(), {"LaunchTemplateId": template.id, "Version": source})
        data = merge(version.data, data)
    latest.data = data


@follows("ec2", "CreateTags", "DeleteTags")
def show_tags(call: Call) -> None:
    """A template shows the tags it has now; moto goes on showing those it was made with."""
    for ident in call.params["Resources"]:
        if ident.startswith("lt-"):
            template, _ = find_template(call.backend(), {"LaunchTemplateId": ident, "Version": "$Latest"})
            template.tags = template.get_tags()
