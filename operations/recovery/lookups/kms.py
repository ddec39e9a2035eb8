"""Look-ups for keys and aliases."""

from collections.abc import Iterator

import boto3

from operations.recovery.lookups.registry import Candidate, Wanted, lookup

# A key that waits for its deletion is on its way out: the provider takes it for gone, and so do we.
GOING = frozenset({"PendingDeletion", "PendingReplicaDeletion"})


@lookup("aws:kms/key:Key")
def key(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags; KMS can't be asked by them, so all keys of the account are read."""
    kms, tags = session.client("kms"), wanted.own_tags()
    for page in kms.get_paginator("list_keys").paginate():
        for ident in (each["KeyId"] for each in page["Keys"]):
            found = kms.describe_key(KeyId=ident)["KeyMetadata"]
            if found["KeyManager"] != "CUSTOMER" or found["KeyState"] in GOING:
                continue
            pages = kms.get_paginator("list_resource_tags").paginate(KeyId=ident)
            carried = {tag["TagKey"]: tag["TagValue"] for tag_page in pages for tag in tag_page["Tags"]}
            if tags.items() <= carried.items():
                yield Candidate(ident, detail=found["KeyState"])


@lookup("aws:kms/alias:Alias")
def alias(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is its id, and the key behind it: an alias has no tags that would say whose it is."""
    name, target = wanted.text("name"), wanted.inputs.get("targetKeyId")
    for page in session.client("kms").get_paginator("list_aliases").paginate():
        for found in page["Aliases"]:
            # The key is given by its id, or by an ARN that ends in it.
            if found["AliasName"] == name and (not target or str(target).rpartition("/")[2] == found.get("TargetKeyId")):
                yield Candidate(name)
