"""Ends this process when its parent is gone: an engine that was killed cannot cancel its plugins."""

import os
import threading
import time
from collections.abc import Callable


def end_with_parent(leave: Callable[[], None], every_seconds: float = 0.2) -> None:
    """Call `leave` from a thread of its own as soon as the process that started us is no longer our parent."""
    born_under = os.getppid()

    def watch() -> None:
        while os.getppid() == born_under:
            time.sleep(every_seconds)
        leave()

    threading.Thread(target=watch, daemon=True).start()
