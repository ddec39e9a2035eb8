"""Naming requests and reading answers of every protocol."""

import io

import pytest

from rehearsal.world.wire import Answer, name_request, without_absent


def environ(service: str, method: str = "POST", path: str = "/", query: str = "", **headers: str) -> dict:
    scope = f"AWS4-HMAC-SHA256 Credential=key/20260101/us-west-2/{service}/aws4_request, SignedHeaders=host, Signature=0"
    fixed = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "127.0.0.1", "SERVER_NAME": "127.0.0.1"}
    server = {"SERVER_PORT": "80", "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(b""), "RAW_URI": path}
    return {**fixed, **server, "HTTP_AUTHORIZATION": scope, **headers}


FORM = {"CONTENT_TYPE": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("service", "body", "arguments", "operation", "params"),
    [
        ("ec2", b"Action=DeleteVpc&VpcId=vpc-1&DryRun=true&Version=2016-11-15", FORM, "DeleteVpc", {"VpcId": "vpc-1", "DryRun": True}),
        ("iam", b"Action=GetRole&RoleName=a&Version=2010-05-08", FORM, "GetRole", {"RoleName": "a"}),
        (
            "eks",
            b"",
            {"method": "GET", "path": "/clusters/atlas/node-groups/train"},
            "DescribeNodegroup",
            {"clusterName": "atlas", "nodegroupName": "train"},
        ),
        (
            "logs",
            b'{"logGroupName": "/a"}',
            {"HTTP_X_AMZ_TARGET": "Logs_20140328.CreateLogGroup"},
            "CreateLogGroup",
            {"logGroupName": "/a"},
        ),
        ("s3", b"weights", {"method": "PUT", "path": "/atlas/step-1"}, "PutObject", {"Bucket": "atlas", "Key": "step-1"}),
    ],
)
def test_every_protocol_is_named(service, body, arguments, operation, params) -> None:
    given = {"CONTENT_LENGTH": str(len(body)), **arguments}
    wire = environ(service, given.pop("method", "POST"), given.pop("path", "/"), **given)
    wire["wsgi.input"] = io.BytesIO(body)
    request = name_request(wire, body)
    assert (request.service, request.region, str(request.operation.name)) == (service, "us-west-2", operation)
    assert params.items() <= request.params.items()
    assert "Body" not in request.params


def test_unsigned_request_has_no_name() -> None:
    assert name_request({**environ("ec2"), "HTTP_AUTHORIZATION": ""}, b"") is None


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer(200, {}, b"<Code>Fine</Code>"), ""),
        (Answer(400, {}, b"<Response><Errors><Error><Code>Wrong</Code></Error></Errors></Response>"), "Wrong"),
        (Answer(400, {}, b'{"__type": "com.amazonaws.logs#Taken", "message": ""}'), "Taken"),
        (Answer(404, {"X-Amzn-ErrorType": "NotThere:http://docs"}, b"{}"), "NotThere"),
        (Answer(404, {}, b""), "Unknown"),
    ],
)
def test_error_of_an_answer(answer, error) -> None:
    assert answer.error == error


def test_absent_members_are_left_out_at_every_depth() -> None:
    assert without_absent({"a": None, "b": [{"c": None, "d": 0}], "e": False}) == {"b": [{"d": 0}], "e": False}
