import pytest

from gpu_cluster_testing.computed import AWS_COMPUTED, CreateRequest, computed_for


@pytest.mark.parametrize("token", sorted(AWS_COMPUTED))
def test_every_entry_answers_a_create_without_inputs(token):
    outputs = computed_for(CreateRequest(token, "name", {}), AWS_COMPUTED)
    assert isinstance(outputs["id"], str)
    assert str(outputs["arn"]).startswith("arn:aws:")


def test_given_names_are_kept():
    made = computed_for(
        CreateRequest("aws:eks/nodeGroup:NodeGroup", "n", {"clusterName": "atlas", "nodeGroupName": "atlas-train"}), AWS_COMPUTED
    )
    assert made["id"] == "atlas:atlas-train"
    assert computed_for(CreateRequest("aws:s3/bucket:Bucket", "b", {"bucket": "mine"}), AWS_COMPUTED)["arn"] == "arn:aws:s3:::mine"


def test_an_unlisted_type_gets_an_id_a_name_and_an_arn():
    assert set(computed_for(CreateRequest("aws:sqs/queue:Queue", "q", {}), AWS_COMPUTED)) == {"id", "name", "arn"}
