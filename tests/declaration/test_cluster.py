"""The root: what may be left out, and what follows from the whole for a pool."""

import datetime

import pytest

from declaration.cluster import ClusterDeclaration
from declaration.reading import read_declaration
from declaration.words import LOG_RETENTION_DAYS
from tests.support.declarations import REMOVED, WHOLE, changed

LEAST = ("name", "cloud", "account", "region", "zone", "tags")


def test_only_what_pays_and_where_must_be_said():
    cluster = read_declaration({key: WHOLE[key] for key in LEAST}).cluster
    assert cluster is not None
    assert (cluster.network, cluster.control_plane, cluster.image, cluster.pools, cluster.storage) == (None, None, None, (), None)
    assert {name for name, field in ClusterDeclaration.model_fields.items() if field.is_required()} == set(LEAST)


@pytest.mark.parametrize("field", LEAST)
def test_what_must_be_said_is_missed(field):
    assert [problem.path for problem in read_declaration(changed({field: REMOVED})).problems] == [field]


def test_moments_become_utc():
    cluster = read_declaration(changed({"expires_at": "2026-12-24T02:00:00+02:00"})).cluster
    assert cluster.expires_at == datetime.datetime(2026, 12, 24, tzinfo=datetime.UTC)
    assert cluster.expires_at.utcoffset() == datetime.timedelta(0)


@pytest.mark.parametrize("days", LOG_RETENTION_DAYS)
def test_every_retention_of_cloudwatch_is_taken(days):
    assert read_declaration(changed({"control_plane.log_retention_days": days})).cluster.control_plane.log_retention_days == days


def test_the_api_is_private_and_its_logs_are_kept_unless_said_otherwise():
    control_plane = read_declaration(changed({"control_plane": {"kind": "eks", "version": "1.34"}})).cluster.control_plane
    assert control_plane.endpoint.public_cidrs == ()
    assert control_plane.log_retention_days == 90
    assert control_plane.admins == ()


def test_a_pools_own_zone_and_image_come_first():
    cluster = read_declaration(changed({"pools[1].zone": "use1-az6", "pools[1].image": {"eks_release": "1.34.2-20261201"}})).cluster
    system, train, _ = cluster.pools
    assert (cluster.zone_of(system), cluster.zone_of(train)) == ("use1-az2", "use1-az6")
    assert cluster.image_of(system).eks_release == "1.34.1-20261105"
    assert cluster.image_of(train).eks_release == "1.34.2-20261201"
