from components.naming import Naming


def test_the_logical_name_is_the_name_tag(declared, cluster_of):
    naming = Naming.of(cluster_of(declared()))
    assert naming.name("train-cb") == "atlas-train-cb"
    assert naming.tags("train-cb")["Name"] == "atlas-train-cb"
    assert naming.tags("train-cb")["cluster"] == "atlas"


def test_moving_tags_stay_out(declared, cluster_of):
    assert not {"expires-at", "run-id"} & set(Naming.of(cluster_of(declared(run_id="r1"))).tags("x"))
