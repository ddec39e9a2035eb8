"""Serves the pack to the engine. The only place that constructs PolicyPack: its constructor starts a server and never returns."""

from pulumi_policy import EnforcementLevel, PolicyPack

from policies.pack import PACK_NAME, policies

PolicyPack(PACK_NAME, list(policies()), enforcement_level=EnforcementLevel.MANDATORY)
