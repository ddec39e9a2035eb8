"""Physical names: made once, kept, within the limit, and only where the program gives none."""

import re

from rehearsal.shim.kinds import KINDS
from rehearsal.shim.naming import auto_name, with_name

ROLE, BUCKET = KINDS["aws:iam/role:Role"], KINDS["aws:s3/bucket:Bucket"]


def test_a_name_ends_in_seven_hexadecimal_digits_of_the_seed() -> None:
    name = auto_name(ROLE, "atlas-nodes", "", b"seed")
    assert re.fullmatch("atlas-nodes-[0-9a-f]{7}", name)
    assert auto_name(ROLE, "atlas-nodes", "", b"seed") == name
    assert auto_name(ROLE, "atlas-nodes", "", b"other") != name


def test_a_long_name_is_cut_before_the_suffix() -> None:
    name = auto_name(ROLE, "x" * 100, "", b"seed")
    assert len(name) == 64
    assert re.fullmatch("x+[0-9a-f]{7}", name)


def test_the_old_name_stays_and_a_given_one_wins() -> None:
    made = with_name(ROLE, {}, {"name": "old-1234567"}, "role", b"seed")
    assert made == {"name": "old-1234567", "__defaults": ["name"]}
    assert with_name(ROLE, {"name": "given"}, {"name": "old"}, "role", b"seed") == {"name": "given"}


def test_a_prefix_is_used_and_another_prefix_makes_another_name() -> None:
    made = with_name(ROLE, {"namePrefix": "team-a-"}, {}, "role", b"seed")
    assert re.fullmatch("team-a-[0-9a-f]{7}", str(made["name"]))
    moved = with_name(ROLE, {"namePrefix": "team-b-"}, made, "role", b"seed")
    assert str(moved["name"]).startswith("team-b-")


def test_bucket_names_are_lower_case() -> None:
    assert auto_name(BUCKET, "Checkpoints", "", b"seed").islower()
