"""Where moto's own way is too slow for thousands of interfaces."""

from moto.ec2.models.core import TaggedEC2Resource
from moto.ec2.utils import EC2_PREFIX_TO_RESOURCE, get_prefix

from rehearsal.world.untyped import Untyped


def own_tags(resource: Untyped) -> list[dict[str, str]]:
    """The tags of one resource, looked up by its id; moto reads the tags of all resources for it."""
    if not resource.id:
        return []
    kind = EC2_PREFIX_TO_RESOURCE.get(get_prefix(resource.id), "")
    tags = resource.ec2_backend.tags.get(resource.id, {})
    return [{"resource_id": resource.id, "key": key, "value": value, "resource_type": kind} for key, value in tags.items()]


def repair_moto() -> None:
    """Put our look-up in place of moto's."""
    TaggedEC2Resource.get_tags = own_tags
