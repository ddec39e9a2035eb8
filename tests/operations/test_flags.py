"""Which of the engine's flags are refused behind the two dashes."""

import pytest

from operations.flags import refuse_flags
from operations.safeguards import RefusedError

BOTH = [
    "--stack",
    "--stack=b",
    "-s",
    "-sb",
    "-s=b",
    "-ys",
    "-C",
    "-C/elsewhere",
    "--cwd",
    "--cwd=/x",
    "--config-file=x",
    "-ca=b",
    "--config",
]
DESTROYING = ["--preview-only", "--preview-only=false", "--skip-preview", "-f", "-yf"]
FINE = [
    "--target",
    "urn:x",
    "--refresh",
    "-r",
    "-y",
    "-m=stack",
    "-mCopies",
    "--suppress-outputs",
    "--strict",
    "--color=never",
    "stack",
    "-",
]


@pytest.mark.parametrize("destroying", [False, True])
@pytest.mark.parametrize("flag", BOTH)
def test_what_leads_to_another_stack_project_or_configuration(flag, destroying):
    with pytest.raises(RefusedError, match=rf"nothing was changed\):\n  {flag}: "):
        refuse_flags(["--refresh", flag], destroying=destroying)


@pytest.mark.parametrize("flag", DESTROYING)
def test_a_destroy_always_previews_first(flag):
    with pytest.raises(RefusedError, match="shows a preview first"):
        refuse_flags([flag], destroying=True)
    refuse_flags([flag], destroying=False)


@pytest.mark.parametrize("destroying", [False, True])
def test_all_others_pass(destroying):
    refuse_flags(FINE, destroying=destroying)


def test_all_are_named_at_once_and_each_once():
    with pytest.raises(RefusedError) as refused:
        refuse_flags(["-sb", "--cwd", "/x", "-t", "urn"], destroying=False)
    assert [line.split(":")[0] for line in str(refused.value).splitlines()[1:]] == ["  -sb", "  --cwd"]
