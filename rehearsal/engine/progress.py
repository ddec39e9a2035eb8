"""One line that says how far a build is: rewritten in place on a terminal, repeated at long intervals elsewhere."""

import sys
import time
from typing import TextIO


class BuildProgress:
    """Counts what `go build -v` prints and reports it; the clock is monotonic seconds."""

    def __init__(self, title: str, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._title = title
        self._started = time.monotonic()
        self._said = 0.0
        self._on_terminal = self._out.isatty()
        self.modules = 0
        self.packages = 0

    def saw(self, line: str) -> bool:
        """Count one line of `go build -v`; False if it is none of its progress lines, so probably a complaint."""
        if line.startswith("go: downloading "):
            self.modules += 1
        elif line and " " not in line and ":" not in line and not line.startswith("#"):
            self.packages += 1
        else:
            return False
        return True

    def say(self, *, last: bool = False) -> None:
        """Report if it is time to: each second on a terminal, each half minute in a log."""
        now = time.monotonic()
        if not last and now - self._said < (1 if self._on_terminal else 30):
            return
        self._said = now
        start, end = ("\r\x1b[K", "\n" if last else "") if self._on_terminal else ("", "\n")
        self._out.write(f"{start}{self.line(now - self._started)}{end}")
        self._out.flush()

    def line(self, elapsed_seconds: float) -> str:
        """The line itself."""
        minutes, seconds = divmod(int(elapsed_seconds), 60)
        return f"{self._title}: {minutes}:{seconds:02d}, {self.modules} modules fetched, {self.packages} packages built"
