"""The acts of the demo, in the order of a cluster's life; each shows one command and what came of it."""

import json
from pathlib import Path

from rich.markup import escape

from declaration.reading import read_declaration, read_stack_file
from operations.demo.account import by_team, in_words
from operations.demo.blocks import seed
from operations.demo.stage import DemoError, Stage
from operations.demo.tree import grow, lines
from rehearsal.control import WorldControl

BASE, CLUSTER = "aws-base", "aws-eks-pretrain"
UPDATE = ("--yes", "--skip-preview", "--non-interactive", "--color", "never")

WRONG = """\
name: atlas
cloud: aws
account: "123456789012"
region: us-east-1
zone: use1-az1                       # no p5en there
tags: {team: foundation, project: atlas, owner: atlas@example.com, cost_center: TODO, environment: production}
network: {from_stack: aws-base}
control_plane: {kind: eks, version: "1.34"}
image: {eks_release: 1.34.1-20261105}
pools:
  - {name: train, purpose: training, machine: p5en.48xlarge, nodes: 16, placement_group: true,
     capacity: [{kind: capacity_block, reservation: cr-0123456789abcdef0}]}
  - {name: serve, purpose: inference, machine: m7i.2xlarge, nodes: 2, efa: true}
"""
"""A declaration with one mistake of each kind that people really made."""


LEFT_ON_PURPOSE = {"buckets": "kept:   bucket", "keys": "waits for its deletion: key"}
"""Kinds that outlive a destroy, in the cloud's words, and what the account says of them; a key may not bill any more."""


def declare(stage: Stage) -> None:
    """The example that the rest of the demo is about."""
    stage.begin("One declaration: 16 × p5en.48xlarge (128 H200) on a capacity block, spot as second choice, EKS")
    stage.show(["gpuc", "check", CLUSTER])


def refuse(stage: Stage, folder: Path) -> None:
    """Mistakes are found before any cloud call, all at once."""
    stage.begin("The same with mistakes in it: all are named at once, before any cloud call")
    wrong = folder / "wrong.yaml"
    wrong.write_text(WRONG, encoding="utf-8")
    stage.typed(["gpuc", "check", wrong.name])
    for line in stage.output_of(["gpuc", "check", str(wrong)], code=1).splitlines():
        stage.console.print(f"   {escape(line)}", highlight=False, soft_wrap=True)


def price(stage: Stage) -> None:
    """What it costs, before it exists."""
    stage.begin("The price, before anything is made")
    stage.show(["gpuc", "price", CLUSTER])


def base(stage: Stage) -> None:
    """The stack of what lives long."""
    stage.begin("The base stack: network, fabric security group, checkpoint bucket")
    stage.watch(["pulumi", "up", "-s", BASE, *UPDATE])


def preview(stage: Stage) -> None:
    """What the engine and the policies say of the cluster."""
    stage.begin("Preview of the cluster by the real engine, under the policy pack")
    stage.show(
        ["pulumi", "preview", "-s", CLUSTER, "--policy-pack", "policies", "--color", "never", "--non-interactive"],
        only=lambda line: line.strip().startswith(("Policies", "✅", "❌", "⚠", "- [", "warning", "error")) or line.endswith("to create"),
    )


def create(stage: Stage, control: WorldControl, checkout: Path) -> None:
    """The cluster itself."""
    stage.begin("Up: the block was bought beforehand, as blocks are; Pulumi launches on it")
    cluster = read_declaration(read_stack_file(checkout / "stacks" / f"Pulumi.{CLUSTER}.yaml")).cluster
    if cluster is None:
        raise DemoError(f"stacks/Pulumi.{CLUSTER}.yaml is no valid declaration: run gpuc check {CLUSTER}.")
    for block in seed(control, cluster):
        stage.say(f"the rehearsal cloud holds {block.reservation}: {block.nodes} × {block.machine} in {block.zone}")
    stage.watch(["pulumi", "up", "-s", CLUSTER, "--policy-pack", "policies", *UPDATE])


def look(stage: Stage, control: WorldControl) -> None:
    """What was made, by component and by who pays."""
    stage.begin("What was made")
    for stack in (BASE, CLUSTER):
        state = json.loads(stage.output_of(["pulumi", "stack", "export", "-s", stack]))
        root = grow(state["deployment"].get("resources", []))
        for line in lines(root) if root else ():
            stage.console.print(f"   {escape(line)}", highlight=False, soft_wrap=True)
    stage.say("what the cloud bills, by the team tag that each thing carries:")
    for team, kinds in by_team(control.inventory()).items():
        stage.console.print(f"   [bold]{escape(team)}[/]: {in_words(kinds)}", highlight=False, soft_wrap=True)


def again(stage: Stage) -> None:
    """A second look by the engine finds nothing to do."""
    stage.begin("Again: nothing to change")
    stage.show(
        ["pulumi", "preview", "-s", CLUSTER, "--expect-no-changes", "--color", "never", "--non-interactive"],
        only=lambda line: "unchanged" in line,
    )


def destroy(stage: Stage) -> None:
    """Everything goes, cluster first."""
    stage.begin("Teardown")
    for stack in (CLUSTER, BASE):
        stage.watch(["pulumi", "destroy", "-s", stack, *UPDATE])


def left(stage: Stage, control: WorldControl) -> None:
    """The cloud's own account, not Pulumi's, of what still exists."""
    stage.begin("What is left, by the cloud's own account")
    rest = control.inventory()
    unexpected = [
        resource for resource in rest if resource.kind not in LEFT_ON_PURPOSE or (resource.kind != "buckets" and resource.billing)
    ]
    if unexpected:
        raise DemoError("left behind: " + ", ".join(f"{resource.kind} {resource.id}" for resource in unexpected))
    for resource in rest:
        what = escape(f"{resource.name}: {resource.detail}")
        stage.console.print(f"   {LEFT_ON_PURPOSE[resource.kind]} {what}", highlight=False, soft_wrap=True)
    stage.say("a teardown never takes checkpoints with it; `adopt: true` takes the bucket over again")
    stage.say("a deleted key can be called back for 30 days, and bills nothing meanwhile")
