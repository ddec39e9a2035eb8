"""Finds the policies of this pack by walking policies/rules."""

import importlib
import pkgutil
from collections.abc import Iterator

from pulumi_policy import Policy

from policies import rules as rules_folder
from policies.model import PolicyRule
from policies.stack import StackPolicyRule

PACK_NAME = "gpu-clusters"


class RuleFileError(Exception):
    """A file of policies/rules does not hold exactly one policy; split it or add the decorator."""


def rules() -> tuple[PolicyRule | StackPolicyRule, ...]:
    """Every policy of policies/rules, in the order of the file names."""
    return tuple(_rule_of(name) for name in rule_modules())


def policies() -> Iterator[Policy]:
    """The policies in the form that the engine's analyzer server takes."""
    return (rule.as_policy() for rule in rules())


def rule_modules() -> tuple[str, ...]:
    """Module names under policies/rules, sorted."""
    return tuple(sorted(f"{rules_folder.__name__}.{module.name}" for module in pkgutil.iter_modules(rules_folder.__path__)))


def _rule_of(module_name: str) -> PolicyRule | StackPolicyRule:
    """The one policy of a file; two in a file or none would hide a policy from the reader of the folder."""
    found = [value for value in vars(importlib.import_module(module_name)).values() if isinstance(value, PolicyRule | StackPolicyRule)]
    if len(found) != 1:
        raise RuleFileError(f"{module_name} holds {len(found)} policies, needs exactly 1: write one function under @policy in it.")
    return found[0]
