"""The language host's methods, called as an engine calls them, over programs that are small scripts."""

import io
import sys
from concurrent import futures

import grpc
import pytest
from google.protobuf import empty_pb2
from pulumi.runtime.proto import language_pb2, plugin_pb2

from rehearsal.engine.children import Children
from rehearsal.engine.language_service import SERVICE, LanguageService, handlers, merged_lines

# Stands for the SDK's runner: shows what it was told and ends with the code that the "program" holds.
EXECUTOR = """
import os, sys
print(sys.argv[1:-1], os.environ["PULUMI_CONFIG"], os.environ["PULUMI_CONFIG_SECRET_KEYS"], file=open(sys.argv[-1] + ".told", "w"))
exec(open(sys.argv[-1]).read())
"""


class Context:
    """A gRPC context that lives until it is cancelled."""

    def __init__(self):
        self.callbacks, self.refused = [], None

    def add_callback(self, callback):
        self.callbacks.append(callback)

    def abort(self, code, message):
        self.refused = (code, message)


@pytest.fixture
def children():
    children = Children()
    yield children
    children.end_all()


@pytest.fixture
def service(children, tmp_path):
    executor = tmp_path / "exec"
    executor.write_text(EXECUTOR)
    return LanguageService(children, str(executor), "127.0.0.1:1")


@pytest.fixture
def request_of(tmp_path):
    """The request to run a program of this text."""

    def make(text, **more):
        (tmp_path / "__main__.py").write_text(text)
        info = language_pb2.ProgramInfo(root_directory=str(tmp_path), program_directory=str(tmp_path), entry_point="__main__.py")
        info.options.update(more.pop("options", {}))
        given = {"project": "gpu", "stack": "dev", "pwd": str(tmp_path), "parallel": 4, "dryRun": True, "organization": "acme"}
        return language_pb2.RunRequest(info=info, monitor_address="127.0.0.1:2", **given, **more)

    return make


def test_a_program_is_told_where_it_runs(service, request_of, tmp_path):
    service.handshake(language_pb2.LanguageHandshakeRequest(engine_address="127.0.0.1:9"), Context())
    answer = service.run(request_of("", config={"gpu:zone": "use1-az2"}, configSecretKeys=["gpu:key"]), Context())
    assert (answer.error, answer.bail) == ("", False)
    told = (tmp_path / "__main__.py.told").read_text()
    for words in (
        "'--project', 'gpu'",
        "'--stack', 'dev'",
        "'--parallel', '4'",
        "'--dry_run', 'true'",
        "'--monitor', '127.0.0.1:2'",
        "'--engine', '127.0.0.1:9'",
        "'--organization', 'acme'",
        '{"gpu:zone": "use1-az2"}',
        '["gpu:key"]',
    ):
        assert words in told


@pytest.mark.parametrize(
    ("text", "error", "bail"),
    [
        ("raise SystemExit(0)", "", False),
        ("raise SystemExit(3)", "the program ended with exit code 3", False),
        ("raise SystemExit(32)", "", True),  # the SDK has told the user already
        ("os.kill(os.getpid(), 15)", "", True),
        ("os.kill(os.getpid(), 9)", "the program ended with exit code -9", False),
    ],
)
def test_how_a_program_ended_is_said_once(service, request_of, text, error, bail):
    answer = service.run(request_of(text), Context())
    assert (answer.error, answer.bail) == (error, bail)


def test_a_missing_virtual_environment_is_the_answer(service, request_of):
    answer = service.run(request_of("", options={"virtualenv": "nowhere"}), Context())
    assert "nowhere/bin/python: the project file names this virtual environment" in answer.error


def test_a_cancelled_host_starts_nothing(service, request_of, tmp_path):
    assert service.cancel() == empty_pb2.Empty()
    assert service.run(request_of("open('ran', 'w')"), Context()).bail
    assert list(service.run_plugin(plugin_request(tmp_path, "print(1)"), Context())) == []
    assert not (tmp_path / "ran").exists()


def plugin_request(folder, text, **more):
    """The request to run a plugin of this text."""
    program = folder / "plugin.py"
    program.write_text(text)
    info = language_pb2.ProgramInfo(root_directory=str(folder), program_directory=str(program), entry_point=".")
    info.options.update(more.pop("options", {}))
    return language_pb2.RunPluginRequest(info=info, pwd=str(folder), **more)


def test_a_plugins_output_and_code_are_passed_on(service, tmp_path):
    text = "import os, sys; print(sys.argv[1:], os.environ['MARK']); print('warned', file=sys.stderr); sys.exit(4)"
    answers = list(service.run_plugin(plugin_request(tmp_path, text, args=["127.0.0.1:1"], env=["MARK=a=b"]), Context()))
    assert b"".join(answer.stdout for answer in answers) == b"['127.0.0.1:1'] a=b\n"
    assert b"".join(answer.stderr for answer in answers) == b"warned\n"
    assert answers[-1].exitcode == 4


def test_a_plugin_that_we_ended_did_not_fail(service, tmp_path):
    answers = list(service.run_plugin(plugin_request(tmp_path, "import os; os.kill(os.getpid(), 15)"), Context()))
    assert answers[-1].exitcode == 0


def test_a_policy_pack_is_run_by_the_sdks_module(service, children, tmp_path, monkeypatch):
    started = []

    def start(command, **_):
        started.append(command)
        raise InterruptedError

    monkeypatch.setattr(children, "start", start)
    list(service.run_plugin(plugin_request(tmp_path, "", kind="analyzer", args=["127.0.0.1:1", "."]), Context()))
    assert started == [[sys.executable, "-u", "-m", "pulumi.policy", "127.0.0.1:1", str(tmp_path / "plugin.py")]]


def test_a_plugins_missing_virtual_environment_is_refused(service, tmp_path):
    context = Context()
    assert list(service.run_plugin(plugin_request(tmp_path, "", options={"virtualenv": "nowhere"}), context)) == []
    assert context.refused[0] is grpc.StatusCode.FAILED_PRECONDITION
    assert "nowhere" in context.refused[1]


def test_lines_of_two_streams_come_whole_and_all():
    streams = {"stdout": io.BytesIO(b"one\ntwo"), "stderr": io.BytesIO(b"three\n")}
    lines = list(merged_lines(streams))
    assert sorted(lines) == [("stderr", b"three\n"), ("stdout", b"one\n"), ("stdout", b"two")]
    assert [line for name, line in lines if name == "stdout"] == [b"one\n", b"two"]


@pytest.fixture
def channel(service):
    """The service as an engine reaches it."""
    server = grpc.server(futures.ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((handlers(service),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    server.stop(None).wait()


@pytest.mark.parametrize(
    ("method", "request_", "answer"),
    [
        ("GetPluginInfo", empty_pb2.Empty(), plugin_pb2.PluginInfo),
        ("About", language_pb2.AboutRequest(), language_pb2.AboutResponse),
        ("GetRequiredPackages", language_pb2.GetRequiredPackagesRequest(), language_pb2.GetRequiredPackagesResponse),
        ("GetRequiredPlugins", language_pb2.GetRequiredPluginsRequest(), language_pb2.GetRequiredPluginsResponse),
        ("GetProgramDependencies", language_pb2.GetProgramDependenciesRequest(), language_pb2.GetProgramDependenciesResponse),
    ],
)
def test_what_an_engine_asks_beside_a_run_is_answered(channel, method, request_, answer):
    call = channel.unary_unary(f"/{SERVICE}/{method}", type(request_).SerializeToString, answer.FromString)
    told = call(request_)
    if method == "GetPluginInfo":
        assert told.version.split(".")[0] == "3"
    elif method == "About":
        assert told.executable == sys.executable
    else:
        assert told == answer()


def test_nothing_is_installed(channel):
    request = language_pb2.InstallDependenciesRequest()
    call = channel.unary_stream(
        f"/{SERVICE}/InstallDependencies", type(request).SerializeToString, language_pb2.InstallDependenciesResponse.FromString
    )
    assert list(call(request)) == []


def test_what_it_does_not_know_is_unimplemented(channel):
    call = channel.unary_unary(f"/{SERVICE}/Pack", empty_pb2.Empty.SerializeToString, empty_pb2.Empty.FromString)
    with pytest.raises(grpc.RpcError) as refused:
        call(empty_pb2.Empty())
    assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED
