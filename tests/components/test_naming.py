from components.naming import Naming


def test_the_logical_name_is_the_name_tag(declared, cluster_of):
    naming = Naming.of(cluster_of(declared()))
    assert naming.name("train-cb") == "atlas-train-cb"
    assert naming.tags("train-cb")["Name"] == "atlas-train-cb"
    assert naming.tags("train-cb")["cluster"] == "atlas"


def test_a_pools_naming_adds_its_tags_and_keeps_ours(declared, cluster_of):
    pool = {"name": "train", "purpose": "training", "machine": "p5en.48xlarge", "nodes": 2, "extra_tags": {"grant": "g-2"}}
    cluster = cluster_of(declared(extra_tags={"grant": "g-1", "site": "east"}, pools=[pool]))
    tags = Naming.of(cluster).for_pool(cluster.pools[0]).tags("train-od")
    assert (tags["grant"], tags["site"], tags["team"], tags["Name"]) == ("g-2", "east", "foundation", "atlas-train-od")


def test_moving_tags_stay_out(declared, cluster_of):
    assert not {"expires-at", "run-id"} & set(Naming.of(cluster_of(declared(run_id="r1"))).tags("x"))
