"""`python -m rehearsal.engine`: makes sure that an engine is there; quiet when there is nothing to do."""

import os
import sys

from rehearsal.engine.choice import ensure_engine
from rehearsal.engine.errors import EngineError


def main() -> int:
    """Find or build the engine; 1 and one message if it cannot be had."""
    try:
        ensure_engine(os.environ)
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. Run again: the build resumes where it stopped.\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
