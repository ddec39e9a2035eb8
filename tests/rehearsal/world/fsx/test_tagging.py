"""Tags of FSx by ARN."""


def test_tags_of_file_systems_and_associations(scratch, refused) -> None:
    file_system = scratch.create()
    scratch.bucket()
    association = scratch.link(file_system)
    (linked,) = scratch.fsx.describe_data_repository_associations(AssociationIds=[association])["Associations"]
    for arn in (scratch.described(file_system)["ResourceARN"], linked["ResourceARN"]):
        scratch.fsx.tag_resource(ResourceARN=arn, Tags=[{"Key": "team", "Value": "a"}, {"Key": "x", "Value": "1"}])
        scratch.fsx.tag_resource(ResourceARN=arn, Tags=[{"Key": "team", "Value": "b"}])
        scratch.fsx.untag_resource(ResourceARN=arn, TagKeys=["x"])
        assert scratch.fsx.list_tags_for_resource(ResourceARN=arn)["Tags"] == [{"Key": "team", "Value": "b"}]
    many = [{"Key": str(index), "Value": ""} for index in range(50)]
    assert refused(lambda: scratch.fsx.tag_resource(ResourceARN=linked["ResourceARN"], Tags=many))[0] == "BadRequest"
    nobodys = "arn:aws:fsx:us-east-1:123456789012:file-system/fs-0123456789abcdef0"
    assert refused(lambda: scratch.fsx.list_tags_for_resource(ResourceARN=nobodys))[0] == "ResourceNotFound"
