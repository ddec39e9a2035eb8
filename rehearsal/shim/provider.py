"""The engine's side of the provider: Pulumi's ResourceProvider service over the table of resource types."""

from __future__ import annotations

import functools
import json
import logging
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import grpc
from google.protobuf import any_pb2, empty_pb2
from google.rpc import status_pb2
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc

from rehearsal.shim import messages
from rehearsal.shim.cloud import Cloud, CloudError, Timing, shared_clients
from rehearsal.shim.described import imported_inputs, refreshed_inputs
from rehearsal.shim.diffing import judge
from rehearsal.shim.functions import FUNCTIONS
from rehearsal.shim.kind import Kind, Props, Text
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.lifecycle import UNFINISHED, HalfMadeError, Lifecycle, Place, changed_inputs
from rehearsal.shim.naming import with_name
from rehearsal.shim.requests import create_request
from rehearsal.shim.settings import Settings, SettingsError
from rehearsal.shim.wire import Message, to_dict, to_struct, unwrap, with_secrets

VERSION = "7.51.1"  # the pulumi_aws SDK whose types these are

logger = logging.getLogger(__name__)

Context = Any  # gRPC's ServicerContext
Method = Callable[["AwsProvider", Message, Context], Message]


class UnknownTypeError(LookupError):
    """The program uses a type that the rehearsal has no table entry for: add one under rehearsal/shim/kinds/."""


def answering(method: Method) -> Method:
    """Every failure leaves as one line with a gRPC status; a provider whose engine is gone refuses at once."""

    @functools.wraps(method)
    def answer(self: AwsProvider, request: Message, context: Context) -> Message:
        if not self.alive():
            context.abort(grpc.StatusCode.UNAVAILABLE, "the engine that started this provider is gone: nothing more is done for it")
        try:
            return method(self, request, context)
        except HalfMadeError as problem:
            abort_half_made(context, request, problem)
        except UnknownTypeError as problem:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, str(problem))
        except (CloudError, SettingsError) as problem:
            context.abort(grpc.StatusCode.UNKNOWN, messages.failed(method.__name__, request, str(problem)))
        except Exception as problem:  # a defect of ours must not reach the user's screen as a traceback
            logger.debug("%s failed", method.__name__, exc_info=True)
            told = f"defect of the rehearsal's provider in {method.__name__}: {type(problem).__name__}: {problem}; please report it"
            context.abort(grpc.StatusCode.INTERNAL, messages.failed(method.__name__, request, told))

    return answer


def abort_half_made(context: Context, request: Message, problem: HalfMadeError) -> NoReturn:
    """Tells the engine that the resource exists: it stays in the state and the next `up` heals or replaces it."""
    inputs = to_dict(request.properties if hasattr(request, "properties") else request.news)
    detail = provider_pb2.ErrorResourceInitFailed(
        id=problem.identity,
        properties=to_struct(with_secrets(problem.state, inputs)),
        inputs=to_struct(inputs),
        reasons=list(problem.reasons),
    )
    packed = any_pb2.Any()
    packed.Pack(detail)
    told = messages.failed("Create", request, "; ".join(problem.reasons))
    status = status_pb2.Status(code=grpc.StatusCode.UNKNOWN.value[0], message=told, details=[packed])
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(grpc.StatusCode.UNKNOWN, told)
    raise AssertionError("a gRPC context's abort raises")


class AwsProvider(provider_pb2_grpc.ResourceProviderServicer):
    """One provider as the engine configures it: region, default tags and allowed accounts belong to the object."""

    def __init__(self, endpoint: str, *, alive: Callable[[], bool] | None = None, timing: Timing | None = None) -> None:
        self._cancelled = threading.Event()
        self._clients = shared_clients(endpoint)
        self._settings = Settings(region="")
        self._account = ""
        self.alive = alive or (lambda: True)
        self._cloud = Cloud(self._clients, timing or Timing(), self._cancelled, self.alive)

    # --- the provider itself -----------------------------------------------------------------------------------------
    @answering
    def Handshake(self, request: Message, context: Context) -> Message:
        """Secrets come wrapped; outputs and resource references do not."""
        return provider_pb2.ProviderHandshakeResponse(accept_secrets=True)

    @answering
    def Attach(self, request: Message, context: Context) -> Message:
        """Nothing to do: the engine's address is not needed."""
        return empty_pb2.Empty()

    @answering
    def GetPluginInfo(self, request: Message, context: Context) -> Message:
        """The version of the SDK whose types these are."""
        return plugin_pb2.PluginInfo(version=VERSION)

    @answering
    def GetSchema(self, request: Message, context: Context) -> Message:
        """Name and version: Python programs bring their own SDK."""
        return provider_pb2.GetSchemaResponse(schema=json.dumps({"name": "aws", "version": VERSION}))

    @answering
    def GetMapping(self, request: Message, context: Context) -> Message:
        """There is no mapping to other tools."""
        return provider_pb2.GetMappingResponse()

    @answering
    def GetMappings(self, request: Message, context: Context) -> Message:
        """There is no mapping to other tools."""
        return provider_pb2.GetMappingsResponse()

    @answering
    def CheckConfig(self, request: Message, context: Context) -> Message:
        """The configuration as it is: `Configure` judges it against the account."""
        return provider_pb2.CheckResponse(inputs=request.news)

    @answering
    def DiffConfig(self, request: Message, context: Context) -> Message:
        """Another region is another provider, with all its resources; anything else changes in place."""
        olds, news = Settings.of(unwrap(to_dict(request.old_inputs or request.olds))), Settings.of(unwrap(to_dict(request.news)))
        moved = bool(olds.region and olds.region != news.region)
        changes = provider_pb2.DiffResponse.DIFF_SOME if olds != news else provider_pb2.DiffResponse.DIFF_NONE
        return provider_pb2.DiffResponse(changes=changes, replaces=["region"] if moved else [], diffs=["region"] if moved else [])

    @answering
    def Configure(self, request: Message, context: Context) -> Message:
        """Takes the configuration and checks region and account as the real provider does."""
        self._settings = Settings.of(unwrap(to_dict(request.args)))
        self._account = self._settings.verify(self._clients, self._cloud)
        return provider_pb2.ConfigureResponse(acceptSecrets=True, supportsPreview=True)

    @answering
    def Cancel(self, request: Message, context: Context) -> Message:
        """Ends every wait; running calls finish."""
        self._cancelled.set()
        return empty_pb2.Empty()

    @answering
    def Invoke(self, request: Message, context: Context) -> Message:
        """The few functions that the rehearsal answers; the others are refused by name."""
        function = FUNCTIONS.get(request.tok)
        if function is None:
            raise UnknownTypeError(f"the rehearsal cloud has no answer to {request.tok}: it answers {', '.join(sorted(FUNCTIONS))}")
        arguments = unwrap(to_dict(request.args))
        answer = function(self._place(arguments), self._cloud, arguments)
        return provider_pb2.InvokeResponse(**{"return": to_struct(answer)})

    # --- resources ---------------------------------------------------------------------------------------------------
    @answering
    def Check(self, request: Message, context: Context) -> Message:
        """Fills in name, defaults and default tags, and reports every mistake that the service's model shows."""
        token, kind = request.type, self._kind(request.type)
        given, olds = to_dict(request.news), unwrap(to_dict(request.olds))
        news = with_name(kind, given, olds, request.name, request.randomSeed)
        if "tags" in kind.inputs:
            news["tags"] = with_secrets({"tags": self._settings.merged_tags(unwrap(news.get("tags")))}, {"tags": news.get("tags")})["tags"]
        lifecycle = self._lifecycle(kind, unwrap(news))
        failures = [
            provider_pb2.CheckFailure(property=problem.property, reason=f"{token}: {problem.reason}")
            for problem in create_request(kind, lifecycle.create_shape(), unwrap(news), {})[1]
        ]
        return provider_pb2.CheckResponse(inputs=to_struct(news), failures=failures)

    @answering
    def Diff(self, request: Message, context: Context) -> Message:
        """None, in place or a replacement, part by part; never "unknown"."""
        kind = self._kind(request.type)
        olds, news = unwrap(to_dict(request.old_inputs or request.olds)), unwrap(to_dict(request.news))
        return messages.diff_response(judge(request.type, kind, olds, news, unwrap(to_dict(request.olds))))

    @answering
    def Create(self, request: Message, context: Context) -> Message:
        """Makes the resource; a preview only says what will be known afterwards."""
        kind, given = self._kind(request.type), to_dict(request.properties)
        inputs = unwrap(given)
        if request.preview:
            return provider_pb2.CreateResponse(properties=to_struct(with_secrets(messages.planned(kind, inputs), given)))
        identity, state = self._lifecycle(kind, inputs).create(_plain(inputs), request.timeout)
        return provider_pb2.CreateResponse(id=identity, properties=to_struct(with_secrets({**inputs, **state}, given)))

    @answering
    def Update(self, request: Message, context: Context) -> Message:
        """Changes the resource in place; a preview only says which outputs will move."""
        kind, given = self._kind(request.type), to_dict(request.news)
        news, olds = unwrap(given), unwrap(to_dict(request.old_inputs or request.olds))
        state = unwrap(to_dict(request.olds))
        if request.preview:
            moved = messages.replanned(kind, changed_inputs(olds, news), state, news)
            return provider_pb2.UpdateResponse(properties=to_struct(with_secrets(moved, given)))
        fresh = self._lifecycle(kind, news).update(request.id, _plain(olds), _plain(news), state, request.timeout)
        return provider_pb2.UpdateResponse(properties=to_struct(with_secrets({**news, **fresh}, given)))

    @answering
    def Read(self, request: Message, context: Context) -> Message:
        """What the cloud says now, for a refresh, an import or a look-up by id; no id when it is gone."""
        kind, given, old_state = self._kind(request.type), to_dict(request.inputs), to_dict(request.properties)
        inputs, state = unwrap(given), unwrap(old_state)
        asked = inputs or _identified(kind, request.id)
        lifecycle = self._lifecycle(kind, asked)
        seen = lifecycle.observe(request.id, _plain(asked), state)
        if seen is None:
            return provider_pb2.ReadResponse()
        shape = lifecycle.create_shape()
        identity = lifecycle.found_identity(request.id, asked, seen)
        fresh = refreshed_inputs(kind, inputs, seen, shape) if inputs else {**imported_inputs(kind, lifecycle.everything(seen)), **asked}
        found = {**fresh, **lifecycle.state_of(identity, _plain(fresh), seen)}
        if inputs and (state.get(UNFINISHED) or _adopted(kind, state)):
            found[UNFINISHED] = True
        return provider_pb2.ReadResponse(
            id=identity, properties=to_struct(with_secrets(found, given, old_state)), inputs=to_struct(with_secrets(fresh, given))
        )

    @answering
    def Delete(self, request: Message, context: Context) -> Message:
        """Deletes the resource; one that is gone already is deleted."""
        kind, state = self._kind(request.type), unwrap(to_dict(request.properties))
        inputs = unwrap(to_dict(request.old_inputs)) or state
        self._lifecycle(kind, inputs).delete(request.id, _plain(inputs), state, request.timeout)
        return empty_pb2.Empty()

    # --- helpers -----------------------------------------------------------------------------------------------------
    def _kind(self, token: str) -> Kind:
        if token not in KINDS:
            raise UnknownTypeError(f"the rehearsal cloud does not know {token}: add an entry to rehearsal/shim/kinds/")
        return KINDS[token]

    def _place(self, inputs: Props) -> Place:
        region = str(inputs.get("region") or self._settings.region or "us-east-1")
        return Place(region, self._account, self._clients.partition(region))

    def _lifecycle(self, kind: Kind, inputs: Props) -> Lifecycle:
        return Lifecycle(kind, self._cloud, self._place(inputs))


def _plain(inputs: Props) -> dict[str, Any]:
    """Inputs without the engine's bookkeeping."""
    return {key: value for key, value in inputs.items() if key not in ("__defaults", "region") and value is not None}


def _identified(kind: Kind, identity: str) -> dict[str, Any]:
    """The inputs that an id, or the type's import form, says by itself."""
    forms = (kind.import_id, kind.id)
    return next((dict(found) for form in forms if isinstance(form, Text) and (found := form.parse(identity))), {})


def _adopted(kind: Kind, state: Props) -> bool:
    """A resource written into the state without ever being finished here: it shows none of its outputs."""
    return bool(kind.outputs) and not any(name in state for name in kind.outputs)
