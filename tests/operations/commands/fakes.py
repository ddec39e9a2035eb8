"""An engine that notes what it is told and answers from a list; for the commands that drive one."""

import json
from pathlib import Path

from operations.engine import Previewed

CHECKOUT = Path(__file__).parents[3]


class Engine:
    """Stands for `operations.engine.Engine` on this checkout's program, over a back end without locks."""

    def __init__(self, backend, states=({"version": 3, "deployment": {}},), codes=(), steps=(), others=None):
        self.backend, self.states, self.codes = backend, list(states), list(codes)
        self.streamed, self.others = [], others or {}
        self.events = "".join(
            json.dumps(event) + "\n" for event in (*({"resourcePreEvent": {"metadata": s}} for s in steps), {"summaryEvent": {}})
        )
        self.project = type("Project", (), {"root": CHECKOUT, "name": "gpu-clusters"})

    def backend_url(self):
        return f"file://{self.backend}"

    def stacks(self):
        return ("aws-base", *self.others)

    def preview(self, *words):
        return Previewed(self.stream("preview", *words), self.events)

    def export_state(self, stack):
        if stack in self.others:
            return self.others[stack]
        return self.states.pop(0) if len(self.states) > 1 else self.states[0]

    def stream(self, *words):
        self.streamed.append(words)
        return self.codes.pop(0) if self.codes else 0
