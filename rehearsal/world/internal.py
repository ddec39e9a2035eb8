"""How the world asks itself: a described thing looks to a snapshot as it looks to any caller."""

import io
import json
from typing import Any, Final
from urllib.parse import urlencode

from botocore.parsers import create_parser
from botocore.serialize import create_serializer
from moto.core.utils import get_service_model

from rehearsal.world.gateway import Gateway
from rehearsal.world.untyped import Untyped
from rehearsal.world.wire import Answer

SIGNING_DATE: Final = "20260101"
FORM: Final = "application/x-www-form-urlencoded; charset=utf-8"


class Asker:
    """Calls of the world's own, through the same answers as everybody's, but not journalled and never failed."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def ask(self, service: str, operation: str, region: str, **params: object) -> dict[str, Any]:
        """The parsed result of one operation."""
        model = get_service_model(service).operation_model(operation)
        protocol = model.service_model.metadata["protocol"]
        wire = create_serializer(protocol, False).serialize_to_request(params, model)
        environ, body = to_environ(wire, service, region)
        answer = self._gateway.perform(environ, body)
        return parsed(answer, protocol, model)


def to_environ(wire: dict[str, Any], service: str, region: str) -> tuple[dict[str, Any], bytes]:
    """A WSGI environment for a request that botocore serialized."""
    path, _, query = wire["url_path"].partition("?")
    content = wire["body"]
    body = content if isinstance(content, bytes) else urlencode(content).encode() if isinstance(content, dict) else str(content).encode()
    query = "&".join(part for part in (query, urlencode(wire["query_string"] or {}, doseq=True)) if part)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": wire["method"],
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "RAW_URI": f"{path}?{query}" if query else path,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": FORM if isinstance(content, dict) else "",
        "HTTP_AUTHORIZATION": f"AWS4-HMAC-SHA256 Credential=world/{SIGNING_DATE}/{region}/{service}/aws4_request, Signature=0",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in wire["headers"].items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    return environ, body


def parsed(answer: Answer, protocol: str, model: Untyped) -> dict[str, Any]:
    """The result that botocore would hand to a caller."""
    response = {"status_code": answer.status, "headers": {k.lower(): v for k, v in answer.headers.items()}, "body": answer.body}
    result: dict[str, Any] = create_parser(protocol).parse(response, model.output_shape)
    result.pop("ResponseMetadata", None)
    if "Error" in result and answer.status >= 400:
        raise LookupError(f"{model.name}: {json.dumps(result['Error'], default=str)}")
    return result
