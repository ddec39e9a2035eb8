"""Administrators listed twice, or that the region's partition does not know."""

import pytest

from declaration.rules.admin_roles import admin_roles
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = admin_roles
ADMINS = "control_plane.admins"
ROLE, OTHER = "arn:aws:iam::123456789012:role/platform", "arn:aws:iam::210987654321:role/platform"
NESTED, HYPHENED = "arn:aws:iam::123456789012:role/a/b", "arn:aws:iam::123456789012:role/a-b"
CHINESE, GOVERNMENT = "arn:aws-cn:iam::123456789012:role/x", "arn:aws-us-gov:iam::123456789012:role/x"
ACCEPTS = (
    Row("one", {}),
    Row("none", {ADMINS: []}),
    Row("the same name in two accounts", {ADMINS: [ROLE, OTHER]}),
    Row("a path and a name spelt alike", {ADMINS: [NESTED, HYPHENED]}),
    Row("China's in China", {ADMINS: [CHINESE], "region": "cn-north-1"}),
    Row("the government's in its own region", {ADMINS: [GOVERNMENT], "region": "us-gov-west-1"}),
    Row("no control plane", {"control_plane": REMOVED, "pools": []}),
)
REFUSES = (
    Row("one twice", {ADMINS: [ROLE, OTHER, ROLE]}, f"{ADMINS}[2]", (ROLE, "the same role as admins[0]", "leave one of the two out")),
    Row("one by two paths", {ADMINS: [ROLE, ROLE.replace("role/", "role/team/")]}, f"{ADMINS}[1]", ("whatever its path",)),
    Row("one in two cases", {ADMINS: [ROLE, ROLE.replace("platform", "Platform")]}, f"{ADMINS}[1]", ("role/Platform", "each role once")),
    Row("China's elsewhere", {ADMINS: [CHINESE]}, f"{ADMINS}[0]", ("partition aws-cn", "partition aws, as us-east-1 is", "arn:aws:iam::")),
    Row("ours in China", {ADMINS: [ROLE], "region": "cn-north-1"}, f"{ADMINS}[0]", ("partition aws-cn, as cn-north-1 is",)),
    Row("the government's elsewhere", {ADMINS: [GOVERNMENT]}, f"{ADMINS}[0]", ("partition aws-us-gov",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("row", REFUSES, ids=lambda row: row.name)
def test_each_mistake_is_one_problem(row):
    assert len(problems_of(RULE, row)) == 1
