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


def said_of(*steps, elsewhere=()):
    return [(restart.group, restart.fate, restart.nodes) for restart in node_restarts(steps, frozenset(elsewhere))]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            [group("update", "releaseVersion"), group("update", "releaseVersion", name="serve-od", desired=3)],
            [("atlas-train-od", Fate.ROLLED, 2), ("atlas-serve-od", Fate.ROLLED, 3)],
        ),
        (
            [group("delete", name="train-cb-9abcdef0", desired=16), group("create", name="train-cb-76543210")],
            [("atlas-train-cb-9abcdef0", Fate.DELETED, 16)],
        ),
        (
            [group("update", "releaseVersion", desired=0, name="train-spot"), group("update", "releaseVersion", name="train-od")],
            [("atlas-train-od", Fate.ROLLED, 2)],
        ),
        (
            [
                group("delete-replaced", name="train-od"),
                group("delete-replaced", name="serve-od", desired=1),
                group("replace", "subnetIds", name="serve-od", desired=1),
                group("replace", "subnetIds", name="train-od"),
            ],
            [("atlas-train-od", Fate.REPLACED, 2), ("atlas-serve-od", Fate.REPLACED, 1)],
        ),
        (
            [group("same", name="system-od"), group("update", "version", name="train-od"), group("update", "tags.team", name="serve-od")],
            [("atlas-train-od", Fate.ROLLED, 2)],
        ),
        ([group("update", "launchTemplate.id")], [("atlas-train-od", Fate.ROLLED, 2)]),
        ([group("update", "nodeRoleArn")], []),
        ([group("update", "labels")], []),
        ([group("read"), group("read-replacement"), group("import", "version"), group("discard")], []),
        ([step("delete", "aws:eks/cluster:Cluster", "urn:cluster", group("delete")["old"], ())], []),
        ([step("replace", "aws:eks/addon:Addon", "urn:addon", group("delete")["old"], ("version",))], []),
    ],
)
def test_each_group_is_told_once_in_the_order_of_the_preview(steps, said):
    assert said_of(*steps) == said


@pytest.mark.parametrize(
    ("inside", "fields"),
    [
        (("userData",), ("launch template (userData)",)),
        (("userData", "imageId"), ("launch template (imageId, userData)",)),
        (("userData", "tags.team", "tagsAll.team"), ("launch template (userData)",)),
        (("blockDeviceMappings[0].ebs.volumeSize",), ("launch template (blockDeviceMappings[0].ebs.volumeSize)",)),
        (("tags.team",), (TEMPLATE_VERSION,)),
        ((), (TEMPLATE_VERSION,)),
    ],
)
def test_a_new_template_is_told_by_what_is_new_in_it(inside, fields):
    (restart,) = node_restarts([template(*inside), group("update", TEMPLATE_VERSION)])
    assert restart.fields == fields


def test_each_group_is_told_of_its_own_template():
    steps = [
        template("userData", name="train-od"),
        template("imageId", name="serve-od"),
        group("update", TEMPLATE_VERSION, name="serve-od"),
        group("update", TEMPLATE_VERSION, name="train-od"),
    ]
    assert {restart.pool: restart.fields for restart in node_restarts(steps)} == {
        "serve": ("launch template (imageId)",),
        "train": ("launch template (userData)",),
    }


@pytest.mark.parametrize(
    ("op", "fields", "told"),
    [
        ("update", ("version", "tags.team"), ("version",)),
        ("update", ("releaseVersion", "scalingConfig.maxSize", "version"), ("releaseVersion", "version")),
        ("replace", ("subnetIds[0]", "tags.team"), ("subnetIds[0]", "tags.team")),
        ("replace", ("capacityType",), ("capacityType",)),
        ("delete", (), ()),
    ],
)
def test_only_what_rolls_is_the_cause_of_a_roll(op, fields, told):
    (restart,) = node_restarts([group(op, *fields)])
    assert set(restart.fields) == set(told)


@pytest.mark.parametrize(
    ("desired", "highest", "elsewhere", "nodes", "counted"),
    [
        (2, 16, (), 2, True),
        (2, 16, ("serve",), 2, True),
        (2, 16, ("train",), 16, False),
        (5, 3, ("train",), 5, False),
        (0, 1, ("train", "serve"), 1, False),
    ],
)
def test_how_many_nodes(desired, highest, elsewhere, nodes, counted):
    (restart,) = node_restarts([group("update", "version", desired=desired, highest=highest)], frozenset(elsewhere))
    assert (restart.nodes, restart.counted) == (nodes, counted)
    assert f"restarts {'' if counted else 'up to '}{nodes} node" in str(restart)


@pytest.mark.parametrize(("desired", "highest"), [(0, 0), (0, 4)])
def test_a_group_that_holds_no_nodes_is_not_told_unless_another_tool_may_have_filled_it(desired, highest):
    steps = [group("replace", "subnetIds", desired=desired, highest=highest)]
    assert said_of(*steps) == []
    assert len(said_of(*steps, elsewhere=("train",))) == (1 if highest else 0)


def test_without_outputs_the_inputs_count():
    told = group("update", "version")
    del told["old"]["outputs"]
    assert said_of(told) == [("atlas-train-od", Fate.ROLLED, 7)]


def test_a_group_that_the_provider_named_is_told_by_its_logical_name():
    told = group("update", "version")
    del told["old"]["inputs"]["nodeGroupName"]
    assert said_of(told) == [("atlas-train-od", Fate.ROLLED, 2)]


@pytest.mark.parametrize(
    ("steps", "words", "absent"),
    [
        ([group("update", "version")], "its nodes are replaced, all at once", "ends"),
        ([group("update", "version", at_once=False)], "its nodes are replaced; why", "all at once"),
        ([group("replace", "subnetIds")], "is deleted and made anew; why: subnetIds", "all at once"),
        ([group("delete", desired=1)], "this ends 1 node of pool train", "restarts"),
        ([group("delete-replaced", desired=3)], "this ends 3 nodes of pool train", "all at once"),
    ],
)
def test_the_words_say_what_becomes_of_the_nodes(steps, words, absent):
    (restart,) = node_restarts(steps)
    assert words in str(restart)
    assert absent not in str(restart)
