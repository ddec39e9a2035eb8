"""Golden files: text that a test compares with a file beside it, and that one environment variable renews."""

import difflib
import os
from pathlib import Path

RENEW_VARIABLE = "RENEW_GOLDEN"
"""Set to 1 to write golden files in place of comparing with them; look at the difference before you commit it."""


def assert_golden(text: str, path: Path) -> None:
    """Fail when `text` differs from the file; with RENEW_GOLDEN=1 write the file instead."""
    if os.environ.get(RENEW_VARIABLE) == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"{path} does not exist; run the test once with {RENEW_VARIABLE}=1 and review what it writes"
    golden = path.read_text(encoding="utf-8")
    difference = "\n".join(difflib.unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm=""))
    assert text == golden, f"{path} differs; if that is meant, renew it with {RENEW_VARIABLE}=1 and review the change\n{difference}"
