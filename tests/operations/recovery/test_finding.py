"""The patience and the judgement of the search, over look-ups that answer from a list."""

import boto3
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError
from moto import mock_aws

from declaration.tagging import STACK_TAG_KEY
from operations.recovery.errors import AmbiguousError, LookupFailedError, StillSettlingError, WrongAccountError
from operations.recovery.finding import Finder, Patience, Verdict, adoptions
from operations.recovery.lookups.registry import Candidate, Status
from operations.recovery.state import Adoption

TYPE = "aws:ec2/vpc:Vpc"
URN = f"urn:pulumi:dev::gpu-clusters::{TYPE}::atlas-vpc"
PROVIDER = "urn:pulumi:dev::gpu-clusters::pulumi:providers:aws::aws"
PENDING = {"urn": URN, "custom": True, "type": TYPE, "inputs": {}, "provider": f"{PROVIDER}::1"}
SETTLING = Candidate("vpc-1", Status.SETTLING, "CREATING")


def state(*resources, accounts=None, region="us-east-1"):
    inputs = {"region": region} | ({"allowedAccountIds": accounts} if accounts else {})
    provider = {"urn": PROVIDER, "custom": True, "id": "1", "type": "pulumi:providers:aws", "inputs": inputs}
    return {
        "version": 3,
        "deployment": {"resources": [provider, *resources], "pending_operations": [{"resource": PENDING, "type": "creating"}]},
    }


class Answers:
    """A look-up that gives one answer after the other (the last for ever), and the clock that it costs."""

    def __init__(self, *answers):
        self.answers, self.asked, self.now, self.said, self.regions = answers, 0, 0.0, [], set()

    def __call__(self, session, wanted):
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        self.regions.add(session.region_name)
        if isinstance(answer, Exception):
            raise answer
        yield from answer

    def _sleep(self, seconds):
        self.now += seconds

    def finder(self, given=None):
        patience = Patience(grace_seconds=20, settle_seconds=60, poll_seconds=5, clock=lambda: self.now, sleep=self._sleep)
        return Finder(given or state(), self.said.append, patience, {TYPE: self})


def test_found_at_once_asks_once():
    answers = Answers([Candidate("vpc-1")])
    (finding,) = answers.finder().find_all()
    assert (finding.verdict, finding.id, answers.asked, answers.said) == (Verdict.FOUND, "vpc-1", 1, [])


def test_an_id_that_had_arrived_needs_no_search():
    recorded = state()
    recorded["deployment"]["pending_operations"][0]["resource"] = PENDING | {"id": "vpc-9"}
    answers = Answers([Candidate("vpc-1")])
    (finding,) = answers.finder(recorded).find_all()
    assert (finding.verdict, finding.id, answers.asked) == (Verdict.FOUND, "vpc-9", 0)


def test_seen_late_is_found():
    answers = Answers([], [], [Candidate("vpc-1")])
    (finding,) = answers.finder().find_all()
    assert (finding.verdict, answers.now) == (Verdict.FOUND, 10)
    assert answers.said[0] == f"{TYPE} atlas-vpc: not seen yet, waiting (0 s)"


def test_nothing_only_after_the_grace_period():
    answers = Answers([])
    (finding,) = answers.finder().find_all()
    assert (finding.verdict, answers.now) == (Verdict.NOTHING, 20)
    assert adoptions([finding]) == ()


def test_settling_is_waited_for_beyond_the_grace_period():
    answers = Answers(*[[SETTLING]] * 9, [Candidate("vpc-1")])
    (finding,) = answers.finder().find_all()
    assert (finding.verdict, answers.now) == (Verdict.FOUND, 45)
    assert "vpc-1 is CREATING" in answers.said[0]


def test_settling_that_vanishes_is_nothing():
    (finding,) = Answers([SETTLING], []).finder().find_all()
    assert finding.verdict is Verdict.NOTHING


def test_settling_at_the_deadline_stops():
    with pytest.raises(StillSettlingError, match="vpc-1 is still CREATING after 1 min"):
        Answers([SETTLING]).finder().find_all()


def test_failed_is_adopted_to_be_replaced():
    (finding,) = Answers([Candidate("vpc-1", Status.FAILED, "CREATE_FAILED")]).finder().find_all()
    assert adoptions([finding]) == (Adoption(PENDING, "vpc-1", failed=True),)


def test_two_entries_for_one_thing_enter_once():
    twice = state()
    twice["deployment"]["pending_operations"] *= 2
    assert adoptions(Answers([Candidate("vpc-1")]).finder(twice).find_all()) == (Adoption(PENDING, "vpc-1"),)


def test_what_the_state_holds_already_is_not_found_again():
    held = {"urn": "urn:other", "custom": True, "type": TYPE, "id": "vpc-0", "inputs": {}}
    (finding,) = Answers([Candidate("vpc-0"), Candidate("vpc-1")]).finder(state(held)).find_all()
    assert finding.id == "vpc-1"


@pytest.mark.parametrize(
    ("recorded", "carried", "verdict"),
    [
        ("p/dev", {STACK_TAG_KEY: "p/dev"}, Verdict.FOUND),
        ("p/dev", {STACK_TAG_KEY: "p/other"}, Verdict.NOTHING),
        ("p/dev", {"cluster": "atlas"}, Verdict.NOTHING),
        ("p/dev", None, Verdict.FOUND),
        (None, {STACK_TAG_KEY: "p/other"}, Verdict.FOUND),
        (None, {}, Verdict.FOUND),
    ],
    ids=["ours", "another stack's", "nobody's", "type not told by tags", "recorded before the tag", "both before the tag"],
)
@pytest.mark.parametrize("status", list(Status))
def test_a_name_is_ours_only_with_the_tag_of_the_stack(recorded, carried, verdict, status):
    given = state()
    tags = {"cluster": "atlas"} | ({STACK_TAG_KEY: recorded} if recorded else {})
    given["deployment"]["pending_operations"][0]["resource"] = PENDING | {"inputs": {"tags": {}, "tagsAll": tags}}
    answers = Answers([Candidate("atlas", status, "d", carried)], [Candidate("atlas", Status.READY, "d", carried)])
    (finding,) = answers.finder(given).find_all()
    if verdict is Verdict.NOTHING:
        assert (finding.verdict, finding.id, finding.detail) == (verdict, "", "atlas is not this stack's")
        assert answers.now == 20, "a tag may be shown late"
    else:
        assert finding.verdict is (Verdict.FAILED if status is Status.FAILED else Verdict.FOUND)


def test_two_that_fit_stop_and_are_listed():
    with pytest.raises(AmbiguousError) as stopped:
        Answers([Candidate("vpc-1"), Candidate("vpc-2", detail="d")]).finder().find_all()
    assert "  vpc-1\n  vpc-2 d\nNothing was changed." in str(stopped.value)


@pytest.mark.parametrize(
    "problem",
    [
        ClientError({"Error": {"Code": "UnauthorizedOperation", "Message": "m"}}, "DescribeVpcs"),
        EndpointConnectionError(endpoint_url="http://x"),
    ],
)
def test_an_error_is_no_proof_of_absence(problem):
    with pytest.raises(LookupFailedError, match="does not mean that it isn't there"):
        Answers(problem).finder().find_all()


def test_a_type_without_a_look_up_stops():
    finder = Finder(state(), print, Patience(), {})
    with pytest.raises(AmbiguousError, match=f"no look-up for {TYPE}"):
        finder.find_all()


def test_region_of_the_provider_and_of_the_resource(monkeypatch):
    answers = Answers([Candidate("vpc-1")])
    answers.finder(state(region="us-west-2")).find_all()
    own = state()
    own["deployment"]["pending_operations"][0]["resource"] = PENDING | {"inputs": {"region": "eu-north-1"}}
    answers.finder(own).find_all()
    assert answers.regions == {"us-west-2", "eu-north-1"}


@mock_aws
@pytest.mark.parametrize(("accounts", "right"), [('["123456789012"]', True), ('["210987654321"]', False)])
def test_credentials_of_another_account_stop(monkeypatch, accounts, right):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    assert boto3.client("sts", region_name="us-east-1").get_caller_identity()["Account"] == "123456789012"
    answers = Answers([Candidate("vpc-1")])
    if right:
        assert answers.finder(state(accounts=accounts)).find_all()
        return
    with pytest.raises(WrongAccountError, match="123456789012"):
        answers.finder(state(accounts=accounts)).find_all()
    assert answers.asked == 0
