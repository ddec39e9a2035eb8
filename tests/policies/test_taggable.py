"""The generated list of taggable types against the installed SDK."""

import pulumi_aws as aws

from policies.taggable import DATA_FILE, TagShape, render, sdk_version, taggable_types, taggable_types_of_sdk


def test_data_file_is_what_the_installed_sdk_says():
    assert DATA_FILE.read_text(encoding="utf-8") == render(taggable_types_of_sdk(), sdk_version())


def test_shapes_of_the_awkward_types():
    types = taggable_types()
    assert types["aws:autoscaling/group:Group"] is TagShape.LIST
    assert types["aws:ec2/launchTemplate:LaunchTemplate"] is TagShape.MAP
    for untaggable in ("aws:autoscaling/tag:Tag", "aws:iam/rolePolicy:RolePolicy", "aws:devopsguru/resourceCollection:ResourceCollection"):
        assert untaggable not in types


def test_the_sdk_agrees_with_one_class_of_each_shape():
    # A look at the classes themselves, so that a change in how the SDK writes its source can't empty the list unseen.

    for owner in (aws.ec2.Vpc, aws.eks.Cluster, aws.autoscaling.Group):
        assert "tags" in owner._internal_init.__annotations__
        assert owner.pulumi_type in taggable_types()
    assert len(taggable_types()) > 800
