import pytest

from operations.demo.progress import Step, read_step


@pytest.mark.parametrize(
    ("line", "step"),
    [
        (" +  aws:ec2:Vpc atlas-vpc creating (0s) ", Step("aws:ec2:Vpc", "atlas-vpc", "creating")),
        (" +  aws:ec2:Vpc atlas-vpc created (0.21s) ", Step("aws:ec2:Vpc", "atlas-vpc", "created")),
        ("@ updating.....", None),
        (" -  gpu-clusters:aws:Network atlas deleted (0.1s)", Step("gpu-clusters:aws:Network", "atlas", "deleted")),
        (" ~  aws:eks:Cluster atlas updated (2s) [diff: ~tags]", Step("aws:eks:Cluster", "atlas", "updated")),
        (" -  aws:s3:Bucket base-checkpoints deleted (0.02s)[retain]", Step("aws:s3:Bucket", "base-checkpoints", "kept")),
        ("Resources:", None),
        ("    + 61 created", None),
    ],
)
def test_reads_the_engines_plain_lines(line, step):
    assert read_step(line) == step


def test_a_begun_step_has_not_ended():
    assert not Step("aws:ec2:Vpc", "a", "creating").ended
    assert Step("aws:ec2:Vpc", "a", "created").ended
