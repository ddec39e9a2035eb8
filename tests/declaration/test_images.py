"""Images: a release of the EKS-optimised one, or one's own; which of the two was meant is told by its keys."""

import pytest
from pydantic import TypeAdapter, ValidationError

from declaration.images import CustomImage, Image, ImageArchitecture, ReleaseImage

IMAGE = TypeAdapter(Image)
OWN = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}


def refusals(written):
    """Field → kind of problem."""
    with pytest.raises(ValidationError) as refused:
        IMAGE.validate_python(written)
    return {error["loc"][-1]: error["type"] for error in refused.value.errors()}


def test_a_release_is_pinned_by_version_and_date():
    assert IMAGE.validate_python({"eks_release": "1.34.1-20261105"}) == ReleaseImage(eks_release="1.34.1-20261105")


def test_an_own_image_says_for_which_processor():
    image = IMAGE.validate_python(OWN)
    assert image == CustomImage(id=OWN["id"], architecture=ImageArchitecture.X86_64)
    assert image.manifest_sha256 is None


def test_a_manifest_is_named_by_its_checksum():
    assert IMAGE.validate_python({**OWN, "manifest_sha256": "a" * 64}).manifest_sha256 == "a" * 64
    assert "manifest_sha256" in refusals({**OWN, "manifest_sha256": "a" * 63})


@pytest.mark.parametrize(
    ("written", "missing"),
    [({"id": OWN["id"]}, "architecture"), ({"architecture": "arm64"}, "id"), ({}, "eks_release"), ({"manifest_sha256": "a" * 64}, "id")],
)
def test_what_the_image_that_was_meant_lacks_is_named(written, missing):
    assert refusals(written)[missing] == "missing"


def test_a_release_with_an_own_images_key_is_a_release_with_a_key_too_many():
    assert refusals({"eks_release": "1.34.1-20261105", "id": OWN["id"]}) == {"id": "extra_forbidden"}


@pytest.mark.parametrize("image", [ReleaseImage(eks_release="1.34.1-20261105"), CustomImage(**OWN)])
def test_an_image_built_in_code_is_taken_as_it_is(image):
    assert IMAGE.validate_python(image) is image
    assert IMAGE.validate_python(IMAGE.dump_python(image, exclude_none=True)) == image
