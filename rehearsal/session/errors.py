"""What can go wrong before a rehearsed command starts.

SessionError
├── NestedSessionError   the command already runs inside a rehearsal
├── NotAProjectError     there is no Pulumi.yaml in the folder or above it
├── ProjectFileError     the project file cannot be read
├── StackFileError       the file of a stack that the command names cannot be read
├── StateFolderError     the folder of rehearsals cannot be read or written
└── WorldStartError      the world process ended, or answered nothing, while it started
"""


class SessionError(Exception):
    """The rehearsal could not be prepared; the message ends with what to do next."""


class NestedSessionError(SessionError):
    """Raised inside a rehearsal, which would otherwise be rehearsed itself; the caller runs the command as it is."""


class NotAProjectError(SessionError):
    """Raised when no Pulumi project is found; the caller changes into the checkout."""


class ProjectFileError(SessionError):
    """Raised when Pulumi.yaml is no usable project file; the caller corrects it."""


class StackFileError(SessionError):
    """Raised when a command names a stack whose file cannot be copied; the caller corrects the file."""


class StateFolderError(SessionError):
    """Raised when the folder of rehearsals cannot be used; the caller points XDG_STATE_HOME elsewhere."""


class WorldStartError(SessionError):
    """Raised when the world does not come up; the message shows the end of its log."""
