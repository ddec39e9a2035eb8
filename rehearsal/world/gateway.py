"""The one layer before moto: every call is named, judged, journalled, failed, answered or passed on here."""

import io
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from moto.core.exceptions import ServiceException
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

from rehearsal.world.calls import HTTP_NOT_IMPLEMENTED, Call, Refusal
from rehearsal.world.faults import Fault, FaultBook, When
from rehearsal.world.journal import Journal
from rehearsal.world.registry import ANSWERS, DEGRADERS, FOLLOWERS, GUARDS, PASS
from rehearsal.world.state import WorldState
from rehearsal.world.validation import validate
from rehearsal.world.wire import Answer, NamedRequest, name_request

Environ = dict[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], Any]
LOG: Final = logging.getLogger(__name__)


class Gateway:
    """The simulated cloud as a WSGI application."""

    def __init__(self) -> None:
        self.state = WorldState()
        self.journal = Journal()
        self.faults = FaultBook()
        self.lock = threading.RLock()  # moto's stores are not thread-safe
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._answered: dict[str, tuple[dict[str, Any], Answer]] = {}

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        body = read_body(environ)
        with self.lock:
            answer, delay_seconds = self._answer(environ, body)
        time.sleep(delay_seconds)  # outside the lock: a slow answer must not slow the others
        start_response(f"{answer.status} -", list(answer.headers.items()))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]

    def reset(self) -> None:
        """Back to an empty account, without faults and journal."""
        self.state.reset()
        self.faults.clear()
        self.journal.clear()
        self._answered.clear()

    def perform(self, environ: Environ, body: bytes) -> Answer:
        """Answer a call of the world's own: neither journalled nor failed nor judged."""
        request = name_request(environ, body)
        if request is None:
            raise ValueError("the world's own calls are signed: say service and region")
        return self._ask(environ, body, request, self._call(request))

    def _call(self, request: NamedRequest) -> Call:
        return Call(request.service, str(request.operation.name), request.region, request.params, self.state, request.token)

    def _answer(self, environ: Environ, body: bytes) -> tuple[Answer, float]:
        request = name_request(environ, body)
        if request is None:
            return self._through_moto(environ, body), 0.0
        call = self._call(request)
        self.state.regions.add(call.region)
        entry = self.journal.record(call)
        fault = self.faults.hitting(call)
        try:
            answer = self._judged(environ, body, request, call, fault)
        except (Refusal, ServiceException) as problem:
            answer = refused(request, problem)
        except Exception as problem:  # a mistake of the world's own: the caller gets a typed answer, the log the place
            LOG.exception("%s.%s failed", call.service, call.operation)
            answer = refused(request, Refusal("RehearsalFailure", f"The rehearsal cloud failed: {problem!r}.", HTTP_NOT_IMPLEMENTED))
        entry.status, entry.error = answer.status, answer.error
        return answer, fault.delay_seconds if fault else 0.0

    def _judged(self, environ: Environ, body: bytes, request: NamedRequest, call: Call, fault: Fault | None) -> Answer:
        """What a call gets: the fault's refusal, the first answer of its token, a guard's refusal, or its own answer."""
        if fault and fault.when is When.BEFORE and fault.code:
            raise fault.refusal()
        validate(call.service, request.operation.input_shape, call.params)
        answer = self._first_answer(call)
        if answer is None:
            for guard in GUARDS.get((call.service, call.operation), ()):
                guard(call)
            answer = self._ask(environ, body, request, call)
            if answer.status < 400:
                self._follow(call, answer, fault)
        if fault and fault.when is When.AFTER and fault.code:
            raise fault.refusal()
        return answer

    def _follow(self, call: Call, answer: Answer, fault: Fault | None) -> None:
        """What happens once something was made: followers, ill health, the memory of its token."""
        for follower in FOLLOWERS.get((call.service, call.operation), ()):
            follower(call)
        if fault and fault.when is When.DEGRADED:
            degrader = DEGRADERS.get((call.service, call.operation))
            if degrader is None:
                known = ", ".join(sorted(".".join(operation) for operation in DEGRADERS))
                raise Refusal(
                    "NotDegradable", f"{call.service}.{call.operation} can't come up unhealthy; these can: {known}", HTTP_NOT_IMPLEMENTED
                )
            degrader(call, fault)
        if call.token:
            self._answered[call.token] = (call.params, answer)

    def _first_answer(self, call: Call) -> Answer | None:
        """A retry with the same client token gets the first answer again: moto alone would make a second thing."""
        found = self._answered.get(call.token) if call.token else None
        if found is None:
            return None
        if found[0] != call.params:
            raise Refusal("IdempotentParameterMismatch", "The client token was used before with other parameters.")
        return found[1]

    def _ask(self, environ: Environ, body: bytes, request: NamedRequest, call: Call) -> Answer:
        handler = ANSWERS.get((call.service, call.operation))
        result = handler(call) if handler else PASS
        return self._through_moto(environ, body) if result is PASS else request.write(result)

    def _through_moto(self, environ: Environ, body: bytes) -> Answer:
        started: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            started.extend((status, headers))

        try:
            text = b"".join(self._moto({**environ, "wsgi.input": io.BytesIO(body)}, start))
        except NotImplementedError as problem:
            message = f"The rehearsal cloud does not know this operation or parameter: {problem}"
            raise Refusal("NotImplementedByRehearsal", message, HTTP_NOT_IMPLEMENTED) from problem
        return Answer(int(started[0].split()[0]), dict(started[1]), text)


def refused(request: NamedRequest, problem: Exception) -> Answer:
    """The error answer of a refused call."""
    answer = request.write(problem)
    return Answer(getattr(problem, "status", 0) or answer.status, answer.headers, answer.body)


def read_body(environ: Environ) -> bytes:
    """The whole body of a request, of known length or in chunks."""
    if "chunked" in str(environ.get("HTTP_TRANSFER_ENCODING", "")):
        body: bytes = environ["wsgi.input"].read()
        environ["CONTENT_LENGTH"] = str(len(body))
        del environ["HTTP_TRANSFER_ENCODING"]
        return body
    return bytes(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
