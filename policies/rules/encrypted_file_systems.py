"""File systems that outlive a node are encrypted with a key whose policy the account writes itself."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, is_on, is_set, policy

EFS = "aws:efs/fileSystem:FileSystem"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
# FSx encrypts these always; a key of one's own is offered on each.
PERSISTENT_FSX_TYPES = frozenset(
    {
        "aws:fsx/ontapFileSystem:OntapFileSystem",
        "aws:fsx/openZfsFileSystem:OpenZfsFileSystem",
        "aws:fsx/windowsFileSystem:WindowsFileSystem",
    }
)
PERSISTENT = "PERSISTENT"


@policy("encrypted-file-systems", severity=Severity.HIGH)
def encrypted_file_systems(resource: Registration) -> Iterator[Violation]:
    """File systems are encrypted, and those that keep data name the key that does it.

    FSx encrypts at rest in any case. Without a key of its own a persistent file system takes the account's default key, whose policy
    nobody can change, so that access to data can be neither shared nor withdrawn. Scratch file systems take no key.
    """
    if resource.type == EFS and not is_on(resource.props.get("encrypted")):
        got = "nothing, which EFS takes for false" if resource.props.get("encrypted") is None else "false"
        yield Violation("encrypted", got, "true", "Set encrypted to true: it can't be changed later.")
    if _persistent(resource) and not is_set(resource.props, "kmsKeyId"):
        remedy = (
            "Pass a KMS key's ARN as kms_key_id (in a declaration of ours: `encryption: own_key`); "
            "who wants the account's default key softens this policy by --policy-pack-config."
        )
        yield Violation("kmsKeyId", "nothing, which means the account's default key", "a KMS key of the account's own", remedy)


def _persistent(resource: Registration) -> bool:
    """Lustre is scratch unless its deployment type says otherwise (FSx API, CreateFileSystemLustreConfiguration)."""
    if resource.type == LUSTRE:
        return str(resource.props.get("deploymentType") or "").startswith(PERSISTENT)
    return resource.type in PERSISTENT_FSX_TYPES
