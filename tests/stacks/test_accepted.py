"""What `gpuc check` accepts, the rehearsal cloud takes: declarations drawn at random, brought up and down by the real engine."""

import random

import pytest

from catalog.loading import load_catalog
from catalog.machines import UsageClass
from declaration.judging import judge
from operations.demo.blocks import seed as seed_reservations
from tests.support.declarations import NOW

pytestmark = pytest.mark.engine
CATALOG = load_catalog()
REGIONS = ("us-east-1", "us-east-2", "us-west-2", "eu-north-1")
BOUGHT = {UsageClass.ON_DEMAND: "on_demand", UsageClass.SPOT: "spot", UsageClass.CAPACITY_BLOCK: "capacity_block"}
FSX = (
    {"deployment": "scratch_2", "capacity_gib": 2400},
    {"deployment": "persistent_2", "capacity_gib": 4800, "throughput_mbps_per_tib": 500},
)


def options(rng: random.Random, machine: str) -> list[dict[str, str]]:
    """One or two ways to buy a machine, out of those that it has."""
    ways = [BOUGHT[usage] for usage in CATALOG.machines[machine].usage_classes if usage in BOUGHT]
    chosen = rng.sample(ways, k=min(len(ways), rng.choice((1, 2))))
    return [{"kind": way} | ({"reservation": f"cr-{rng.randrange(16**17):017x}"} if way == "capacity_block" else {}) for way in chosen]


def pool(rng: random.Random, number: int, zone: str, region: str) -> dict[str, object]:
    """A pool of accelerated machines that the zone offers."""
    offered = sorted(name for name, machine in CATALOG.machines.items() if machine.accelerators and zone in machine.offered_in(region))
    machine = rng.choice(offered)
    most = rng.choice((1, 2, 3))
    return {
        "name": f"pool-{number}",
        "purpose": rng.choice(("training", "inference")),
        "machine": machine,
        "nodes": rng.choice((most, {"min": 0, "desired": rng.randrange(most + 1), "max": most})),
        "capacity": options(rng, machine),
        "scaling_owner": rng.choice(("pulumi", "pulumi", "slurm", "autoscaler")),
        **({"extra_tags": {"queue": f"q{number}"}} if rng.random() < 0.5 else {}),
    }


def drawn(rng: random.Random) -> dict[str, object]:
    """A whole declaration, not yet judged."""
    region = rng.choice(REGIONS)
    zones = list(CATALOG.regions[region].control_plane_zone_ids)
    zone = rng.choice(zones)
    other = rng.choice([one for one in zones if one != zone])
    scratch = {"scratch": {"kind": "fsx_lustre", "mount_path": "/scratch", **rng.choice(FSX)}} if rng.random() < 0.4 else {}
    return {
        "name": "drawn",
        "cloud": "aws",
        "account": "123456789012",
        "region": region,
        "zone": zone,
        "tags": {"team": "research", "project": "lab", "owner": "lab@mail.test", "cost_center": "cc-1", "environment": "test"},
        "network": {
            "cidr": rng.choice(("10.40.0.0/16", "10.64.0.0/18", "192.168.0.0/20")),
            "control_plane_zones": [zone, other],
            **rng.choice(({"nat": "gateway"}, {"nat": "none", "endpoints": "needed"})),
            **({"flow_logs": {"retention_days": 30}} if rng.random() < 0.5 else {}),
        },
        "control_plane": {"kind": "eks", "version": "1.34", "admins": ["arn:aws:iam::123456789012:role/platform"]},
        "image": {"eks_release": "1.34.1-20261105"},
        "pools": [
            {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2},
            *(pool(rng, number, zone, region) for number in range(rng.choice((1, 2)))),
        ],
        "storage": {"checkpoints": {"kind": "bucket"}, "node_cache": {"kind": "nvme", "layout": "raid0"}, **scratch},
    }


def accepted(number: int):
    """The first declaration of a series that all rules accept, with the typed tree that it was read into."""
    rng = random.Random(number)
    while True:
        raw = drawn(rng)
        reading = judge(raw, CATALOG, now=NOW)
        if reading.cluster is not None and reading.report.ok:
            return raw, reading.cluster


SAMPLE = [*range(2), *(pytest.param(number, marks=pytest.mark.soak) for number in range(2, 30))]


@pytest.mark.parametrize("number", SAMPLE)
def test_what_check_accepts_goes_up_stays_and_goes_down(rehearsed, number):
    raw, cluster = accepted(number)
    seed_reservations(rehearsed.control, cluster)
    stack = rehearsed.stack_file("drawn", {"pulumi:disable-default-providers": ["*"], "gpu-clusters:cluster": raw})
    stack.up()
    refused = [entry for entry in rehearsed.control.journal(changing_only=True) if entry.status >= 400]
    assert refused == []
    stack.expect_no_changes()
    stack.destroy()
    left = rehearsed.control.inventory()
    assert {one.kind for one in left} <= {"buckets", "keys"}, left
    assert not any(one.billing for one in left)
