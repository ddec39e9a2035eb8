"""The name for what moto, botocore and WSGI leave untyped."""

from typing import Any, TypeAlias

Untyped: TypeAlias = Any
"""A value whose type only moto or botocore know; nothing of ours is annotated with it where a type can be said."""
