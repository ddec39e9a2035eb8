"""`pulumi preview` of an example stack against the same resources registered by hand, on the same engine and simulated cloud."""

from __future__ import annotations

import runpy
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pulumi
import yaml

from bench.flat_program import flat_program, marked_base, marking
from bench.timing import BenchmarkFailedError, TimedCommand, median_seconds
from gpu_cluster_testing import Plain, Recording, record
from rehearsal.session.sessions import Session, prepare
from rehearsal.session.upkeep import stop

CHECKOUT = Path(__file__).parent.parent
BASE_STACK, STACK = "aws-base", "aws-eks-pretrain"
BASE_REFERENCE = f"organization/gpu-clusters/{BASE_STACK}"


def cluster_declaration(stack: str) -> dict[str, object]:
    """Return what an example stack declares."""
    config = yaml.safe_load((CHECKOUT / "stacks" / f"Pulumi.{stack}.yaml").read_text())["config"]
    declared: dict[str, object] = config["gpu-clusters:cluster"]
    return declared


def peer_program() -> str:
    """Return the flat program with the resources of the example stack."""
    base = recorded(BASE_STACK).outputs["base"]
    if not isinstance(base, dict):
        raise BenchmarkFailedError(f"stack {BASE_STACK} exports no base: {base!r}; mend stacks/__main__.py first")
    plain = recorded(STACK, base=marked_base(base))
    marked = recorded(STACK, base=marked_base(base), marked=plain)
    return flat_program(marked, "cluster", BASE_REFERENCE)


def recorded(stack: str, *, preview: bool = False, base: Mapping[str, Plain] | None = None, marked: Recording | None = None) -> Recording:
    """Record the program for an example stack, with real-looking outputs or, given an earlier recording, with markers."""
    main = runpy.run_path(str(CHECKOUT / "stacks" / "__main__.py"))["main"]
    return record(
        lambda: pulumi.run(main),
        preview=preview,
        stack=stack,
        config={"gpu-clusters:cluster": cluster_declaration(stack)},
        stack_outputs={BASE_REFERENCE: {"base": base}} if base is not None else {},
        computed=marking(marked) if marked is not None else {},
    )


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of `ours` and `by hand`; both preview all their resources as new, on a base that is up."""
    with _rehearsal() as (session, folder):
        _must(session, session.cwd, "up", "-s", BASE_STACK, "--yes", "--skip-preview")
        session.make_stacks(["pulumi", "preview", "-s", STACK])
        peer = _peer_project(folder)
        _must(session, peer, "stack", "init", "by-hand")
        return median_seconds(
            [
                TimedCommand("ours", ["pulumi", "preview", "-s", STACK], session.cwd, session.env),
                TimedCommand("by hand", ["pulumi", "preview", "-s", "by-hand"], peer, session.env),
            ],
            rounds,
        )


@contextmanager
def _rehearsal() -> Iterator[tuple[Session, Path]]:
    with TemporaryDirectory() as folder:
        home = Path(folder) / "rehearsals"
        try:
            yield prepare(CHECKOUT, home=home), Path(folder)
        finally:
            stop(CHECKOUT, home=home)


def _peer_project(folder: Path) -> Path:
    """Lay out a project of the same name beside the rehearsal, so that it finds the same base stack."""
    peer = folder / "by-hand"
    peer.mkdir()
    runtime = {"name": "python", "options": {"virtualenv": str(CHECKOUT / ".venv")}}
    (peer / "Pulumi.yaml").write_text(yaml.safe_dump({"name": "gpu-clusters", "runtime": runtime}))
    (peer / "__main__.py").write_text(peer_program())
    return peer


def _must(session: Session, cwd: Path, *words: str) -> None:
    session.make_stacks(["pulumi", *words])
    done = subprocess.run(["pulumi", *words], cwd=cwd, env=dict(session.env), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkFailedError(f"pulumi {' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
