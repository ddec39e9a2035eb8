"""Log group look-up in an account."""

from operations.recovery.lookups.registry import Wanted, all_lookups

TOKEN = "aws:cloudwatch/logGroup:LogGroup"


def look(account, name):
    return [found.id for found in all_lookups()[TOKEN](account, Wanted("urn:x", TOKEN, {"name": name}))]


def test_only_the_name_itself(account):
    for name in ("/aws/eks/atlas/cluster", "/aws/eks/atlas/cluster-2"):
        account.client("logs").create_log_group(logGroupName=name)
    assert look(account, "/aws/eks/atlas/cluster") == ["/aws/eks/atlas/cluster"]
    assert look(account, "/aws/eks/atlas") == []
