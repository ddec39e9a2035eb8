import pytest

BEFORE_NODES = ("vpc-cni", "kube-proxy")
AFTER_NODES = ("coredns", "eks-pod-identity-agent", "eks-node-monitoring-agent")
ADDON, GROUP = "aws:eks/addon:Addon", "aws:eks/nodeGroup:NodeGroup"


@pytest.mark.parametrize("preview", [True, False])
def test_order_of_addons_and_nodes(built, declared, preview):
    recording = built(declared(), preview=preview)
    addons = {one.inputs["addonName"]: one for one in recording.of_type(ADDON)}
    assert set(addons) == {*BEFORE_NODES, *AFTER_NODES}
    system = recording.one(GROUP, "atlas-system-od")
    for group in recording.of_type(GROUP):
        assert all(recording.depends_on(group, addons[name]) for name in BEFORE_NODES), "no node is ready without them"
        assert not any(recording.depends_on(group, addons[name]) for name in AFTER_NODES)
    assert all(recording.depends_on(addons[name], system) for name in AFTER_NODES), "coredns stays degraded without nodes"


def test_addons_do_not_wait_for_gpu_nodes(built, declared):
    recording = built(declared())
    (coredns,) = [one for one in recording.of_type(ADDON) if one.inputs["addonName"] == "coredns"]
    for name in ("atlas-train-cb-9abcdef0", "atlas-train-spot"):
        assert not recording.depends_on(coredns, recording.one(GROUP, name)), "a missing block must not hold up the name service"


def test_conflicts_are_settled_at_create_and_kept_at_update(built, declared):
    for addon in built(declared()).of_type(ADDON):
        assert (addon.inputs["resolveConflictsOnCreate"], addon.inputs["resolveConflictsOnUpdate"]) == ("OVERWRITE", "PRESERVE")
        assert addon.custom_timeouts.create == "30m"
