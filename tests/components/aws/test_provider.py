import json

from declaration.tagging import REQUIRED_TAG_KEYS


def test_the_provider_refuses_other_accounts_and_tags_what_was_forgotten(built, declared):
    provider = built(declared()).one("pulumi:providers:aws")
    assert provider.inputs["region"] == "us-east-1"
    assert json.loads(provider.inputs["allowedAccountIds"]) == ["123456789012"]
    assert set(json.loads(provider.inputs["defaultTags"])["tags"]) == set(REQUIRED_TAG_KEYS), "no Name, and nothing that moves"
