"""Run a Pulumi program against a monitor that records every registration; no engine, no provider, no network."""

import asyncio
import contextvars
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from google.protobuf import empty_pb2
from pulumi.runtime import mocks, settings, stack
from pulumi.runtime.config import set_all_config
from pulumi.runtime.proto import resource_pb2
from pulumi.runtime.rpc import UNKNOWN

from gpu_cluster_testing.computed import AWS_COMPUTED, Computed, CreateRequest, computed_for
from gpu_cluster_testing.recording import REFERENCE_TYPE, STACK_TYPE, CustomTimeouts, RecordedResource, Recording
from gpu_cluster_testing.values import Plain, as_plain, plain_struct, secret_keys

References: TypeAlias = Mapping[str, Mapping[str, object]]
"""Outputs of other stacks, by stack name."""
Answer: TypeAlias = Mapping[str, object] | Callable[[Mapping[str, Plain]], Mapping[str, object]]
"""What a provider function gives: the same for every call, or by its arguments, which have the provider's (camelCase) names."""
Invokes: TypeAlias = Mapping[str, Answer]
"""Results of provider functions, by token."""


# The SDK's mocks carry no annotations: these names give them the types that they have.
_register_resource: Callable[[mocks.MockMonitor, resource_pb2.RegisterResourceRequest], resource_pb2.RegisterResourceResponse]
_register_resource = mocks.MockMonitor.RegisterResource
_read_resource: Callable[[mocks.MockMonitor, resource_pb2.ReadResourceRequest], resource_pb2.ReadResourceResponse]
_read_resource = mocks.MockMonitor.ReadResource
_deployment_info: Callable[[mocks.MockMonitor, empty_pb2.Empty], resource_pb2.DeploymentInfo] = mocks.MockMonitor.GetDeploymentInfo
_new_settings: Callable[..., settings.Settings] = mocks.MockSettings


class ResourceRefusedError(Exception):
    """Raised by a `computed` function to say that the cloud refuses this create; the program then fails as it would in an update."""


class _Answers(mocks.Mocks):
    """Answers creates with inputs plus computed outputs (at an update) and function calls from a table."""

    def __init__(self, preview: bool, computed: Mapping[str, Computed], invokes: Invokes, references: References) -> None:
        self._preview, self._computed, self._invokes, self._references = preview, computed, invokes, references

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Plain]]:
        """Return the id and the outputs; a preview knows only the inputs, and a component has no id."""
        if args.typ == REFERENCE_TYPE:
            return args.resource_id, self._referenced(str(args.resource_id))
        inputs: dict[str, Plain] = dict(args.inputs)
        if not args.custom or self._preview:
            return ("" if not args.custom else None), inputs | _unknown_within(CreateRequest(args.typ, args.name, inputs))
        computed = dict(computed_for(CreateRequest(args.typ, args.name, inputs), self._computed))
        return str(computed.pop("id")), inputs | computed

    def _referenced(self, name: str) -> dict[str, Plain]:
        if name not in self._references:
            raise ResourceRefusedError(f"the program refers to stack {name}: give record(stack_outputs={{{name!r}: ...}}) its outputs")
        return {"name": name, "outputs": as_plain(self._references[name]), "secretOutputNames": []}

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Plain], list[tuple[str, str]] | None]:
        """Answer a provider function; one that the test did not foresee is an error, not an empty answer."""
        if args.token not in self._invokes:
            raise ResourceRefusedError(f"the program called {args.token}: give record(invokes={{{args.token!r}: ...}}) its answer")
        answer = self._invokes[args.token]
        given = answer({str(key): as_plain(value) for key, value in args.args.items()}) if callable(answer) else answer
        return {str(key): as_plain(value) for key, value in given.items()}, []


def _unknown_within(request: CreateRequest) -> dict[str, Plain]:
    """What a preview knows in part: an object that the program gave, in which the cloud is to fill in more."""
    known = AWS_COMPUTED[request.type](request) if request.type in AWS_COMPUTED else {}
    return {
        key: {**dict.fromkeys(value, UNKNOWN), **given}
        for key, value in known.items()
        if isinstance(value, dict) and isinstance(given := request.inputs.get(key), dict)
    }


class _RecordingMonitor(mocks.MockMonitor):
    """A mock monitor that keeps each registration with all its options, under the URN that the engine would give it."""

    def __init__(self, answers: _Answers) -> None:
        super().__init__(answers)
        self._lock = threading.Lock()
        self.recorded: list[RecordedResource] = []

    def make_urn(self, parent: str, type_: str, name: str) -> str:
        """Build the URN with the whole chain of parent types, as the engine does (the mocks of the SDK keep only the last)."""
        chain = parent.split("::")[2] if parent else STACK_TYPE
        qualified = type_ if chain == STACK_TYPE else f"{chain}${type_}"
        return f"urn:pulumi:{settings.get_stack()}::{settings.get_project()}::{qualified}::{name}"

    def RegisterResource(self, request: resource_pb2.RegisterResourceRequest) -> resource_pb2.RegisterResourceResponse:
        """Record the request and answer it."""
        urn = self.make_urn(request.parent, request.type, request.name)
        with self._lock:
            self.recorded.append(_recorded(request, urn))
        return _register_resource(self, request)

    def ReadResource(self, request: resource_pb2.ReadResourceRequest) -> resource_pb2.ReadResourceResponse:
        """Record a read (`.get` and stack references) and answer it."""
        urn = self.make_urn(request.parent, request.type, request.name)
        inputs = plain_struct(request.properties)
        with self._lock:
            self.recorded.append(
                RecordedResource(request.type, request.name, urn, custom=True, inputs=inputs, parent=request.parent, read_id=request.id)
            )
        return _read_resource(self, request)

    def RegisterResourceOutputs(self, request: resource_pb2.RegisterResourceOutputsRequest) -> empty_pb2.Empty:
        """Keep what a component or the stack registered as its outputs."""
        outputs = plain_struct(request.outputs)
        with self._lock:
            self.recorded = [replace(one, outputs=outputs) if one.urn == request.urn else one for one in self.recorded]
        return empty_pb2.Empty()


def _recorded(request: resource_pb2.RegisterResourceRequest, urn: str) -> RecordedResource:
    timeouts = request.customTimeouts
    return RecordedResource(
        type=request.type,
        name=request.name,
        urn=urn,
        custom=request.custom,
        inputs=plain_struct(request.object),
        secret_inputs=secret_keys(request.object),
        parent=request.parent,
        dependencies=tuple(request.dependencies),
        property_dependencies={key: tuple(value.urns) for key, value in request.propertyDependencies.items()},
        provider=_provider_urn(request.provider),
        providers={package: _provider_urn(reference) for package, reference in request.providers.items()},
        protect=request.protect,
        ignore_changes=tuple(request.ignoreChanges),
        replace_on_changes=tuple(request.replaceOnChanges),
        additional_secret_outputs=tuple(request.additionalSecretOutputs),
        delete_before_replace=request.deleteBeforeReplace if request.deleteBeforeReplaceDefined else None,
        retain_on_delete=request.retainOnDelete,
        deleted_with=request.deletedWith,
        custom_timeouts=CustomTimeouts(timeouts.create, timeouts.update, timeouts.delete),
        import_id=request.importId,
    )


def _provider_urn(reference: str) -> str:
    """Cut the id off a provider reference ("<urn>::<id>"): it differs between preview and update."""
    return reference.rsplit("::", 1)[0]


def record(
    program: Callable[[], None],
    *,
    preview: bool = False,
    project: str = "gpu-clusters",
    stack: str = "test",
    organization: str = "organization",
    config: Mapping[str, object] | None = None,
    stack_outputs: References | None = None,
    invokes: Invokes | None = None,
    computed: Mapping[str, Computed] | None = None,
) -> Recording:
    """Run the program once and return what it registered; an exception of the program is raised as it is.

    `preview=True` runs it as `pulumi preview` would: computed outputs are unknown and no `apply` on them runs.
    `config` maps "project:key" to a string or to data; `stack_outputs` answers StackReferences; `invokes` answers provider functions
    by token, with data or with a function of the call's arguments; `computed` adds to (or overrides) AWS_COMPUTED. Nothing leaks into
    the next recording: each one has an event loop and a set of context variables of its own.
    """
    answers = _Answers(preview, {**AWS_COMPUTED, **(computed or {})}, invokes or {}, stack_outputs or {})
    monitor = _RecordingMonitor(answers)
    values = {key: value if isinstance(value, str) else json.dumps(value, default=str) for key, value in (config or {}).items()}

    def run() -> None:
        settings.ROOT.set(None)
        set_all_config(values, [])
        features = set(_deployment_info(monitor, empty_pb2.Empty()).supportedFeatures)
        settings.configure(
            _new_settings(
                monitor=monitor,
                monitor_features=features,
                engine=mocks.MockEngine(None),
                project=project,
                stack=stack,
                dry_run=preview,
                organization=organization,
                callbacks=None,
            )
        )
        _run_in_own_loop(program)

    contextvars.copy_context().run(run)
    stacks = [one for one in monitor.recorded if one.is_stack]
    return Recording(stacks[0], tuple(one for one in monitor.recorded if not one.is_stack))


def _run_in_own_loop(program: Callable[[], None]) -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.set_exception_handler(lambda _loop, _context: None)  # outputs of a failed program stay unread; its error is raised below
    try:
        loop.run_until_complete(stack.run_in_stack(program))
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        asyncio.set_event_loop(None)
        loop.close()
