"""The two ways in which a launch is refused."""

from rehearsal.world.calls import Refusal


class RequestRefusal(Refusal):
    """The request itself is wrong: a dry run finds it, so EKS refuses such a launch template at once."""


class LaunchRefusal(Refusal):
    """The request is right, but nothing can be launched now: a node group shows it as a failed launch."""
