"""Fills the templates of a first declaration; every answer is spelt as YAML, whatever it holds."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

import yaml

from catalog.loading import Catalog
from operations.starting.answers import RESERVED, Answers, control_plane_zones, system_machine

TEMPLATES = Path(__file__).parent / "templates"
NETWORK_RANGE = "10.40.0.0/16"
"""Range of a new network: room for 450 nodes with an address for each pod."""

_ONE_LINE = 10**6
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._@/-]*")


def cluster_file(answers: Answers, catalog: Catalog) -> str:
    """The stack file of a cluster: on its base, or with a network and bucket of its own."""
    machine = catalog.machines.get(answers.machine)
    has_disks = machine is not None and machine.nvme is not None
    checkpoints = f"{{kind: bucket, from_stack: {scalar(answers.base)}}}" if answers.base is not None else "{kind: bucket}"
    return _filled(
        "cluster",
        answers,
        network=f"    network: {{from_stack: {scalar(answers.base)}}}" if answers.base is not None else _own_network(answers, catalog),
        checkpoints=checkpoints,
        admins=_admins(answers),
        system_machine=system_machine(catalog, answers.region, answers.zone),
        node_cache="\n      node_cache: {kind: nvme, layout: raid0}" if has_disks else "",
        pool={"training": "train", "inference": "serve", "system": "more"}[answers.purpose.value],
        option=_option(answers),
        bought=answers.capacity.replace("_", " "),
    )


def base_file(answers: Answers, name: str, catalog: Catalog) -> str:
    """The stack file of a base for the cluster."""
    return _filled("base", answers, name=name, network=_own_network(answers, catalog))


def scalar(value: str | int) -> str:
    """Spell a value in one line of YAML: plain where that is read as the same text, else in quotes."""
    if isinstance(value, int):
        return str(value)
    plain = _PLAIN.fullmatch(value) is not None and yaml.safe_load(value) == value
    return value if plain else yaml.safe_dump(value, default_style='"', allow_unicode=True, width=_ONE_LINE).strip()


def _own_network(answers: Answers, catalog: Catalog) -> str:
    zones = ", ".join(control_plane_zones(catalog, answers.region, answers.zone))
    return "\n".join(
        (
            "    network:",
            f"      cidr: {NETWORK_RANGE}",
            f"      control_plane_zones: [{zones}]     # EKS asks for two; the nodes sit in one",
            "      nat: gateway                                # billed by the hour and by GB",
        )
    )


def _admins(answers: Answers) -> str:
    """The line of the cluster's administrators, or what to write there."""
    if answers.admin is None:
        return '      # Nobody administers the cluster yet. Write who does: admins: ["arn:aws:iam::<account>:role/<role>"]'
    return f"      admins: [{scalar(answers.admin)}]"


def _option(answers: Answers) -> str:
    if answers.capacity in RESERVED and answers.reservation is not None:
        return f"{{kind: {answers.capacity}, reservation: {scalar(answers.reservation)}}}"
    return f"{{kind: {answers.capacity}}}"


def _filled(template: str, answers: Answers, **more: str) -> str:
    said = {key: scalar(value) for key, value in vars(answers).items() if isinstance(value, str | int)}
    text = (TEMPLATES / f"{template}.yaml.template").read_text(encoding="utf-8")
    return Template(text).substitute({**said, **more})
