"""The gRPC service of our Pulumi language host for Python (the official one cannot be had as a Go module).

It serves the methods of `pulumirpc.LanguageRuntime` that a run uses; what else an engine may ask, gRPC itself answers as unimplemented.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from concurrent import futures
from importlib import metadata
from pathlib import Path
from typing import IO

import grpc
from google.protobuf import empty_pb2, json_format
from google.protobuf.message import Message
from pulumi.runtime.proto import language_pb2, plugin_pb2

from rehearsal.engine.children import Children
from rehearsal.engine.programs import ENDED_BY_US, SAID_ALREADY, MissingVirtualenvError, program_command, python_of

SERVICE = "pulumirpc.LanguageRuntime"


class LanguageService:
    """Runs programs and policy packs for one engine command; one instance serves one engine."""

    def __init__(self, children: Children, executor: str, engine: str) -> None:
        self._children = children
        self._executor = executor
        self._engine = engine

    def handshake(self, request: language_pb2.LanguageHandshakeRequest, _: grpc.ServicerContext) -> language_pb2.LanguageHandshakeResponse:
        """Learn where the engine listens."""
        self._engine = request.engine_address or self._engine
        return language_pb2.LanguageHandshakeResponse()

    def plugin_info(self, *_: object) -> plugin_pb2.PluginInfo:
        """The version of the SDK that programs run with."""
        return plugin_pb2.PluginInfo(version=metadata.version("pulumi"))

    def about(self, *_: object) -> language_pb2.AboutResponse:
        """What `pulumi about` prints of the runtime."""
        return language_pb2.AboutResponse(executable=sys.executable, version=sys.version.split()[0])

    def required_packages(self, *_: object) -> language_pb2.GetRequiredPackagesResponse:
        """None: a rehearsal lays its providers out itself and lets nothing be downloaded."""
        return language_pb2.GetRequiredPackagesResponse()

    def required_plugins(self, *_: object) -> language_pb2.GetRequiredPluginsResponse:
        """None, for engines that ask the older way."""
        return language_pb2.GetRequiredPluginsResponse()

    def program_dependencies(self, *_: object) -> language_pb2.GetProgramDependenciesResponse:
        """None: `pulumi about` alone asks, and the lock file is the better answer."""
        return language_pb2.GetProgramDependenciesResponse()

    def install_dependencies(self, *_: object) -> Iterator[language_pb2.InstallDependenciesResponse]:
        """Nothing: the set-up has filled the virtual environment."""
        return iter(())

    def cancel(self, *_: object) -> empty_pb2.Empty:
        """End what runs; a program asked to stop must not print where it stood."""
        self._children.end_all()
        return empty_pb2.Empty()

    def run(self, request: language_pb2.RunRequest, context: grpc.ServicerContext) -> language_pb2.RunResponse:
        """Run a program to its end."""
        try:
            python = python_of(request.info.root_directory, json_format.MessageToDict(request.info.options))
        except MissingVirtualenvError as error:
            return language_pb2.RunResponse(error=str(error))
        config = {
            "PULUMI_CONFIG": json.dumps(dict(request.config)),
            "PULUMI_CONFIG_SECRET_KEYS": json.dumps(list(request.configSecretKeys)),
            "PYTHONUNBUFFERED": "1",
        }
        options = {
            "project": request.project,
            "root_directory": request.info.root_directory,
            "stack": request.stack,
            "parallel": str(request.parallel),
            "dry_run": str(request.dryRun).lower(),
            "pwd": request.pwd,
            "monitor": request.monitor_address,
            "engine": self._engine,
            "organization": request.organization,
        }
        entry = Path(request.info.program_directory, request.info.entry_point)
        command = program_command(python, self._executor, options, entry, request.args)
        try:
            child = self._children.start(command, cwd=Path(request.pwd), env=os.environ | config)
        except InterruptedError:
            return language_pb2.RunResponse(bail=True)
        context.add_callback(lambda: self._children.end(child))
        code = self._children.wait(child)
        if code in (SAID_ALREADY, ENDED_BY_US):
            return language_pb2.RunResponse(bail=True)
        return language_pb2.RunResponse(error=f"the program ended with exit code {code}" if code else "")

    def run_plugin(self, request: language_pb2.RunPluginRequest, context: grpc.ServicerContext) -> Iterator[language_pb2.RunPluginResponse]:
        """Run a policy pack (or another Python plugin) and pass its output on, line by line, then its exit code."""
        try:
            python = python_of(request.info.root_directory, json_format.MessageToDict(request.info.options))
        except MissingVirtualenvError as error:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, str(error))
            return
        program = request.info.program_directory
        is_pack = request.kind == "analyzer"
        command = [python, "-u", "-m", "pulumi.policy", *request.args[:1], program] if is_pack else [python, "-u", program, *request.args]
        env = os.environ | dict(pair.split("=", 1) for pair in request.env)
        try:
            child = self._children.start(command, cwd=Path(request.pwd), env=env, piped=True)
        except InterruptedError:
            return
        context.add_callback(lambda: self._children.end(child))
        assert child.stdout is not None
        assert child.stderr is not None
        for name, line in merged_lines({"stdout": child.stdout, "stderr": child.stderr}):
            yield language_pb2.RunPluginResponse(stdout=line) if name == "stdout" else language_pb2.RunPluginResponse(stderr=line)
        yield language_pb2.RunPluginResponse(exitcode=max(self._children.wait(child), 0))


def merged_lines(streams: dict[str, IO[bytes]]) -> Iterator[tuple[str, bytes]]:
    """The lines of several streams as they come, each with its stream's name, until all have ended."""
    lines: queue.Queue[tuple[str, bytes | None]] = queue.Queue()

    def pump(name: str, stream: IO[bytes]) -> None:
        for line in stream:
            lines.put((name, line))
        lines.put((name, None))

    for item in streams.items():
        threading.Thread(target=pump, args=item, daemon=True).start()
    open_streams = len(streams)
    while open_streams:
        name, line = lines.get()
        if line is None:
            open_streams -= 1
        else:
            yield name, line


def handlers(service: LanguageService) -> grpc.GenericRpcHandler:
    """The method table: gRPC name → what answers it, and how the request is read."""
    unary = {
        "Handshake": (service.handshake, language_pb2.LanguageHandshakeRequest.FromString),
        "GetPluginInfo": (service.plugin_info, empty_pb2.Empty.FromString),
        "About": (service.about, language_pb2.AboutRequest.FromString),
        "GetRequiredPackages": (service.required_packages, language_pb2.GetRequiredPackagesRequest.FromString),
        "GetRequiredPlugins": (service.required_plugins, language_pb2.GetRequiredPluginsRequest.FromString),
        "GetProgramDependencies": (service.program_dependencies, language_pb2.GetProgramDependenciesRequest.FromString),
        "Run": (service.run, language_pb2.RunRequest.FromString),
        "Cancel": (service.cancel, empty_pb2.Empty.FromString),
    }
    streams = {
        "RunPlugin": (service.run_plugin, language_pb2.RunPluginRequest.FromString),
        "InstallDependencies": (service.install_dependencies, language_pb2.InstallDependenciesRequest.FromString),
    }
    table = {name: grpc.unary_unary_rpc_method_handler(answer, read, _written) for name, (answer, read) in unary.items()}
    table |= {name: grpc.unary_stream_rpc_method_handler(answer, read, _written) for name, (answer, read) in streams.items()}
    return grpc.method_handlers_generic_handler(SERVICE, table)


def _written(message: Message) -> bytes:
    return bytes(message.SerializeToString())


def serve(children: Children, executor: str, engine: str) -> None:
    """Serve on a free loopback port, printed on the first line as the engine expects, until this process is ended."""
    server = grpc.server(futures.ThreadPoolExecutor(16))
    server.add_generic_rpc_handlers((handlers(LanguageService(children, executor, engine)),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    server.wait_for_termination()
