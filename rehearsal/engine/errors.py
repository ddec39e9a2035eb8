"""What can go wrong while the engine is found or built.

EngineError
├── GoMissingError       no `go` on PATH and no usable `pulumi` either
├── GoTooOldError        this `go` can neither build the module nor fetch a toolchain that can
├── DiskShortError       the module and build caches would not fit
├── CacheFolderError     the folder of built engines cannot be read or written
└── BuildFailedError     `go` ran and failed: its last lines are in the message
"""


class EngineError(Exception):
    """The engine could not be had; the message ends with what to do next."""


class GoMissingError(EngineError):
    """Raised when a build is needed and there is no `go`; the caller installs Go or Pulumi and runs again."""


class GoTooOldError(EngineError):
    """Raised when `go` is older than the module needs and may not fetch a newer toolchain; the caller updates Go or allows it."""


class DiskShortError(EngineError):
    """Raised before a build that would fill the disk; the caller frees space or points the caches elsewhere."""


class CacheFolderError(EngineError):
    """Raised when the folder of built engines cannot be used; the caller points XDG_CACHE_HOME elsewhere."""


class BuildFailedError(EngineError):
    """Raised when a `go` command fails; a second run resumes from Go's own caches."""
