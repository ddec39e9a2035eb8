"""Which nodes an up would restart, over steps as the engine writes them."""

import pytest

from operations.restarts import IMAGE_MOVES, Fate, node_restarts

TEMPLATE_VERSION = "launchTemplate.version"


def group(op, *fields, desired=2, highest=2, at_once=True, name="train-od", ami_type="AL2023_x86_64_NVIDIA"):
    old = {
        "inputs": {
            "nodeGroupName": f"atlas-{name}",
            "amiType": ami_type,
            "labels": {"gpu-clusters/pool": name.partition("-")[0]},
            "launchTemplate": {"id": f"lt-{name}", "version": "1"},
            "scalingConfig": {"desiredSize": 7, "maxSize": 7},
            "updateConfig": {"maxUnavailablePercentage": 100} if at_once else {"maxUnavailable": 1},
        },
        "outputs": {"scalingConfig": {"desiredSize": desired, "minSize": 0, "maxSize": highest}},
    }
    urn = f"urn:pulumi:dev::gpu-clusters::aws:eks/nodeGroup:NodeGroup::atlas-{name}"
    return step(op, "aws:eks/nodeGroup:NodeGroup", urn, None if op == "create" else old, fields)


def template(*fields, name="train-od"):
    return step("update", "aws:ec2/launchTemplate:LaunchTemplate", f"urn:{name}-template", {"id": f"lt-{name}"}, fields)


def step(op, kind, urn, old, fields):
    return {
        "op": op,
        "type": kind,
        "urn": urn,
        "old": old,
        "detailedDiff": {field: {"diffKind": "update", "inputDiff": True} for field in fields} or None,
    }


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            [
                template("tagSpecifications[0].tags.cost-center", "tags.cost-center"),
                group("update", TEMPLATE_VERSION, "tags.cost-center", 'labels["x"]'),
            ],
            "this restarts 2 nodes of pool train (node group atlas-train-od: its nodes are replaced, all at once; "
            "why: launch template (tagSpecifications[0].tags.cost-center)); EKS moves these nodes to its newest image unless eks_release "
            "changes in the same up; put today's release into image.eks_release",
        ),
        (
            [group("update", "releaseVersion", at_once=False, desired=1)],
            "this restarts 1 node of pool train (node group atlas-train-od: its nodes are replaced; why: releaseVersion)",
        ),
        (
            [
                group("delete-replaced"),
                group("replace", "instanceTypes[0]", TEMPLATE_VERSION),
                group("create-replacement", "instanceTypes[0]"),
            ],
            "this restarts 2 nodes of pool train (node group atlas-train-od: the node group is deleted and made anew; "
            "why: instanceTypes[0], launchTemplate.version)",
        ),
        (
            [group("delete")],
            "this ends 2 nodes of pool train (node group atlas-train-od: the node group is deleted; why: the declaration no longer has it)",
        ),
    ],
)
def test_what_is_said(steps, said):
    (restart,) = node_restarts(steps)
    assert str(restart) == said


@pytest.mark.parametrize(
    ("steps", "fates"),
    [
        ([group("update", TEMPLATE_VERSION)], [Fate.ROLLED]),
        ([group("update", "launchTemplate")], [Fate.ROLLED]),
        ([group("update", "version")], [Fate.ROLLED]),
        ([group("replace", "subnetIds"), group("delete-replaced")], [Fate.REPLACED]),
        ([group("delete-replaced"), group("replace", "subnetIds")], [Fate.REPLACED]),
        ([group("delete-replaced")], [Fate.DELETED]),
        ([group("delete"), group("update", "releaseVersion", name="serve-od")], [Fate.DELETED, Fate.ROLLED]),
        ([group("update", "scalingConfig.desiredSize", "scalingConfig.maxSize", "scalingConfig.minSize")], []),
        ([group("update", 'labels["gpu-clusters/team"]', "tags.team", "taints[0]", "updateConfig.maxUnavailable")], []),
        ([template("tags.team"), group("same")], []),
        ([group("create"), group("create-replacement"), group("refresh", "releaseVersion")], []),
        ([group("update", "releaseVersion", desired=0)], []),
        ([group("replace", "instanceTypes[0]", desired=0), group("delete", desired=0, name="serve-od")], []),
        ([], []),
    ],
)
def test_which_steps_reach_nodes(steps, fates):
    assert [restart.fate for restart in node_restarts(steps)] == fates


def test_an_engine_that_gives_no_details_names_whole_inputs():
    told = group("update") | {"diffs": ["launchTemplate", "tags"]}
    assert [restart.fields for restart in node_restarts([told])] == [("launchTemplate",)]


def test_a_count_that_another_tool_moves_is_the_most_there_may_be():
    steps = [
        group("update", "releaseVersion", desired=0, highest=16),
        group("update", "releaseVersion", desired=0, highest=4, name="serve-od"),
    ]
    (restart,) = node_restarts(steps, frozenset({"train"}))
    assert "up to 16 nodes of pool train" in str(restart)


@pytest.mark.parametrize(
    ("step_of_group", "moves"),
    [
        (group("update", TEMPLATE_VERSION), True),
        (group("update", "launchTemplate", "tags.team"), True),
        (group("update", "version"), True),
        (group("update") | {"diffs": ["launchTemplate"]}, True),
        (group("update", TEMPLATE_VERSION, "releaseVersion"), False),
        (group("update", "releaseVersion"), False),
        (group("update", TEMPLATE_VERSION, ami_type="CUSTOM"), False),
        (group("replace", TEMPLATE_VERSION, "subnetIds"), False),
        (group("delete"), False),
    ],
)
def test_an_image_that_moves_though_nobody_asked_is_said(step_of_group, moves):
    (restart,) = node_restarts([step_of_group])
    assert str(restart).endswith(f"; {IMAGE_MOVES}") is moves
