"""Cost tags on everything that AWS bills, judged on keys first so that a value unknown at preview hides no missing key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pulumi_policy import Severity

from declaration.tagging import REQUIRED_TAG_KEYS
from policies.model import Registration, Violation, items, mapping, policy
from policies.taggable import TagShape, taggable_types

LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"

# What a launch bills. Spot requests are left out: EC2 refuses their tags where the template itself doesn't ask for spot.
LAUNCHED_RESOURCES = ("instance", "volume", "network-interface")


@policy("required-tags", severity=Severity.HIGH)
def required_tags(resource: Registration) -> Iterator[Violation]:
    """Every taggable AWS resource, and all that a launch template or an Auto Scaling group launches, carries the required cost tags.

    Provider default tags count for the resource itself, but reach nothing that is launched later; tags that a group propagates reach
    instances, not their volumes and interfaces (terraform-aws-modules/terraform-aws-eks#1916, aws/aws-cdk#21537, pulumi/pulumi-policy#108).
    """
    shape = taggable_types().get(resource.type)
    if shape is None:
        return
    # What is launched comes first: default tags that are unknown at preview must not hide what they never reach.
    launched = tuple(_launched_places(resource)) if resource.type == LAUNCH_TEMPLATE else ()
    for place in launched:
        yield from place.missing()
    own = tuple(_group_places(resource) if shape is TagShape.LIST else _own_place(resource))
    for place in own:
        yield from place.missing()
    for place in (*own, *launched):
        yield from place.blank()


@dataclass(frozen=True)
class _TagPlace:
    """One field that holds tags, and the keys that reach the same thing from elsewhere."""

    path: str
    tags: Mapping[str, object]
    remedy: str
    keys_from_elsewhere: frozenset[str] = frozenset()

    def missing(self) -> Iterator[Violation]:
        present = set(self.tags) | self.keys_from_elsewhere
        absent = [key for key in REQUIRED_TAG_KEYS if key not in present]
        if absent:
            got = f"the keys {', '.join(sorted(self.tags))}" if self.tags else "no tags"
            yield Violation(self.path, got, f"also the keys {', '.join(absent)}", self.remedy)

    def blank(self) -> Iterator[Violation]:
        for key in REQUIRED_TAG_KEYS:
            if key in self.tags and not str(self.tags[key]).strip():
                yield Violation(f"{self.path}.{key}", "an empty value", "a value that the bill can be split by", self.remedy)


def _own_place(resource: Registration) -> Iterator[_TagPlace]:
    tags = mapping(resource.props.get("tags"))
    is_whole = set(REQUIRED_TAG_KEYS) <= set(tags)  # as keys: to ask for one by name fails where its value is unknown
    from_provider = frozenset[str]() if is_whole else resource.default_tag_keys()
    yield _TagPlace("tags", tags, "Pass the cluster's Tagging to this resource's tags.", from_provider)


def _launched_places(resource: Registration) -> Iterator[_TagPlace]:
    specifications = [mapping(item) for item in items(resource.props.get("tagSpecifications"))]
    by_type = {specification.get("resourceType"): mapping(specification.get("tags")) for specification in specifications}
    for launched in LAUNCHED_RESOURCES:
        remedy = f"Add a tag specification for {launched} with the cluster's Tagging: no default tag reaches what is launched."
        yield _TagPlace(f"tagSpecifications[{launched}].tags", by_type.get(launched, {}), remedy)


def _group_places(resource: Registration) -> Iterator[_TagPlace]:
    """A group's tags count only where they propagate: the template that might tag its instances can't be seen from here."""
    entries = [mapping(item) for item in items(resource.props.get("tags"))]
    propagated = {str(entry.get("key")): entry.get("value") for entry in entries if entry.get("propagateAtLaunch") is True}
    remedy = "List each as {key, value, propagateAtLaunch: true}: provider default tags do not reach the group's instances."
    yield _TagPlace("tags[propagateAtLaunch]", propagated, remedy)
