import json

from declaration.tagging import REQUIRED_TAG_KEYS, STACK_TAG_KEY


def test_the_provider_refuses_other_accounts_and_tags_what_was_forgotten(built, declared):
    provider = built(declared()).one("pulumi:providers:aws")
    assert provider.inputs["region"] == "us-east-1"
    assert json.loads(provider.inputs["allowedAccountIds"]) == ["123456789012"]
    tags = json.loads(provider.inputs["defaultTags"])["tags"]
    assert set(tags) == {*REQUIRED_TAG_KEYS, STACK_TAG_KEY}, "no Name, and nothing that moves"
    assert tags[STACK_TAG_KEY] == "gpu-clusters/test", "which stack it is: another one may declare the same cluster's name"
