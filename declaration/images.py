"""The pinned image of a pool's nodes: a release of the EKS-optimised one, or one of the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from declaration.model import Part
from declaration.words import AmiId, EksRelease, Sha256


class ImageArchitecture(StrEnum):
    """Processor architecture of an image, spelt as EC2 spells it."""

    X86_64 = "x86_64"
    ARM64 = "arm64"


class ReleaseImage(Part):
    """A release of the EKS-optimised image; pinned, since an image that moves overnight replaces nodes in the middle of a run."""

    eks_release: EksRelease = Field(
        description="release version of the EKS-optimised image: Kubernetes patch version and release date, such as 1.34.1-20261105"
    )


class CustomImage(Part):
    """An image of the user's own, by its id, which never moves.

    EKS takes neither version nor release with it and merges no user data: the program joins the nodes itself.
    """

    id: AmiId = Field(description="id of the image, ami-…")
    architecture: ImageArchitecture = Field(description="x86_64 or arm64; the machine's own")
    manifest_sha256: Sha256 | None = Field(
        default=None,
        description="SHA-256 of the manifest that lists what was built into the image, 64 hexadecimal digits; default: unknown",
    )


_RELEASE, _CUSTOM = "ReleaseImage", "CustomImage"


def _image_tag(raw: object) -> str:
    """An image with one of the custom image's keys is meant as one, so that what it lacks is named."""
    if isinstance(raw, CustomImage):
        return _CUSTOM
    custom = isinstance(raw, Mapping) and "eks_release" not in raw and any(key in raw for key in CustomImage.model_fields)
    return _CUSTOM if custom else _RELEASE


Image = Annotated[Annotated[ReleaseImage, Tag(_RELEASE)] | Annotated[CustomImage, Tag(_CUSTOM)], Discriminator(_image_tag)]
"""The image: {eks_release} or {id, architecture}."""
