"""The life of one resource on the cloud: make, look at, change and delete, as its table entry says. No gRPC here."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import jmespath

from rehearsal.shim.cloud import Cloud, CloudError, Waiting
from rehearsal.shim.comparing import same
from rehearsal.shim.described import computed_outputs, everything, overlay
from rehearsal.shim.kind import META, Call, Change, Filled, Kind, Props, Reading, Setter, Value, fill_text
from rehearsal.shim.names import Model
from rehearsal.shim.requests import create_request, create_template

logger = logging.getLogger(__name__)

UNFINISHED = "__unfinished"  # state key: the calls that follow a create have not all been made
BROKEN = "__broken"  # state key: the state, as the cloud names it, of a resource that cannot heal

_GONE = ("NotFound", "NoSuch", ".Unknown", "404")


@dataclass(frozen=True)
class Place:
    """Where a provider's resources live."""

    region: str
    account: str
    partition: str


class HalfMadeError(RuntimeError):
    """The resource exists but did not become what was asked for; the state says how far it came."""

    def __init__(self, identity: str, state: Props, reasons: tuple[str, ...]) -> None:
        super().__init__("; ".join(reasons))
        self.identity, self.state, self.reasons = identity, state, reasons


def changed_inputs(olds: Props, news: Props) -> set[str]:
    """Names of inputs that mean something else than before."""
    return {key for key in (olds.keys() | news.keys()) - META if not same(olds.get(key), news.get(key), key)}


@dataclass(frozen=True)
class Lifecycle:
    """One resource type's operations in one place."""

    kind: Kind
    cloud: Cloud
    place: Place

    def known(self, identity: str, inputs: Props, state: Props) -> dict[str, Value]:
        """All that a template may refer to: inputs first, then what the state holds beyond them, the defaults and the place."""
        outputs = {key: value for key, value in state.items() if key not in self.kind.inputs}
        region = self.place.region
        place = {
            "id": identity,
            "region": region,
            "account": self.place.account,
            "partition": self.place.partition,
            "idTail": identity.rpartition("/")[2],
            "locationConstraint": None if region == "us-east-1" else region,
        }
        return {**self.kind.defaults, **outputs, **inputs, **place}

    # --- looking ---------------------------------------------------------------------------------------------------------
    def observe(self, identity: str, inputs: Props, state: Props) -> dict[str, Value] | None:
        """What the cloud says of the resource, all reads together; None when it is gone."""
        known = self.known(identity, inputs, state)
        seen = self._read(self.kind.read, known)
        if not isinstance(seen, Mapping):
            return None
        merged = dict(seen)
        for reading in self.kind.more:
            merged |= self._read(reading, {**known, **merged}) or {}
        return merged

    def _read(self, reading: Reading, known: Props) -> Value:
        try:
            answer = self._call(Call(reading.operation, reading.arguments), known)
        except CloudError as problem:
            if any(code in problem.code for code in (*_GONE, *reading.absent)):
                return None
            raise
        return jmespath.search(fill_text(reading.found, known), answer)

    def state_of(self, identity: str, inputs: Props, seen: Props) -> dict[str, Value]:
        """The resource's outputs: the inputs, what the cloud adds to them, and what it computes."""
        found = self.everything(seen)
        outputs = computed_outputs(self.kind, self.known(identity, inputs, {}), seen)
        state = {**overlay(found, inputs), **outputs, "id": identity}
        if "tags" in self.kind.inputs:
            state["tagsAll"] = inputs.get("tags") or {}
        if self.kind.service != "iam":
            state["region"] = self.place.region
        if self.kind.broken and (status := jmespath.search(self.kind.status, seen)) in self.kind.broken:
            state[BROKEN] = status
        return state

    def everything(self, seen: Props) -> dict[str, Value]:
        """Every input that the cloud shows, in Pulumi's own form."""
        return everything(self.kind, seen, self.create_shape())

    def found_identity(self, asked: str, inputs: Props, seen: Props) -> str:
        """The id of what was read: an import may have asked by another form of it."""
        if self.kind.found_id:
            return str(jmespath.search(self.kind.found_id, seen))
        return self.kind.own_id({**self.kind.defaults, **inputs}) or asked

    def create_shape(self) -> Model:
        """The create call's input shape."""
        return self.cloud.shape(self.kind.service, self.place.region, self.kind.create.operation)

    # --- making ----------------------------------------------------------------------------------------------------------
    def create(self, inputs: Props, seconds: float) -> tuple[str, dict[str, Value]]:
        """Makes the resource; returns id and state. CloudError: nothing was made; HalfMadeError: it exists."""
        request = self._create_request(inputs)
        self._refuse_taken(inputs)
        answer = self.cloud.send(self.kind.service, self.place.region, self.kind.create.operation, request)
        identity = self._identity(answer, inputs)
        try:
            self._finish(identity, inputs, seconds)
            seen = self.observe(identity, inputs, {}) or {}
            state = self.state_of(identity, inputs, seen)
        except Exception as problem:  # whatever it was: the resource exists, and the engine has to know it
            raise self._half_made(identity, inputs, problem) from problem
        return identity, state

    def _create_request(self, inputs: Props) -> dict[str, Value]:
        request, problems = create_request(self.kind, self.create_shape(), inputs, self.known("", {}, {}))
        if problems:
            raise CloudError("; ".join(f"{problem.property}: {problem.reason}" for problem in problems), "ValidationError")
        return request

    def _refuse_taken(self, inputs: Props) -> None:
        """Where the cloud's create call would quietly succeed on what exists, the real provider looks first."""
        code = self.kind.taken.get(self.place.region)
        if code and self._read(self.kind.read, self.known("", inputs, {})) is not None:
            raise CloudError(code, code)

    def _identity(self, answer: Props, inputs: Props) -> str:
        reasons = jmespath.search(self.kind.refused, answer) if self.kind.refused else None
        if reasons:
            raise CloudError(f"operation error {self.kind.service.upper()}: {self.kind.create.operation}, {'; '.join(reasons)}")
        own = self.kind.own_id({**self.kind.defaults, **inputs})
        return own if own is not None else str(jmespath.search(str(self.kind.id), answer))

    def _finish(self, identity: str, inputs: Props, seconds: float) -> None:
        """The calls that a create needs beyond its first, then the wait until it is usable."""
        wanted = [s for s in self.kind.after_create() if not s.properties or any(name in inputs for name in s.properties)]
        self._apply(wanted, Change(identity, {}, inputs, {}), 0.0)
        self._await(self.kind.created, identity, inputs, seconds)
        self._settle(identity, inputs, {}, seconds)

    def _half_made(self, identity: str, inputs: Props, problem: Exception) -> HalfMadeError:
        """The failure of a resource that exists, with its health issues as reasons where it shows any."""
        seen: Props = {}
        state: dict[str, Value] = {**inputs, "id": identity}
        try:
            seen = self.observe(identity, inputs, {}) or {}
            state = self.state_of(identity, inputs, seen)
        except Exception as further:
            logger.debug("%s can't be described either: %s", identity, further)
        issues = jmespath.search(self.kind.issues, seen) if self.kind.issues and seen else None
        told = tuple(f"{issue.get('code')}: {issue.get('message')}" for issue in issues or ())
        return HalfMadeError(identity, {**state, UNFINISHED: True}, (str(problem), *told))

    # --- changing --------------------------------------------------------------------------------------------------------
    def update(self, identity: str, olds: Props, news: Props, state: Props, seconds: float) -> dict[str, Value]:
        """Brings a live resource from the old inputs to the new ones; returns its state. A half-made one is finished first."""
        change = Change(identity, olds, news, state)
        names = changed_inputs(olds, news)
        if state.get(UNFINISHED):
            names |= {name for setter in self.kind.after_create() for name in setter.properties if name in news}
        due = [s for s in self.kind.setters if names & set(s.properties) or (state.get(UNFINISHED) and s.after_create and not s.properties)]
        try:
            if self.kind.put and self.put_again(names):
                self.cloud.send(self.kind.service, self.place.region, self.kind.create.operation, self._create_request(news))
            self._apply(due, change, seconds)
            if state.get(UNFINISHED):
                self._await(self.kind.created, identity, news, seconds)
            self._settle(identity, news, state, seconds)
            seen = self.observe(identity, news, state) or {}
        except CloudError as problem:
            if not state.get(UNFINISHED):
                raise
            raise self._half_made(identity, news, problem) from problem
        return self.state_of(identity, news, seen)

    def put_again(self, names: Iterable[str]) -> bool:
        """Whether a change of these inputs is made by repeating the create call."""
        own = {name for setter in self.kind.setters for name in setter.properties} | self.kind.local
        return bool(set(names) - own)

    def _apply(self, setters: Iterable[Setter], change: Change, seconds: float) -> None:
        known = self.known(change.id, change.news, change.state)
        if self.kind.nested:
            known["nested"] = Filled(create_template(self.kind, self.create_shape(), change.news)[self.kind.nested])
        for setter in setters:
            for call in setter.calls(change):
                if call.needs and not known.get(call.needs):
                    continue
                answer = self._call(call, known)
                known |= {name: jmespath.search(path, answer) for name, path in call.keep.items()}
                self._follow(answer, known, seconds)

    # --- deleting --------------------------------------------------------------------------------------------------------
    def delete(self, identity: str, inputs: Props, state: Props, seconds: float) -> None:
        """Deletes the resource; one that is gone already is no error, one in use is retried for a short while."""
        if inputs.get("skipDestroy") and "skipDestroy" in self.kind.local:
            return
        known = self.known(identity, inputs, state)
        for call in self.kind.delete:
            if call.needs and known.get(call.needs) is None:
                continue
            try:
                if self.kind.empty_first and inputs.get("forceDestroy"):
                    self._empty(str(known["bucket"]))
                self.cloud.retrying(self.kind.service, self.place.region, call, known, self.kind.aliases)
            except CloudError as problem:
                if not any(code in problem.code for code in _GONE):
                    raise
        self._await(self.kind.deleted, identity, inputs, seconds)
        if self.kind.settled:
            self._vanish(identity, inputs, state, seconds)

    def _empty(self, bucket: str) -> None:
        """Deletes every version of every object in a bucket."""
        while True:
            page = self.cloud.send("s3", self.place.region, "ListObjectVersions", {"Bucket": bucket})
            found = [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]
            if not found:
                return
            objects = [{"Key": item["Key"], "VersionId": item["VersionId"]} for item in found]
            self.cloud.send("s3", self.place.region, "DeleteObjects", {"Bucket": bucket, "Delete": {"Objects": objects, "Quiet": True}})

    # --- calls -----------------------------------------------------------------------------------------------------------
    def _call(self, call: Call, known: Props) -> dict[str, Value]:
        return self.cloud.call(self.kind.service, self.place.region, call, known, self.kind.aliases)

    def _await(self, waiter: str, identity: str, inputs: Props, seconds: float) -> None:
        if waiter:
            known = self.known(identity, inputs, {})
            waiting = Waiting(self.kind.service, self.place.region, waiter, self.kind.waits_for, known, self.kind.patience)
            self.cloud.wait(waiting, seconds)

    def _settle(self, identity: str, inputs: Props, state: Props, seconds: float) -> None:
        """Polls a resource for which botocore has no waiter until it is as it should be."""
        if not self.kind.settled:
            return
        what = f"waiting for {self.kind.label} ({identity})"
        for _ in self.cloud.polls(what, seconds):
            status = jmespath.search(self.kind.status, self.observe(identity, inputs, state) or {})
            if status in self.kind.settled:
                return
            if status in self.kind.broken:
                raise CloudError(f"{what}: unexpected state '{status}', wanted target '{', '.join(self.kind.settled)}'", "UnexpectedState")

    def _vanish(self, identity: str, inputs: Props, state: Props, seconds: float) -> None:
        """Polls a resource for which botocore has no waiter until it is gone."""
        for _ in self.cloud.polls(f"waiting for the end of {self.kind.label} ({identity})", seconds):
            if self.observe(identity, inputs, state) is None:
                return

    def _follow(self, answer: Props, known: Props, seconds: float) -> None:
        """Waits for an update that the call only started; its errors become the call's."""
        identity = jmespath.search("update.id", answer)
        if not self.kind.progress or identity is None:
            return
        what = f"waiting for {self.kind.label} update {identity}"
        for _ in self.cloud.polls(what, seconds):
            update = self._read(self.kind.progress, {**known, "updateId": identity}) or {}
            if update.get("status") in ("Failed", "Cancelled"):
                errors = "; ".join(f"{error.get('errorCode')}: {error.get('errorMessage')}" for error in update.get("errors") or ())
                raise CloudError(f"{what}: {update['status']}: {errors}", "UpdateFailed")
            if update.get("status") == "Successful":
                return
