"""Whose account it is, and which back end is meant."""

import pytest

from operations.bootstrap.errors import WrongAccountError
from operations.bootstrap.run import Wishes, backend_for


def wishes(**changed):
    nothing = {"account": None, "region": None, "bucket": None, "alias": "alias/a", "tags": {}}
    return Wishes(**nothing | changed)


def test_account_and_region_of_the_credentials(session):
    backend = backend_for(session, wishes())
    assert (backend.account, backend.region, backend.bucket) == (
        "123456789012",
        "eu-west-1",
        "gpu-clusters-state-123456789012-eu-west-1",
    )


def test_what_is_wished_counts_more(session):
    backend = backend_for(session, wishes(account="123456789012", region="us-west-2", bucket="mine"))
    assert (backend.region, backend.bucket) == ("us-west-2", "mine")


def test_another_account_is_refused(session):
    with pytest.raises(WrongAccountError, match=r"of account 123456789012, not of 210987654321: switch credentials"):
        backend_for(session, wishes(account="210987654321"))
