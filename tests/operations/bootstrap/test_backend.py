"""Names, tags and the lines that lead Pulumi to the back end."""

import pytest

from operations.bootstrap.backend import StateBackend, default_bucket, tags_given
from operations.bootstrap.errors import BadNameError


def backend(**changed):
    return StateBackend(**{"account": "123456789012", "region": "eu-west-1", "bucket": "states"} | changed)


def test_lines():
    assert backend().login_line == "pulumi login 's3://states?region=eu-west-1'"
    assert backend(alias="alias/own").secrets_provider_option == '--secrets-provider="awskms://alias/own?region=eu-west-1"'


def test_default_bucket_fits_the_longest_region():
    assert len(default_bucket("123456789012", "ap-southeast-7")) <= 63
    assert backend(bucket=default_bucket("123456789012", "us-gov-west-1"))


@pytest.mark.parametrize("name", ["", "ab", "Upper", "under_score", "a" * 64, "dotted.name", "-first", "last-"])
def test_bucket_names_that_s3_would_refuse(name):
    with pytest.raises(BadNameError, match="--bucket"):
        backend(bucket=name)


@pytest.mark.parametrize("alias", ["gpu-clusters-state", "alias/aws/s3", "alias/", "alias/with space"])
def test_aliases_that_kms_would_refuse(alias):
    with pytest.raises(BadNameError, match="--alias"):
        backend(alias=alias)


def test_tags_given():
    assert tags_given(["team=a=b"]) == {"team": "a=b", "managed-by": "gpu-clusters", "purpose": "pulumi-state"}


@pytest.mark.parametrize(("word", "hint"), [("team", "KEY=VALUE"), ("=x", "KEY=VALUE"), ("purpose=mine", "another key")])
def test_tags_that_can_not_be(word, hint):
    with pytest.raises(BadNameError, match=hint):
        tags_given([word])
