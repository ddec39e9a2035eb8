"""Keys and values of extra tags."""

from declaration.rules.extra_tags import extra_tags
from tests.support.declarations import Row, table_tests

RULE = extra_tags
POOL = "pools[1].extra_tags"
ACCEPTS = (
    Row("none", {}),
    Row("the longest key and value", {"extra_tags": {"k" * 128: "v" * 256}}),
    Row("the characters that all services take", {"extra_tags": {"a b+c-d=e.f_g:h/i@1": "a b+c-d=e.f_g:h/i@1"}}),
    Row("one key at both levels, which is another rule's", {"extra_tags": {"queue": "a"}, POOL: {"queue": "b"}}),
    Row("aws without the colon", {"extra_tags": {"aws-account-use": "training"}}),
)
REFUSES = (
    Row("key too long", {"extra_tags": {"k" * 129: "v"}}, f"extra_tags.{'k' * 129}", ("at most 128 characters, not 129", "shorten")),
    Row("value too long", {POOL: {"k": "v" * 257}}, f"{POOL}.k", ("at most 256 characters, not 257",)),
    Row("reserved prefix", {"extra_tags": {"aws:x": "v"}}, "extra_tags.aws:x", ("prefix aws:", "leave the prefix out")),
    Row("reserved prefix in capitals", {POOL: {"AWS:x": "v"}}, f"{POOL}.AWS:x", ("prefix aws:",)),
    Row("one of ours", {"extra_tags": {"team": "other"}}, "extra_tags.team", ("beside those of this program", "under tags")),
    Row("one of ours in capitals", {POOL: {"Cluster": "other"}}, f"{POOL}.Cluster", ("Cluster", "under tags")),
    Row("the stack's, by which recovery finds", {"extra_tags": {"pulumi-stack": "other"}}, "extra_tags.pulumi-stack", ("leave it out",)),
    Row("the name", {POOL: {"Name": "other"}}, f"{POOL}.Name", ("leave it out",)),
    Row("keys that differ in case", {"extra_tags": {"Queue": "a", "queue": "b"}}, "extra_tags.queue", ("Queue is there too",)),
    Row("keys of two levels that differ in case", {"extra_tags": {"Queue": "a"}, POOL: {"queue": "b"}}, f"{POOL}.queue", ("write Queue",)),
    Row("refused character", {"extra_tags": {"a#b": "v"}}, "extra_tags.a#b", ("tag key a#b", "character 2, U+0023")),
    Row("empty value", {"extra_tags": {"a": ""}}, "extra_tags.a", ("tag value", "empty")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
