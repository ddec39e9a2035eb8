"""The command that writes fact files: what it writes reads as the machine it was given, and is how the files are written."""

import subprocess
import sys

import pytest
import yaml

from catalog.loading import DATA_FOLDER, load_catalog
from catalog.machines import Machine
from tests.support.recorded import recorded_types
from tests.support.recording import fact_file

MACHINES = load_catalog().machines


@pytest.mark.parametrize("name", MACHINES)
def test_what_is_written_reads_as_the_same_machine(name):
    assert Machine.model_validate(yaml.safe_load(fact_file(MACHINES[name]))) == MACHINES[name]


@pytest.mark.parametrize("name", sorted(set(MACHINES) & set(recorded_types())))
def test_files_of_recorded_machines_are_in_the_commands_form(name):
    assert (DATA_FOLDER / "machines" / "aws" / f"{name}.yaml").read_text() == fact_file(MACHINES[name])


def written(*words):
    command = [sys.executable, "-m", "tests.support.recording", *words]
    return subprocess.run(command, cwd=DATA_FOLDER.parents[1], capture_output=True, text=True, check=True).stdout


def test_the_command_writes_a_file_as_it_stands_in_the_catalogue():
    price = ("--usd-per-hour", "4.52856", "--as-of", "2026-02-09")
    assert written("g6e.8xlarge", *price) == (DATA_FOLDER / "machines" / "aws" / "g6e.8xlarge.yaml").read_text()


def test_what_the_command_is_not_told_is_unknown_and_what_has_no_source_is_unverified():
    machine = Machine.model_validate(yaml.safe_load(written("p6-b300.48xlarge", "--nvlink-gpus", "8")))
    assert (machine.on_demand_price, machine.nvlink_domain_gpus, machine.unverified) == (None, 8, ("nvlink_domain_gpus",))
    sourced = Machine.model_validate(yaml.safe_load(written("p5.48xlarge", "--nvlink-gpus", "8", "--nvlink-source", "a data sheet")))
    assert sourced.unverified == ()
    assert [source.covers for source in sourced.sources if source.name == "a data sheet"] == ["nvlink_domain_gpus"]
