"""Rows of the policy no-public-acl."""

BUCKET = "aws:s3/bucket:Bucket"
LIST = "aws:s3/bucketAcl:BucketAcl"
EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers"
ANY_ACCOUNT = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers"


def granted(uri):
    return {"accessControlPolicy": {"grants": [{"grantee": {"type": "Group", "uri": uri}, "permission": "READ"}]}}


ACCEPTED = {
    "no list": (BUCKET, {}, {}),
    "private": (LIST, {"acl": "private"}, {}),
    "null": (BUCKET, {"acl": None, "grants": None}, {}),
    "log delivery": (LIST, granted("http://acs.amazonaws.com/groups/s3/LogDelivery"), {}),
    "another type with that word": ("aws:apigateway/restApi:RestApi", {"acl": "public-read"}, {}),
}
REFUSED = {
    "a bucket to read": (BUCKET, {"acl": "public-read"}, {}, ["acl"]),
    "a bucket of the older type": ("aws:s3/bucketV2:BucketV2", {"acl": "authenticated-read"}, {}, ["acl"]),
    "a list to write": (LIST, {"acl": "public-read-write"}, {}, ["acl"]),
    "an object": ("aws:s3/bucketObjectv2:BucketObjectv2", {"acl": "public-read"}, {}, ["acl"]),
    "a grant of a bucket": (BUCKET, {"grants": [{"uri": EVERYBODY}]}, {}, ["grants[0].uri"]),
    "a grant of a list": (LIST, granted(ANY_ACCOUNT), {}, ["accessControlPolicy.grants[0].grantee.uri"]),
    "list and grant": (BUCKET, {"acl": "public-read", "grants": {"uri": EVERYBODY}}, {}, ["acl", "grants[0].uri"]),
}
