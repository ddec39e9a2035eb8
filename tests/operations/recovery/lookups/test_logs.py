"""Log group look-up in an account."""

from operations.recovery.lookups.registry import Wanted, all_lookups

TOKEN = "aws:cloudwatch/logGroup:LogGroup"


def look(account, name):
    return [found.id for found in all_lookups()[TOKEN](account, Wanted("urn:x", TOKEN, {"name": name}))]


def test_its_tags_say_whose_it_is(account, unique):
    account.client("logs").create_log_group(logGroupName=unique, tags={"pulumi-stack": unique})
    (found,) = all_lookups()[TOKEN](account, Wanted("urn:x", TOKEN, {"name": unique}))
    assert found.tags == {"pulumi-stack": unique}


def test_only_the_name_itself(account, unique):
    for name in (f"/aws/eks/{unique}/cluster", f"/aws/eks/{unique}/cluster-2"):
        account.client("logs").create_log_group(logGroupName=name)
    assert look(account, f"/aws/eks/{unique}/cluster") == [f"/aws/eks/{unique}/cluster"]
    assert look(account, f"/aws/eks/{unique}") == []
