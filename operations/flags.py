"""Which of the engine's own flags may follow two dashes: none that leads past what the safeguards have just judged."""

from collections.abc import Iterable, Iterator

from operations.safeguards import RefusedError

STACK = "the safeguards judge one stack: name it to gpuc itself, by `--stack` before the two dashes"
FOLDER = "the safeguards judge the project of the working folder: change to the other one instead"
CONFIGURATION = "what is judged and priced is the stack file: write the setting there instead"
PREVIEW = "gpuc shows a preview first and asks, always: leave it out"

BY_NAME = {
    "--stack": STACK,
    "--cwd": FOLDER,
    "--config": CONFIGURATION,
    "--config-file": CONFIGURATION,
    "--config-path": CONFIGURATION,
}
BY_LETTER = {"s": STACK, "C": FOLDER, "c": CONFIGURATION}
DESTROY_BY_NAME = {"--preview-only": PREVIEW, "--skip-preview": PREVIEW}
DESTROY_BY_LETTER = {"f": PREVIEW}

# Letters that take the rest of their word as a value, so that none in it is a flag of its own: `-mCopy`.
TAKES_A_VALUE = frozenset("mptxvr")


def refuse_flags(flags: Iterable[str], *, destroying: bool) -> None:
    """Raises RefusedError that names every flag which would make the engine work on something that was not judged."""
    by_name = BY_NAME | (DESTROY_BY_NAME if destroying else {})
    by_letter = BY_LETTER | (DESTROY_BY_LETTER if destroying else {})
    refused = [f"  {flag}: {reason}" for flag in flags for reason in _reasons(flag, by_name, by_letter)]
    if refused:
        raise RefusedError("\n".join(["Flags after the two dashes that are refused (nothing was changed):", *refused]))


def _reasons(flag: str, by_name: dict[str, str], by_letter: dict[str, str]) -> Iterator[str]:
    name = flag.partition("=")[0]
    if name.startswith("--"):
        if name in by_name:
            yield by_name[name]
        return
    for letter in name.removeprefix("-") if name.startswith("-") else "":
        if letter in by_letter:
            yield by_letter[letter]
            return
        if letter in TAKES_A_VALUE:
            return
