"""The Go module in this folder: which engine it pins, how it is built, and the key under which the result is kept."""

import hashlib
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rehearsal.engine.errors import EngineError
from rehearsal.engine.versions import Version, parse_version

COMMAND_PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
SDK_MODULE = "github.com/pulumi/pulumi/sdk/v3"
EXECUTOR_IN_SDK = Path("python", "cmd", "pulumi-language-python-exec")
_PINNED = re.compile(r"^require github\.com/pulumi/pulumi/pkg/v3 (v\S+)$", re.MULTILINE)
_GO_LINE = re.compile(r"^go (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class EngineModule:
    """What `go.mod` says, with the flags that the upstream release build uses."""

    folder: Path
    pulumi: Version
    go: Version
    key: str

    @property
    def build_flags(self) -> tuple[str, ...]:
        """Arguments of `go build`, as upstream's release; without the version in ldflags the Automation API refuses the binary."""
        return build_flags(self.pulumi)


def build_flags(pulumi: Version) -> tuple[str, ...]:
    """The upstream release flags for this version of the engine."""
    ldflags = f"-w -s -X {SDK_MODULE}/go/common/version.Version=v{pulumi}"
    return ("-trimpath", "-tags", "osusergo grpcnotrace", "-ldflags", ldflags)


def read_module(folder: Path | None = None) -> EngineModule:
    """Read `go.mod` and `go.sum` of the engine module (by default the one in this package)."""
    folder = folder or Path(__file__).parent
    text, sums = (folder / "go.mod").read_text(), (folder / "go.sum").read_bytes()
    pinned, go_line = _PINNED.search(text), _GO_LINE.search(text)
    pulumi = parse_version(pinned[1]) if pinned else None
    go = parse_version(go_line[1]) if go_line else None
    if pulumi is None or go is None:
        raise EngineError(f"{folder / 'go.mod'}: no `go` line or no pinned pulumi/pkg/v3: restore the file from the repository")
    content = "\0".join((*build_flags(pulumi), sys.platform, platform.machine())).encode() + b"\0" + text.encode() + sums
    return EngineModule(folder, pulumi, go, f"v{pulumi}-{hashlib.sha256(content).hexdigest()[:16]}")
