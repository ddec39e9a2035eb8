"""From a request on the wire to a named call and back, by botocore's service models: one way for every protocol."""

import io
import re
from dataclasses import dataclass
from typing import Any, Final

from moto.core.parse import PROTOCOL_PARSERS
from moto.core.request import Request, determine_request_protocol
from moto.core.routing import get_service_router
from moto.core.serialize import XFormedAttributePicker, get_serializer_class
from moto.core.utils import get_service_model

from rehearsal.world.untyped import Untyped

BOTO_NAMES: Final = {"elasticloadbalancing": "elbv2", "monitoring": "cloudwatch"}
"""Signing names that differ from the name of botocore's model."""
ERROR_CODE: Final = re.compile(rb'<Code>([^<]+)</Code>|"__type":\s*"(?:[^"#]*#)?([^"]+)"')
UNNAMED: Final = "Unknown"


@dataclass(frozen=True)
class Answer:
    """A finished HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def error(self) -> str:
        """The error code that the answer carries; empty for a success."""
        if self.status < 400:
            return ""
        named = {name.lower(): value for name, value in self.headers.items()}.get("x-amzn-errortype", "")
        found = ERROR_CODE.search(self.body)
        if named:
            return named.split(":")[0]
        return next(group for group in found.groups() if group).decode() if found else UNNAMED


@dataclass(frozen=True)
class NamedRequest:
    """A request whose service and operation are known, with its parameters and what writes its answer."""

    service: str
    region: str
    params: dict[str, Any]
    operation: Untyped
    protocol: str

    @property
    def token(self) -> str:
        """Operation and client token, where the operation has one and the caller gave one."""
        shape = self.operation.input_shape
        for name, member in (shape.members if shape else {}).items():
            if member.metadata.get("idempotencyToken") and self.params.get(name):
                return f"{self.region}/{self.service}/{self.operation.name}/{self.params[name]}"
        return ""

    def write(self, result: Untyped) -> Answer:
        """A result or a ServiceException in the service's own form."""
        make = get_serializer_class(self.operation.service_model.service_name, self.protocol)
        serializer = make(operation_model=self.operation, value_picker=XFormedAttributePicker())  # results may hold moto's objects
        out = serializer.serialize(result)
        body = out["body"]
        return Answer(out["status_code"], dict(out["headers"]), body.encode() if isinstance(body, str) else body)


def without_absent(value: Untyped) -> Untyped:
    """The parameters without those that were not given."""
    if isinstance(value, dict):
        return {key: without_absent(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_absent(member) for member in value]
    return value


def credential_scope(environ: dict[str, Any]) -> tuple[str, str] | None:
    """Region and signing name of a signed request; None for everything else."""
    scope = str(environ.get("HTTP_AUTHORIZATION", "")).partition("Credential=")[2].split(",")[0].split("/")
    return (scope[2], BOTO_NAMES.get(scope[3], scope[3])) if len(scope) == 5 else None


def name_request(environ: dict[str, Any], body: bytes) -> NamedRequest | None:
    """The call's name and parameters; None if it is not a signed AWS call."""
    scope = credential_scope(environ)
    if scope is None:
        return None
    region, service = scope
    request = Request({**environ, "wsgi.input": io.BytesIO(body)})
    model = get_service_model(service)
    labels: dict[str, Any] = {}
    if target := request.headers.get("X-Amz-Target"):
        name = target.split(".")[-1]
    elif "Action" in request.values:
        name = request.values["Action"]
    else:
        found, labels = get_service_router(service).match(request)
        name = str(found.name)
    operation = model.operation_model(name)
    protocol = determine_request_protocol(model, request.content_type)
    params = parse(protocol, operation, request, body, labels)
    return NamedRequest(service, region, params, operation, protocol)


def parse(protocol: str, operation: Untyped, request: Request, body: bytes, labels: dict[str, Any]) -> dict[str, Any]:
    """The parameters, named as in boto3; object bodies are left out."""
    wire = {
        "method": request.method,
        "values": request.values,
        "headers": request.headers,
        "body": b"" if operation.has_streaming_input else body,
        "url_path": request.path,
        "url_params": labels,
    }
    params = PROTOCOL_PARSERS[protocol](operation).parse(wire) or {}
    shape = operation.input_shape
    streamed = shape.serialization.get("payload") if operation.has_streaming_input else None
    return {name: without_absent(value) for name, value in dict(params).items() if value is not None and name != streamed}
