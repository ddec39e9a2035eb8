from operations.demo.tree import grow, lines

STACK = "urn:pulumi:s::p::pulumi:pulumi:Stack::p-s"
POOL = "urn:pulumi:s::p::gpu-clusters:aws:GpuPool::atlas-train"


def resource(urn, token, parent=None):
    return {"urn": urn, "type": token, **({"parent": parent} if parent else {})}


def test_components_become_branches_and_resources_are_counted():
    state = [
        resource(STACK, "pulumi:pulumi:Stack"),
        resource("urn:p", "pulumi:providers:aws", STACK),
        resource(POOL, "gpu-clusters:aws:GpuPool", STACK),
        resource("urn:a::g1", "aws:eks/nodeGroup:NodeGroup", POOL),
        resource("urn:a::g2", "aws:eks/nodeGroup:NodeGroup", POOL),
        resource("urn:a::pg", "aws:ec2/placementGroup:PlacementGroup", POOL),
    ]
    assert list(lines(grow(state))) == ["Stack p-s (3)", "  GpuPool atlas-train (3): NodeGroup ×2, PlacementGroup"]


def test_an_empty_stack_has_no_tree():
    assert grow([]) is None
