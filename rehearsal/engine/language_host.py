"""Our Pulumi language host's process: ends at once and quietly on an interrupt, and when the engine that started it is gone."""

import importlib
import os
import signal
import sys

from rehearsal.engine.children import Children
from rehearsal.engine.parent import end_with_parent


def main(executor: str, arguments: list[str]) -> None:
    """Serve the engine named in the plugin arguments; `executor` is the SDK's program runner."""
    children = Children()

    def leave(*_: object) -> None:
        children.end_all()
        os._exit(0)

    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    end_with_parent(leave)
    engine = next((argument for argument in arguments if not argument.startswith("-")), "")
    # loaded only now: gRPC and the SDK take a third of a second, and an interrupt meanwhile must not print a traceback
    importlib.import_module("rehearsal.engine.language_service").serve(children, executor, engine)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
