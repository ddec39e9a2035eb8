"""Judging by the service's own model."""

import pytest
from moto.core.utils import get_service_model

from rehearsal.world.calls import Refusal
from rehearsal.world.validation import compiled, validate


def judge(service, operation, params):
    validate(service, get_service_model(service).operation_model(operation).input_shape, params)


@pytest.mark.parametrize(
    ("service", "operation", "params", "code", "words"),
    [
        ("ec2", "DeleteVpc", {}, "MissingParameter", "VpcId"),
        (
            "ec2",
            "RunInstances",
            {"MinCount": 1, "MaxCount": 1, "MetadataOptions": {"HttpTokens": "maybe"}},
            "InvalidParameterValue",
            "MetadataOptions.HttpTokens",
        ),
        ("eks", "CreateCluster", {"name": "a b", "roleArn": "r", "resourcesVpcConfig": {}}, "InvalidParameterException", "at 'name'"),
        ("iam", "CreateRole", {}, "ValidationError", "2 validation errors detected"),
        ("logs", "PutRetentionPolicy", {"logGroupName": "a"}, "InvalidParameterException", "retentionInDays"),
        ("s3", "PutBucketVersioning", {"Bucket": "b", "VersioningConfiguration": {"Status": "On"}}, "InvalidArgument", "Enabled"),
        ("sts", "AssumeRole", {"RoleArn": "x", "RoleSessionName": "s"}, "ValidationError", "RoleArn"),
        ("dynamodb", "CreateTable", {}, "ValidationException", "TableName"),
    ],
)
def test_refusals(service, operation, params, code, words) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        judge(service, operation, params)
    assert (caught.value.code, caught.value.status) == (code, 400)


def test_nested_lists_and_maps_are_judged() -> None:
    taint = {"key": "x", "effect": "SOMETIMES"}
    group = {"clusterName": "a", "nodegroupName": "b", "subnets": [], "nodeRole": "r"}
    with pytest.raises(Refusal, match=r"taints\.1\.member\.effect"):
        judge("eks", "CreateNodegroup", group | {"taints": [taint]})
    with pytest.raises(Refusal, match="length less than or equal to 128"):
        judge("eks", "CreateNodegroup", group | {"tags": {"k" * 129: "v"}})
    judge("eks", "CreateNodegroup", group | {"taints": [taint | {"effect": "NO_SCHEDULE"}], "tags": {"k" * 128: "v"}})


def test_pattern_that_python_can_not_read_is_not_judged() -> None:
    assert compiled(r"[\p{L}]+") is None
    assert compiled("[a-z]+").fullmatch("abc")
