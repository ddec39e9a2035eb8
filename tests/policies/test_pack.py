"""The pack as a whole: how its policies are found, and what importing it does not do."""

import runpy
import subprocess
import sys
import types
from pathlib import Path

import pulumi_policy
import pytest
import yaml

import policies.pack
from policies.model import Registration
from policies.pack import RuleFileError, rule_modules, rules

PACK_FOLDER = Path(policies.pack.__file__).parent


def test_each_file_of_the_folder_is_in_the_pack():
    files = {path.stem for path in (PACK_FOLDER / "rules").glob("*.py")} - {"__init__"}
    assert files
    assert files == {name.rpartition(".")[2] for name in rule_modules()} == {rule.id.replace("-", "_") for rule in rules()}


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_with_no_or_two_policies_is_refused(monkeypatch, count):
    module = types.ModuleType("policies.rules.odd")
    for index, rule in enumerate(rules()[:count]):
        setattr(module, f"rule_{index}", rule)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr("policies.pack.rule_modules", lambda: (module.__name__,))
    with pytest.raises(RuleFileError, match=f"holds {count} policies"):
        rules()


def test_main_serves_every_policy(monkeypatch):
    served = []
    monkeypatch.setattr(pulumi_policy, "PolicyPack", lambda name, policies, **options: served.append((name, policies, options)))
    runpy.run_path(str(PACK_FOLDER / "__main__.py"), run_name="__main__")
    ((name, its_policies, options),) = served
    assert name == "gpu-clusters"
    assert [policy.name for policy in its_policies] == [rule.id for rule in rules()]
    assert options["enforcement_level"] is pulumi_policy.EnforcementLevel.MANDATORY


def test_pack_file_names_its_runtime_and_environment():
    pack = yaml.safe_load((PACK_FOLDER / "PulumiPolicy.yaml").read_text(encoding="utf-8"))
    assert pack["runtime"]["name"] == "python"
    assert pack["runtime"]["options"]["virtualenv"] == "../.venv"


def test_importing_rules_starts_no_server():
    script = (
        "import grpc\n"
        "def refuse(*args, **kwargs): raise SystemExit('a server was started')\n"
        "grpc.server = refuse\n"
        f"for name in {['policies.model', 'policies.pack', 'policies.taggable', *rule_modules()]!r}: __import__(name)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=PACK_FOLDER.parent)


def test_default_tags_of_a_provider_without_any_are_none():
    assert Registration("aws:s3/bucket:Bucket", "b", {}, {"region": "us-east-1"}).default_tag_keys() == frozenset()
