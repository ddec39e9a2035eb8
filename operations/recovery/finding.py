"""Looks for each pending create with patience: the cloud may show a thing late, and may still be making it."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from operations.engine import ExportedState, ResourceState
from operations.recovery.errors import AmbiguousError, LookupFailedError, StillSettlingError, WrongAccountError
from operations.recovery.lookups.registry import Candidate, Lookup, Status, Wanted, all_lookups
from operations.recovery.state import Adoption, allowed_accounts, ids_of_type, is_kept, pending_creates, plain_inputs, provider_inputs

Say = Callable[[str], None]


class Verdict(StrEnum):
    """What became of a pending create."""

    FOUND = "found"
    FAILED = "failed"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Finding:
    """A pending create and what the cloud holds of it."""

    pending: ResourceState
    verdict: Verdict
    id: str = ""
    detail: str = ""

    @property
    def deletable(self) -> bool:
        """Whether a recovery that deletes may delete it: it is there, and not kept on purpose."""
        return self.verdict is not Verdict.NOTHING and not is_kept(self.pending)

    def adoption(self) -> Adoption | None:
        """How it enters the state; None where there is nothing to enter."""
        if self.verdict is Verdict.NOTHING:
            return None
        return Adoption(self.pending, self.id, failed=self.verdict is Verdict.FAILED)


@dataclass(frozen=True)
class Patience:
    """How long to look. A create that was under way when its engine died may land, and an API may show it, some seconds later."""

    grace_seconds: float = 30.0
    """How long to go on looking for what isn't there."""
    settle_seconds: float = 45 * 60.0
    """How long to wait for what is still being made: an EKS cluster takes 10 to 15 minutes, a node group up to 40."""
    poll_seconds: float = 5.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class Finder:
    """The look-ups over one exported state."""

    state: ExportedState
    say: Say
    patience: Patience = field(default_factory=Patience)
    lookups: Mapping[str, Lookup] = field(default_factory=all_lookups)

    def find_all(self) -> tuple[Finding, ...]:
        """One finding for each pending create; stops with a RecoveryError where one can't be told."""
        creates = pending_creates(self.state)
        sessions = {resource["urn"]: self._session(resource) for resource in creates}
        started = self.patience.clock()
        return tuple(self._find(resource, sessions[resource["urn"]], started) for resource in creates)

    def _find(self, resource: ResourceState, session: boto3.Session, started: float) -> Finding:
        if resource.get("id"):
            # The answer had reached the engine, which was killed before it could move the resource out of the pending ones.
            return Finding(resource, Verdict.FOUND, resource["id"], "as recorded")
        patience, wanted = self.patience, Wanted(resource["urn"], resource["type"], plain_inputs(resource))
        while True:
            waited = patience.clock() - started
            candidates = self._candidates(wanted, session)
            foreign = [candidate.id for candidate in candidates if wanted.is_another_stacks(candidate)]
            found = self._only(wanted, tuple(candidate for candidate in candidates if candidate.id not in foreign))
            if found and found.status is not Status.SETTLING:
                return Finding(resource, Verdict.FAILED if found.status is Status.FAILED else Verdict.FOUND, found.id, found.detail)
            if found and waited >= patience.settle_seconds:
                raise StillSettlingError(
                    f"{wanted.type} {found.id} is still {found.detail or 'pending'} after {waited / 60:.0f} min: "
                    "run `gpuc recover` again later, or with a longer --settle-minutes."
                )
            if not found and waited >= patience.grace_seconds:
                return Finding(resource, Verdict.NOTHING, detail=f"{', '.join(foreign)} is not this stack's" if foreign else "")
            seen = f"{found.id} is {found.detail or 'pending'}" if found else "not seen yet"
            self.say(f"{wanted.type} {wanted.urn.rpartition('::')[2]}: {seen}, waiting ({waited:.0f} s)")
            patience.sleep(patience.poll_seconds)

    def _candidates(self, wanted: Wanted, session: boto3.Session) -> tuple[Candidate, ...]:
        """What fits and is not in the state already."""
        look_up = self.lookups.get(wanted.type)
        if look_up is None:
            raise wanted.unfindable(f"operations/recovery/lookups has no look-up for {wanted.type}")
        known = ids_of_type(self.state, wanted.type)
        try:
            return tuple(candidate for candidate in look_up(session, wanted) if candidate.id not in known)
        except (ClientError, BotoCoreError) as problem:
            raise LookupFailedError(
                f"Looking for {wanted.urn} failed, which does not mean that it isn't there: {problem}. Repair this and run again."
            ) from problem

    def _only(self, wanted: Wanted, candidates: tuple[Candidate, ...]) -> Candidate | None:
        if len(candidates) > 1:
            listed = "\n".join(f"  {candidate.id} {candidate.detail}".rstrip() for candidate in candidates)
            raise AmbiguousError(
                f"{len(candidates)} things fit the pending {wanted.urn}:\n{listed}\n"
                "Nothing was changed. Delete those that are not wanted, then run `gpuc recover` again."
            )
        return candidates[0] if candidates else None

    def _session(self, resource: ResourceState) -> boto3.Session:
        """A session in the resource's region, proven to reach the account that its provider allows."""
        provider = provider_inputs(self.state, resource)
        region = resource.get("inputs", {}).get("region") or provider.get("region")
        session = boto3.Session(region_name=str(region) if region else None)
        allowed = allowed_accounts(provider)
        if allowed:
            _check_account(session, allowed)
        return session


def adoptions(findings: Iterable[Finding]) -> tuple[Adoption, ...]:
    """What enters the state of all that was looked for; two kills in a row may have left two entries for one thing."""
    found = (adoption for finding in findings if (adoption := finding.adoption()))
    return tuple({(adoption.pending["urn"], adoption.id): adoption for adoption in found}.values())


def _check_account(session: boto3.Session, allowed: frozenset[str]) -> None:
    try:
        account = session.client("sts").get_caller_identity()["Account"]
    except (ClientError, BotoCoreError) as problem:
        raise LookupFailedError(f"The credentials do not work: {problem}. Set them as for `pulumi up` and run again.") from problem
    if account not in allowed:
        raise WrongAccountError(
            f"The credentials reach account {account}, the stack lives in {', '.join(sorted(allowed))}: "
            "finding nothing there would prove nothing. Switch credentials (AWS_PROFILE) and run again."
        )
