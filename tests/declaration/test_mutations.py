"""Two thousand mutated declarations: each is reported on, none raises, and every problem says where, what, how much and what instead."""

import copy
import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.loading import load_catalog
from declaration.judging import judge
from planning.groups import plan_groups
from planning.price import price_cluster
from tests.support.declarations import NOW, WHOLE, changed

SUBNETS = ["subnet-0123456789abcdef1", "subnet-0123456789abcdef2"]
IDS = {"vpc_id": "vpc-0123456789abcdef0", "gpu_subnet_id": "subnet-0123456789abcdef0", "control_plane_subnet_ids": SUBNETS}
FSX = {
    "kind": "fsx_lustre",
    "deployment": "persistent_2",
    "capacity_gib": 19200,
    "throughput_mbps_per_tib": 250,
    "efa": True,
    "metadata_iops": 12000,
    "compression": "none",
    "import_from": [{"s3": "s3://atlas-tokens/v2", "path": "/tokens"}],
    "export": True,
    "mount_path": "/data",
}
PRIMARY, FABRIC = {"card": 0, "device": 0, "type": "interface"}, {"card": 1, "device": 0, "type": "efa-only"}
SEEDS = (
    WHOLE,
    changed(
        {
            "storage.scratch": FSX,
            "network.endpoints": ["ec2", "ecr.api"],
            "network.flow_logs": {"retention_days": 90},
            "extra_tags": {"queue": "slow"},
            "pools[1].extra_tags": {"queue": "fast"},
            "pools[1].network_interfaces": [PRIMARY, FABRIC],
        }
    ),
    changed(
        {
            "network": {"existing": IDS},
            "image": {"id": "ami-0123456789abcdef0", "architecture": "x86_64", "manifest_sha256": "0" * 64},
            "storage.scratch": {"from_stack": "aws-base"},
            "pools[1].machine": "p6e-gb200.36xlarge",
            "encryption": "account_default",
        }
    ),
)
WILD = (
    *(None, True, False, 0, 1, -1, 6, 24, 65, 451, 1201, 10**400, 1.5, float("nan"), float("inf"), "", " ", "0", "latest", "none", "aws:x"),
    *(
        "\u2011",
        "\u0430tlas",
        "a\u2010b",
        "\ud800",
        "{value}",
        "{",
        "%s",
        "\x00",
        "use1-az3",
        "us-east-1a",
        "0.0.0.0/0",
        "0.0.0.0/1",
        "x" * 300,
        "9999-12-31T23:59:59-14:00",
        "0001-01-01T00:00:00+14:00",
    ),
    *([], {}, [[]], {"": ""}, {"kind": []}, [None], {"from_stack": "aws-base"}, "s3://a-b", "g5.xlarge", "trn2.48xlarge", "g5g.16xlarge"),
)
CATALOG = load_catalog()


def places(tree: object) -> list[tuple[object, object]]:
    """Every container of a tree with each of its keys or indexes."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree))) if isinstance(tree, list) else []
    return [place for key in keys for place in ((tree, key), *places(tree[key]))]


def mutated(rng: random.Random) -> dict[str, object]:
    """One of the seeds after one to four changes: a wild value, a value from elsewhere, a key less, more or misspelt, an item doubled."""
    raw = copy.deepcopy(rng.choice(SEEDS))
    for _ in range(rng.choice((1, 1, 2, 4))):
        found = places(raw)
        if not found:
            break
        holder, key = rng.choice(found)
        change = rng.randrange(6)
        if change == 0:
            del holder[key]
        elif change == 1 and isinstance(holder, dict):
            holder[f"{key}"[:-1] or "x"] = holder.pop(key)
        elif change == 2 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif change == 3:
            other, there = rng.choice(found)
            holder[key] = copy.deepcopy(other[there])
        elif change == 4 and isinstance(holder[key], int):
            holder[key] = rng.choice((holder[key] + 1, holder[key] * 2, -holder[key], holder[key] // 2))
        else:
            holder[key] = copy.deepcopy(rng.choice(WILD))
    return raw


@settings(max_examples=2000, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_whatever_is_changed_there_is_a_report_and_never_an_exception(seed):
    reading = judge(mutated(random.Random(seed)), CATALOG, now=NOW)
    for problem in reading.problems:
        assert all((problem.rule, problem.path, problem.value, problem.limit, problem.message, problem.remedy)), problem
        assert problem.value in problem.message, problem
        assert problem.limit in problem.message, problem
        assert "\n" not in problem.message + problem.remedy, problem
    if reading.cluster is None:
        assert not reading.report.ok
        return
    price_cluster(reading.cluster, CATALOG)
    if reading.report.ok:
        for pool in reading.cluster.pools:
            assert plan_groups(reading.cluster, pool, CATALOG.machines[pool.machine])


def test_mutations_reach_both_answers_and_most_rules():
    answers, rules = set(), set()
    for seed in range(1500):
        reading = judge(mutated(random.Random(seed)), CATALOG, now=NOW)
        answers.add((reading.cluster is not None, reading.report.ok))
        rules |= {problem.rule for problem in reading.problems}
    assert answers == {(False, False), (True, False), (True, True)}
    assert len(rules) > 20, sorted(rules)


def test_the_seeds_are_read():
    for seed in SEEDS:
        reading = judge(json.loads(json.dumps(seed)), CATALOG, now=NOW)
        assert reading.cluster is not None, reading.problems


def test_every_wild_value_in_every_field_is_reported_on():
    for number, (found, key) in enumerate(places(WHOLE)):
        if isinstance(found[key], dict | list):
            continue
        for value in WILD:
            raw = copy.deepcopy(WHOLE)
            holder, there = places(raw)[number]
            holder[there] = value
            reading = judge(raw, CATALOG, now=NOW)
            assert (reading.cluster is None) <= (not reading.report.ok)
