"""The provider's own configuration: region, allowed accounts, default tags; and what its change means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from rehearsal.shim.cloud import Clients, Cloud, CloudError
from rehearsal.shim.kind import Props, Value
from rehearsal.shim.wire import has_unknown


class SettingsError(ValueError):
    """The configuration does not fit the account or the region; the program's `aws.Provider` has to change."""


@dataclass(frozen=True)
class Settings:
    """What `Configure` gave to one provider object."""

    region: str
    default_tags: Mapping[str, str] = field(default_factory=dict)
    allowed_accounts: tuple[str, ...] = ()
    forbidden_accounts: tuple[str, ...] = ()

    @classmethod
    def of(cls, raw: Props) -> Settings:
        """Reads the configuration; the engine sends nested values as JSON texts."""
        values = {key: _opened(value) for key, value in raw.items()}
        tags = values.get("defaultTags") or {}
        return cls(
            region=str(values.get("region") or ""),
            default_tags=dict(tags.get("tags") or {}) if isinstance(tags, Mapping) else {},
            allowed_accounts=tuple(values.get("allowedAccountIds") or ()),
            forbidden_accounts=tuple(values.get("forbiddenAccountIds") or ()),
        )

    def verify(self, clients: Clients, cloud: Cloud) -> str:
        """The account of the credentials; raises SettingsError, in the real provider's words, where region or account will not do."""
        if not self.region:
            raise SettingsError("missing region configuration: set `region` on the aws.Provider")
        if self.region not in clients.regions():
            raise SettingsError(f"invalid AWS Region: {self.region}")
        try:
            account = str(cloud.send("sts", self.region, "GetCallerIdentity", {})["Account"])
        except CloudError as problem:
            raise SettingsError(f"unable to validate AWS credentials: {problem}") from problem
        if (self.allowed_accounts and account not in self.allowed_accounts) or account in self.forbidden_accounts:
            raise SettingsError(f"AWS account ID not allowed: {account}")
        return account

    def merged_tags(self, own: Value) -> Value:
        """Default tags under the resource's own; a map that is not known yet stays as it is."""
        if own is not None and not isinstance(own, Mapping):
            return own
        return {**self.default_tags, **(own or {})} or None


def _opened(value: Value) -> Value:
    """A nested value out of its JSON text; other texts, and unknowns, stay."""
    if isinstance(value, str) and value[:1] in ("{", "[") and not has_unknown(value):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
