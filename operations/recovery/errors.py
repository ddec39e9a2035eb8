"""Why a recovery stops. Each stops it before the state is changed, so that it can be run again once its cause is gone.

RecoveryError
├── StackLockedError        somebody may be at work on the stack
├── BackendUnreadableError  the locks of this kind of back end can't be read from here
├── WrongAccountError       the credentials are not those of the stack's account
├── LookupFailedError       the cloud did not answer a look-up
├── AmbiguousError          several things, or nothing to tell them by, fit one pending create
├── StillSettlingError      what was found is still being made
├── StateMovedError         the state changed while we looked
└── NotRecoveredError       the engine could not finish what recovery began
"""


class RecoveryError(Exception):
    """Base of all of them; the message ends with what to do next."""


class StackLockedError(RecoveryError):
    """A lock belongs to a process that lives, or to another machine. Wait for it, or make sure that it is dead."""


class BackendUnreadableError(RecoveryError):
    """Locks of this back end can't be read. Ask the engine itself (`pulumi cancel`) once nobody is at work."""


class WrongAccountError(RecoveryError):
    """The credentials reach another account than the stack's. Found there, nothing would prove nothing. Switch credentials."""


class LookupFailedError(RecoveryError):
    """The cloud refused or failed a look-up, which is no proof of absence. Repair the cause and run again."""


class AmbiguousError(RecoveryError):
    """A pending create fits several things, or can't be told from others. Remove or adopt by hand what is named."""


class StillSettlingError(RecoveryError):
    """What was found was still being made at the deadline. Run again later, or with a longer deadline."""


class StateMovedError(RecoveryError):
    """The state changed between look-up and import. Run again."""


class NotRecoveredError(RecoveryError):
    """Destroy of the condemned, or the refresh, failed. The engine's own words stand above; run again."""
