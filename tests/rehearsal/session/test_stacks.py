from pathlib import Path

import pytest

from rehearsal.session.stacks import stack_exists, stacks_named

KNOWN = ["aws-base", "aws-eks-pretrain"]


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["pulumi", "up", "-s", "aws-base"], ["aws-base"]),
        (["pulumi", "up", "--stack=aws-eks-pretrain", "--yes"], ["aws-eks-pretrain"]),
        (["gpuc", "up", "aws-base"], ["aws-base"]),
        (["sh", "-c", "pulumi up -s aws-base && pulumi up -s aws-eks-pretrain"], KNOWN),
        (["pulumi", "up", "-s", "elsewhere"], []),
        (["pulumi", "up", "-s", "my-aws-base"], []),
        (["pulumi", "stack", "init", "aws-base"], []),
        (["pulumi", "stack", "rm", "aws-base"], []),
        (["pulumi", "stack", "export", "-s", "aws-base"], ["aws-base"]),
    ],
)
def test_stacks_that_a_command_names(argv: list[str], named: list[str]) -> None:
    assert stacks_named(argv, KNOWN) == named


@pytest.mark.parametrize("suffix", [".json", ".json.gz", ".json.zst"])
def test_stack_in_the_back_end(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / ".pulumi/stacks/gpu-clusters"
    folder.mkdir(parents=True)
    assert not stack_exists(tmp_path, "gpu-clusters", "aws-base")
    (folder / f"aws-base{suffix}").touch()
    assert stack_exists(tmp_path, "gpu-clusters", "aws-base")
    assert not stack_exists(tmp_path, "gpu-clusters", "aws")
    assert not stack_exists(tmp_path, "other", "aws-base")
