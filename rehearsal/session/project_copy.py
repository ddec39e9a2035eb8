"""The scratch folder: a project file that points back at the program, copied stack files, and links to the checkout's other folders.

`pulumi stack init` writes a salt into the stack's file and `pulumi stack rm` deletes the file, so a rehearsal never runs on the user's own.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from rehearsal.session.errors import NotAProjectError, ProjectFileError

PROJECT_FILE = "Pulumi.yaml"
PLACEHOLDER_SECRET = "rehearsal-placeholder"
SIMULATED_ACCOUNT = "123456789012"
"""The one account of the simulated cloud; a declared account stands as this one in a rehearsal, its own digits stay out of it."""

_DECLARED_ACCOUNT = re.compile(r"^[ \t]+account:[ \t]*[\"']?([0-9]{12})\b", re.MULTILINE)
_OWN_ENCRYPTION = re.compile(r"^(?:encryptionsalt|encryptedkey|secretsprovider):[^\n]*\n?", re.MULTILINE)
_SALT = re.compile(r"^encryptionsalt:[^\n]*", re.MULTILINE)
_SECURE_BLOCK = re.compile(r":[ \t]*\n[ \t]+secure:[ \t]*[^\n]+")
_SECURE_INLINE = re.compile(r"\{\s*secure:\s*[^}\n]+\}")


@dataclass(frozen=True)
class Project:
    """What Pulumi.yaml says about where things are; all paths absolute."""

    checkout: Path
    settings: dict[str, object]
    name: str
    main: Path
    stack_files: Path


def project_folder(start: Path) -> Path:
    """The nearest folder, from here upwards, that holds a project file."""
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / PROJECT_FILE).is_file():
            return folder
    raise NotAProjectError(f"No {PROJECT_FILE} in {start} or above it: change into the checkout and run again.")


def read_project(checkout: Path) -> Project:
    """Read the project file of a checkout."""
    path = checkout / PROJECT_FILE
    try:
        settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectFileError(f"{path} {unreadable(error)}: correct it and run again.") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ProjectFileError(f"{path} is no YAML ({' '.join(str(error).split())}): correct it and run again.") from error
    if not isinstance(settings, dict) or not isinstance(settings.get("name"), str):
        raise ProjectFileError(f"{path} has no `name`: give the project one and run again.")
    main = checkout / str(settings.get("main", "."))
    return Project(checkout, settings, settings["name"], main, checkout / str(settings.get("stackConfigDir", ".")))


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read, in words that follow its name."""
    return "is no UTF-8 text" if isinstance(error, UnicodeDecodeError) else f"cannot be read ({error.strerror})"


def rehearsal_settings(project: Project) -> dict[str, object]:
    """The same project, run from elsewhere: absolute program and virtual environment, stack files beside the scratch project file."""
    settings = {**project.settings, "main": f"{project.main}/", "stackConfigDir": "stacks"}
    runtime = settings.get("runtime")
    if isinstance(runtime, dict) and isinstance(options := runtime.get("options"), dict) and "virtualenv" in options:
        settings["runtime"] = {**runtime, "options": {**options, "virtualenv": str(project.checkout / str(options["virtualenv"]))}}
    settings.pop("backend", None)  # a back end named in the project file would win over the rehearsal's
    return settings


def rehearsal_stack_file(text: str, previous: str) -> str:
    """A stack file for the rehearsal: without the real stack's encryption, with the salt that the rehearsal's copy already has.

    Secrets encrypted for the real stack cannot be read here and must not be: each becomes a placeholder. The declared account becomes the
    simulated cloud's, wherever its number stands: the provider refuses every account but the declared one.
    """
    plain = _SECURE_INLINE.sub(PLACEHOLDER_SECRET, _SECURE_BLOCK.sub(f": {PLACEHOLDER_SECRET}", _OWN_ENCRYPTION.sub("", text)))
    for account in _DECLARED_ACCOUNT.findall(plain):
        plain = plain.replace(account, SIMULATED_ACCOUNT)
    salt = _SALT.search(previous)
    return f"{plain.rstrip()}\n{salt[0]}\n" if salt else plain


def lay_out_project(project: Project, scratch: Path) -> dict[str, str]:
    """Bring the scratch folder up to date with the checkout; nothing is ever copied back.

    Returns the stacks that are left out since their files cannot be read, and why: they must not stand in the way of the others.
    """
    stacks = scratch / "stacks"
    stacks.mkdir(parents=True, exist_ok=True)
    (scratch / PROJECT_FILE).write_text(yaml.safe_dump(rehearsal_settings(project), sort_keys=False))
    sources = {path.name: path for path in sorted(project.stack_files.glob("Pulumi.*.yaml"))}
    left_out = {}
    for copy in stacks.glob("Pulumi.*.yaml"):
        if copy.name not in sources:
            copy.unlink()
    for name, source in sources.items():
        copy = stacks / name
        try:
            text = source.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            left_out[stack_of(source)] = unreadable(error)
            copy.unlink(missing_ok=True)
            continue
        previous = copy.read_text(encoding="utf-8") if copy.is_file() else ""
        copy.write_text(rehearsal_stack_file(text, previous), encoding="utf-8")
    # relative paths of a command (`--policy-pack policies`, `stacks/__main__.py`) reach the checkout through links
    _link_all(project.checkout, scratch, leave_out={PROJECT_FILE, "stacks", ".git", *sources})
    if (project.checkout / "stacks").is_dir():
        _link_all(project.checkout / "stacks", stacks, leave_out=set(sources))
    return left_out


def _link_all(source: Path, target: Path, leave_out: set[str]) -> None:
    wanted = {entry.name: entry for entry in source.iterdir() if entry.name not in leave_out}
    for link in target.iterdir():
        if link.is_symlink() and (link.name not in wanted or link.readlink() != wanted[link.name]):
            link.unlink()
    for name, entry in wanted.items():
        link = target / name
        if not link.is_symlink() and not link.exists():
            link.symlink_to(entry)


def stack_names(scratch: Path) -> list[str]:
    """The stacks that have a file in the scratch folder."""
    return sorted(stack_of(path) for path in (scratch / "stacks").glob("Pulumi.*.yaml"))


def stack_of(path: Path) -> str:
    """The stack that a file configures, by its name."""
    return path.name.removeprefix("Pulumi.").removesuffix(".yaml")
