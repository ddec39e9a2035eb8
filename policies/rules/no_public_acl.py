"""No access list opens a bucket or an object."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, items, mapping, policy

# The types of pulumi-aws 7 with a canned list; buckets may also carry grants, list resources an accessControlPolicy.
TYPES = frozenset(
    {
        "aws:s3/bucket:Bucket",
        "aws:s3/bucketV2:BucketV2",
        "aws:s3/bucketAcl:BucketAcl",
        "aws:s3/bucketAclV2:BucketAclV2",
        "aws:s3/bucketObject:BucketObject",
        "aws:s3/bucketObjectv2:BucketObjectv2",
    }
)
PUBLIC_LISTS = ("public-read", "public-read-write", "authenticated-read")
# "Authenticated users" are those of any AWS account.
PUBLIC_GROUPS = ("http://acs.amazonaws.com/groups/global/AllUsers", "http://acs.amazonaws.com/groups/global/AuthenticatedUsers")


@policy("no-public-acl", severity=Severity.CRITICAL)
def no_public_acl(resource: Registration) -> Iterator[Violation]:
    """No bucket and no object carries an access list that lets in everybody, or everybody with an AWS account."""
    if resource.type not in TYPES:
        return
    acl = resource.props.get("acl")
    if acl in PUBLIC_LISTS:
        yield Violation("acl", repr(str(acl)), "'private'", "Leave acl out, and let roles in by a policy.")
    for path, uri in _grantees(resource):
        if uri in PUBLIC_GROUPS:
            yield Violation(path, str(uri), "grants to accounts you know", "Remove the grant, and let roles in by a policy.")


def _grantees(resource: Registration) -> Iterator[tuple[str, object]]:
    for index, grant in enumerate(items(resource.props.get("grants"))):
        yield f"grants[{index}].uri", mapping(grant).get("uri")
    access = mapping(resource.props.get("accessControlPolicy"))
    for index, grant in enumerate(items(access.get("grants"))):
        yield f"accessControlPolicy.grants[{index}].grantee.uri", mapping(mapping(grant).get("grantee")).get("uri")
