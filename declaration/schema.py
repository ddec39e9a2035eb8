"""The JSON Schema of what a user may say, made from the typed tree so that the two never differ."""

from __future__ import annotations

from declaration.cluster import ClusterDeclaration
from declaration.reading import CONFIG_KEY

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def declaration_schema() -> dict[str, object]:
    """The schema of a declaration by itself."""
    return {"$schema": DIALECT, **ClusterDeclaration.model_json_schema()}


def stack_file_schema() -> dict[str, object]:
    """The schema of a Pulumi stack file that holds a declaration; other configuration keys are Pulumi's business."""
    declaration = ClusterDeclaration.model_json_schema()
    definitions = declaration.pop("$defs")
    config = {"type": "object", "required": [CONFIG_KEY], "properties": {CONFIG_KEY: {"$ref": "#/$defs/ClusterDeclaration"}}}
    return {
        "$schema": DIALECT,
        "title": "Pulumi stack file with a cluster declaration",
        "type": "object",
        "required": ["config"],
        "properties": {"config": config},
        "$defs": {**definitions, "ClusterDeclaration": declaration},
    }
