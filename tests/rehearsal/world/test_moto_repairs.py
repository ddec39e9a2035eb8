"""Where moto is put right."""

import json

import pytest
from botocore.exceptions import ClientError

NO_TLS = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
NOBODY = {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject"}


@pytest.fixture
def bucket(account):
    account.s3.create_bucket(Bucket="ckpt")

    def with_policy(*statements):
        document = {"Version": "2012-10-17", "Statement": [{**one, "Resource": "arn:aws:s3:::ckpt/*"} for one in statements]}
        account.s3.put_bucket_policy(Bucket="ckpt", Policy=json.dumps(document))
        return account.s3

    return with_policy


def test_a_bucket_for_tls_alone_takes_objects(bucket):
    s3 = bucket(NO_TLS)
    s3.put_object(Bucket="ckpt", Key="step-1", Body=b"weights")
    assert s3.get_object(Bucket="ckpt", Key="step-1")["Body"].read() == b"weights"


def test_other_denials_still_hold(bucket):
    with pytest.raises(ClientError, match="403"):
        bucket(NO_TLS, NOBODY).put_object(Bucket="ckpt", Key="step-1", Body=b"weights")
