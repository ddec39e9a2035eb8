"""The world's control API under /_world/: faults, journal, clock, capacity, snapshot, reset, providers."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from rehearsal.world.capacity import CapacityError, add_capacity_block, add_on_demand_reservation, set_capacity
from rehearsal.world.faults import FaultError
from rehearsal.world.gateway import Environ, Gateway, StartResponse, read_body
from rehearsal.world.internal import Asker
from rehearsal.world.inventory import take_inventory
from rehearsal.world.providers import Providers, ProviderStartError
from rehearsal.world.snapshot import take_snapshot

PREFIX: Final = "/_world/"
Fields = Mapping[str, Any]
Route = Callable[[Fields], object]


class ControlApi:
    """A WSGI application that answers the control calls and hands everything else to the cloud."""

    def __init__(self, gateway: Gateway, providers: Providers) -> None:
        self._gateway = gateway
        self._providers = providers
        self._asker = Asker(gateway)
        self._unlocked: dict[tuple[str, str], Route] = {
            ("POST", "providers"): lambda fields: {"port": providers.start(int(fields["pid"]))},
            ("GET", "health"): lambda fields: {"status": "ok"},
        }
        self._routes: dict[tuple[str, str], Route] = {
            ("GET", "faults"): lambda fields: gateway.faults.listed(),
            ("POST", "faults"): lambda fields: gateway.faults.add(fields),
            ("DELETE", "faults"): lambda fields: gateway.faults.clear(),
            ("GET", "journal"): lambda fields: gateway.journal.listed(changing_only=fields.get("changing_only") == "1"),
            ("DELETE", "journal"): lambda fields: gateway.journal.clear(),
            ("GET", "clock"): lambda fields: {"now": gateway.state.clock.now().isoformat()},
            ("POST", "clock"): lambda fields: gateway.state.clock.advance(float(fields["seconds"])),
            ("POST", "capacity"): lambda fields: set_capacity(gateway.state, fields),
            ("POST", "capacity-blocks"): lambda fields: add_capacity_block(gateway.state, fields),
            ("POST", "on-demand-reservations"): lambda fields: add_on_demand_reservation(gateway.state, fields),
            ("GET", "snapshot"): lambda fields: take_snapshot(self._asker, gateway.state),
            ("GET", "inventory"): lambda fields: take_inventory(take_snapshot(self._asker, gateway.state)),
            ("POST", "reset"): lambda fields: gateway.reset(),
        }

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        path = str(environ["PATH_INFO"])
        if not path.startswith(PREFIX):
            return self._gateway(environ, start_response)
        status, result = self._control(str(environ["REQUEST_METHOD"]), path.removeprefix(PREFIX), environ)
        start_response(status, [("Content-Type", "application/json")])
        return [json.dumps(result, default=str, sort_keys=True).encode()]

    def _control(self, method: str, what: str, environ: Environ) -> tuple[str, object]:
        try:
            fields = fields_of(environ)
            if unlocked := self._unlocked.get((method, what)):
                return "200 OK", unlocked(fields)
            route = self._routes.get((method, what))
            if route is None:
                known = sorted(f"{verb} {PREFIX}{name}" for verb, name in {**self._routes, **self._unlocked})
                return "404 Not Found", {"error": f"{method} {PREFIX}{what} is unknown; these are known: {', '.join(known)}"}
            with self._gateway.lock:
                return "200 OK", route(fields)
        except KeyError as problem:
            return "400 Bad Request", {"error": f"the field {problem} is missing"}
        except (FaultError, CapacityError, ProviderStartError, ValueError) as problem:
            return "400 Bad Request", {"error": str(problem)}


def fields_of(environ: Environ) -> Fields:
    """The fields of a control call: its JSON body, or its query."""
    body = read_body(environ)
    if body:
        fields = json.loads(body)
        return fields if isinstance(fields, dict) else {}
    return {name: values[-1] for name, values in parse_qs(str(environ.get("QUERY_STRING", ""))).items()}
