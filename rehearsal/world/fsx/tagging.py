"""Tags of everything that FSx has, by ARN."""

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.fsx.records import ASSOCIATIONS, BACKUPS, FILE_SYSTEMS, MAX_TAGS, BadRequest
from rehearsal.world.registry import answers
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped


def by_arn(call: Call) -> Record:
    """The thing that a call names."""
    wanted = call.params["ResourceARN"]
    for kind in (FILE_SYSTEMS, ASSOCIATIONS, BACKUPS):
        for record in call.records(kind).values():
            if record["ResourceARN"] == wanted:
                return record
    raise Refusal("ResourceNotFound", f"The resource '{wanted}' does not exist.")


@answers("fsx", "TagResource")
def tag(call: Call) -> Untyped:
    """Add or change tags."""
    record = by_arn(call)
    tags = {each["Key"]: each["Value"] for each in (*record["Tags"], *call.params["Tags"])}
    if len(tags) > MAX_TAGS:
        raise BadRequest(f"A resource can have {MAX_TAGS} tags.")
    record["Tags"] = [{"Key": key, "Value": value} for key, value in tags.items()]
    return {}


@answers("fsx", "UntagResource")
def untag(call: Call) -> Untyped:
    """Remove tags."""
    record = by_arn(call)
    record["Tags"] = [each for each in record["Tags"] if each["Key"] not in call.params["TagKeys"]]
    return {}


@answers("fsx", "ListTagsForResource")
def list_tags(call: Call) -> Untyped:
    """The tags of one thing."""
    return {"Tags": by_arn(call)["Tags"]}
