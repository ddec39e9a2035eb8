"""Where the demo plays: a rehearsal of its own, whose commands are shown as a user would type them."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape

from operations.demo.progress import Step, read_step
from rehearsal.session.sessions import Session


class DemoError(Exception):
    """Raised when a command of the demo ends otherwise than it must; the message holds what it printed."""


@dataclass
class Stage:
    """One rehearsal, one console, and the number of the act that plays."""

    session: Session
    console: Console
    act: int = field(default=0)

    def begin(self, title: str) -> None:
        """Open the next act."""
        self.act += 1
        self.console.print(f"\n[bold cyan]{self.act}. {escape(title)}[/]", highlight=False, soft_wrap=True)

    def say(self, text: str) -> None:
        """One line of explanation."""
        self.console.print(f"   {escape(text)}", style="dim", highlight=False, soft_wrap=True)

    def typed(self, argv: Sequence[str]) -> None:
        """The command as a user types it: in a rehearsal, so behind `gpuc rehearse --`, unless it needs no cloud."""
        prefix = [] if argv[0] == "gpuc" else ["gpuc", "rehearse", "--"]
        self.console.print(f"   [green]$[/] [bold]{escape(' '.join([*prefix, *argv]))}[/]", highlight=False, soft_wrap=True)

    def show(self, argv: Sequence[str], *, code: int = 0, only: Callable[[str], bool] = lambda line: True) -> None:
        """Run a command and print those lines of its output that matter here."""
        self.typed(argv)
        for line in self.output_of(argv, code=code).splitlines():
            if only(line):
                self.console.print(f"   {escape(line)}", highlight=False, soft_wrap=True)

    def output_of(self, argv: Sequence[str], *, code: int = 0) -> str:
        """Run a command to its end; anything but the expected exit code ends the demo with all that it printed."""
        done = self.session.run(list(argv))
        if done.returncode != code:
            raise DemoError(f"{' '.join(argv)} ended with {done.returncode} instead of {code}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def watch(self, argv: Sequence[str]) -> int:
        """Run an update of the engine with live progress; returns how many resources it ended on."""
        self.typed(argv)
        process = self.session.start(list(argv))
        lines: list[str] = []
        ended = 0
        with self.console.status("   starting", spinner="dots") as status:
            for line in self._lines(process, lines):
                step = read_step(line)
                if step is None:
                    continue
                ended += step.ended
                status.update(f"   {ended} done, now {step.verb} {escape(step.type)} {escape(step.name)}")
                self._tell(step)
        if process.wait():
            raise DemoError(f"{' '.join(argv)} ended with {process.returncode}:\n{''.join(lines)}")
        return ended

    def _tell(self, step: Step) -> None:
        if step.ended:
            self.console.print(
                f"   [dim]{step.verb:8}[/] {escape(step.type)} [bold]{escape(step.name)}[/]", highlight=False, soft_wrap=True
            )

    def _lines(self, process: subprocess.Popen[str], kept: list[str]) -> Iterator[str]:
        for line in process.stdout or ():
            kept.append(line)
            yield line
