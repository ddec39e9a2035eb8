"""The base of every part of a declaration."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A frozen part of a declaration that refuses keys it does not know, so that a misspelt key is never a silent default."""

    model_config = ConfigDict(frozen=True, extra="forbid")
