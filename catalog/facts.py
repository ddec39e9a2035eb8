"""What every fact file has in common: where it comes from, when it was read, and how a bad file is reported."""

from __future__ import annotations

import datetime

from pydantic import BaseModel, ConfigDict, Field


class CatalogError(Exception):
    """Raised when a fact file is missing, misnamed or breaks its schema; the message names the file and what to write in it."""


class Fact(BaseModel):
    """A frozen record that refuses keys it does not know, so that a misspelt fact is an error and not a silent default."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Fact):
    """Where a set of facts was read, and on which day."""

    name: str = Field(min_length=3, description="publication, package or page, exact enough to find it again")
    as_of: datetime.date = Field(description="the source's own date where it bears one, else the day it was read; ISO 8601")
    covers: str = Field(min_length=3, description="the fields that rest on this source")
