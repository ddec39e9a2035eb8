"""Which Kubernetes versions a cloud's managed control plane comes in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from catalog.facts import Fact, Source


class KubernetesVersions(Fact):
    """The minor versions of one managed control plane, oldest first."""

    name: str = Field(description="the control plane's kind, as a declaration spells it; also the file's name")
    cloud: str = Field(description="cloud that runs it; also the folder's name")
    versions: tuple[Annotated[str, Field(pattern=r"^1\.[0-9]{2}$")], ...] = Field(
        min_length=1, description="minor versions that it can be made in and that node images exist for"
    )
    sources: tuple[Source, ...] = Field(min_length=1)
