"""Secrets of Kubernetes are encrypted with a KMS key before they are stored."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, is_set, items, mapping, policy

CLUSTER = "aws:eks/cluster:Cluster"


@policy("encrypted-secrets", severity=Severity.HIGH)
def encrypted_secrets(resource: Registration) -> Iterator[Violation]:
    """An EKS cluster encrypts its secrets with a KMS key of the account's own.

    EKS encrypts its database anyway, with a key of AWS that the account can't withdraw (EKS User Guide, envelope encryption).
    """
    if resource.type != CLUSTER:
        return
    # A single object stands for a list of one: the SDK sends it so.
    configured = next(iter(items(resource.props.get("encryptionConfig"))), None)
    if configured is None:
        remedy = (
            "Set encryption_config with resources ['secrets'] and a KMS key's ARN (in a declaration of ours: `encryption: own_key`); "
            "who wants the key that AWS keeps softens this policy by --policy-pack-config."
        )
        yield Violation("encryptionConfig", "nothing", "a KMS key for the resource 'secrets'", remedy)
        return
    kinds = [str(kind) for kind in items(mapping(configured).get("resources"))]
    if "secrets" not in kinds:
        yield Violation("encryptionConfig.resources", f"[{', '.join(kinds)}]", "['secrets']", "Add 'secrets' to the resources.")
    if not is_set(mapping(mapping(configured).get("provider")), "keyArn"):
        yield Violation("encryptionConfig.provider.keyArn", "nothing", "a KMS key's ARN", "Pass the key's ARN as provider key_arn.")
