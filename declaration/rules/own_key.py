"""Keys of the account's default where the policy pack asks for one of its own."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration, Encryption
from declaration.problems import Level, Problem
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre, ScratchDeployment


@rule("own-key")
def own_key(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A control plane or a file system that keeps data, under `encryption: account_default`, is warned of: `gpuc up` refuses it.

    The program builds it all the same, for whoever softens the policies. Source: policies/rules/encrypted_secrets.py and
    encrypted_file_systems.py, which are mandatory unless configured otherwise.
    """
    if cluster.encryption is not Encryption.ACCOUNT_DEFAULT:
        return
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    is_kept = isinstance(scratch, FsxLustre) and scratch.deployment is ScratchDeployment.PERSISTENT_2
    policies = {"encrypted-secrets": cluster.control_plane is not None, "encrypted-file-systems": is_kept}
    refusing = [name for name, refuses in policies.items() if refuses]
    if refusing:
        yield problem(
            "encryption",
            cluster.encryption.value,
            f"own_key under the policy pack's {' and '.join(refusing)}",
            "encryption is {value}; `gpuc up` refuses that, since it must be {limit}",
            "write encryption: own_key, or leave it out; or soften the policies: gpuc up … -- --policy-pack-config <file>",
            level=Level.WARNING,
        )
