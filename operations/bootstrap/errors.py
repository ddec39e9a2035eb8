"""Why a bootstrap stops. Whatever was made by then stays, and the next run goes on from there.

BootstrapError
├── WrongAccountError    the credentials reach another account than the one named
├── ForeignBucketError   the bucket's name belongs to somebody else, or can't be looked at
├── MisplacedBucketError the account has the bucket, in another region
├── UsedBucketError      the account has the bucket, and keeps other things in it
├── UnusableKeyError     the alias leads to a key that can't encrypt
├── BadNameError         a name, alias or tag that the cloud would refuse
└── CloudRefusedError    the cloud refused or failed a call, or there are no credentials
"""


class BootstrapError(Exception):
    """Base of all of them; the message ends with what to do next."""


class WrongAccountError(BootstrapError):
    """The credentials are not those of the account that was asked for; raised before anything is looked up. Switch credentials."""


class ForeignBucketError(BootstrapError):
    """The bucket exists and the account may not see it: bucket names are global. Name another."""


class MisplacedBucketError(BootstrapError):
    """The bucket lies in another region, and buckets don't move. Name that region, or another bucket."""


class UsedBucketError(BootstrapError):
    """The bucket holds something else than states, whose old versions would be expired with them. Name another."""


class UnusableKeyError(BootstrapError):
    """The key behind the alias is disabled or about to be deleted. Mend it, or name another alias."""


class BadNameError(BootstrapError):
    """A given name breaks the cloud's rules; raised before any call. Write one that keeps them."""


class CloudRefusedError(BootstrapError):
    """A call failed in a way that says nothing about what exists. Repair the cause and run again."""
