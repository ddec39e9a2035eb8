"""The guides' own samples, taken from the pages and run: whoever copies them gets a machine, a rule, a policy that works."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from catalog.machines import Machine
from policies.model import PolicyRule, Registration
from tests.support.declarations import problems_of
from tests.support.recorded import recorded_machine

ROOT = Path(__file__).parents[2]
SAMPLE = re.compile(r"^```\w+ file=(?P<path>\S+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]+\]\((?!https?:|#)([^)#]+)")
PAGES = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")})


def samples(page: str) -> dict[str, str]:
    """The files that a guide shows: path → text."""
    return {found["path"]: found["text"] for found in SAMPLE.finditer((ROOT / "docs" / "guides" / page).read_text())}


def module_of(text: str, name: str, folder: Path):
    """A sample as a module of its own."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_machine_of_the_guide_is_a_valid_fact_and_agrees_with_the_record():
    ((path, text),) = samples("add-a-machine.md").items()
    machine, recorded = Machine.model_validate(yaml.safe_load(text)), recorded_machine(Path(path).stem)
    for field in set(Machine.model_fields) - {"sources", "unverified", "on_demand_price"}:
        assert getattr(machine, field) == getattr(recorded, field), field


def test_the_machine_of_the_guide_is_what_its_command_writes():
    ((path, text),) = samples("add-a-machine.md").items()
    (command,) = re.findall(r"^python -m (\S+) (.+) > (\S+)$", (ROOT / "docs/guides/add-a-machine.md").read_text(), re.MULTILINE)
    done = subprocess.run([sys.executable, "-m", command[0], *command[1].split()], cwd=ROOT, capture_output=True, text=True, check=True)
    assert command[2] == path
    assert done.stdout == re.sub(r" +# .*$", "", text, flags=re.MULTILINE)


def test_the_rule_of_the_guide_passes_its_own_rows(tmp_path, monkeypatch):
    rule_text, test_text = samples("add-a-rule.md").values()
    rule_module = module_of(rule_text, "even_nodes_of_the_guide", tmp_path)
    monkeypatch.setitem(sys.modules, "declaration.rules.even_nodes", rule_module)
    rows = module_of(test_text, "test_even_nodes_of_the_guide", tmp_path)
    assert all(problems_of(rule_module.even_nodes, row) == [] for row in rows.ACCEPTS)
    for row in rows.REFUSES:
        (found,) = problems_of(rule_module.even_nodes, row)
        assert found.path == row.path
        assert found.value in found.message
        assert found.limit in found.message
        assert found.remedy


def test_the_policy_of_the_guide_passes_its_own_rows(tmp_path):
    policy_text, test_text = samples("add-a-policy.md").values()
    module, rows = module_of(policy_text, "no_burstable_nodes_of_the_guide", tmp_path), module_of(test_text, "rows_of_the_guide", tmp_path)
    (rule,) = [value for value in vars(module).values() if isinstance(value, PolicyRule)]
    assert [Path(path).stem for path in samples("add-a-policy.md")] == [rule.id.replace("-", "_"), f"test_{rule.id.replace('-', '_')}"]
    for token, props, provider in rows.ACCEPTED.values():
        assert list(rule.check(Registration(token, "subject", props, provider))) == []
    for token, props, provider, paths in rows.REFUSED.values():
        assert [found.path for found in rule.check(Registration(token, "subject", props, provider))] == paths


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_project_leads_somewhere(page):
    missing = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert missing == []


def console_samples(page: Path) -> list[tuple[str, str]]:
    """Commands of a page's console blocks, each with the output that the page shows."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), [sample for page in PAGES for sample in console_samples(page)])
def test_every_command_that_a_page_shows_prints_what_the_page_shows(command, output):
    words = command.split()
    assert words[0] == "gpuc", f"a console block holds a command that the suite cannot run offline: {command}"
    done = subprocess.run([str(Path(sys.executable).with_name("gpuc")), *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == output
