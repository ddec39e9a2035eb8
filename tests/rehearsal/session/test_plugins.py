import subprocess
from importlib import metadata
from pathlib import Path

from rehearsal.engine.choice import Engine, Origin
from rehearsal.engine.versions import Version
from rehearsal.session.plugins import lay_out_plugins

BINARY = Path("/engine/pulumi")


def engine(executor: Path | None) -> Engine:
    return Engine(BINARY, Version(3, 280, 0), Origin.INSTALLED, executor)


def test_provider_carries_the_version_of_the_installed_sdk(tmp_path: Path) -> None:
    lay_out_plugins(tmp_path, engine(None))
    (plugin,) = (tmp_path / "plugins").iterdir()
    assert plugin.name == f"resource-aws-v{metadata.version('pulumi-aws')}"
    done = subprocess.run([plugin / "pulumi-resource-aws", "127.0.0.1:1"], env={}, capture_output=True, text=True, check=False)
    assert "gpuc rehearse" in done.stderr


def test_our_language_host_only_where_the_engine_has_none(tmp_path: Path) -> None:
    lay_out_plugins(tmp_path, engine(Path("/with space/runner")))
    host = tmp_path / "plugins/language-python-v3.280.0/pulumi-language-python"
    assert "rehearsal.engine.language_host '/with space/runner' \"$@\"" in host.read_text()
    assert host.stat().st_mode & 0o111


def test_laid_out_again_only_when_something_changed(tmp_path: Path) -> None:
    lay_out_plugins(tmp_path, engine(Path("/a/runner")))
    host = tmp_path / "plugins/language-python-v3.280.0/pulumi-language-python"
    first = host.stat().st_ino
    lay_out_plugins(tmp_path, engine(Path("/a/runner")))
    assert host.stat().st_ino == first
    lay_out_plugins(tmp_path, engine(Path("/b/runner")))
    assert "/b/runner" in host.read_text()
