"""What other services refuse of the keys that they are told to encrypt with; FSx and the launcher look for theirs themselves."""

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.kms.keys import usable_key
from rehearsal.world.registry import answers, guards
from rehearsal.world.untyped import Untyped


@guards("logs", "CreateLogGroup", "AssociateKmsKey")
def log_group_key(call: Call) -> None:
    """The key of a log group is usable, and its policy lets CloudWatch Logs use it (CloudWatch Logs user guide, encrypt log data)."""
    reference = call.params.get("kmsKeyId")
    if reference is None:
        return
    key = usable_key(call.state, call.region, reference)
    if key is None:
        raise Refusal("InvalidParameterException", f"The specified KMS key '{reference}' does not exist or is disabled.")
    if not any(principal in str(key.policy) for principal in (f"logs.{call.region}.amazonaws.com", "logs.amazonaws.com")):
        group = call.arn(f"log-group:{call.params.get('logGroupName', '')}")
        raise Refusal("AccessDeniedException", f"The specified KMS key does not exist or is not allowed to be used with LogGroup '{group}'")


def find_log_group(call: Call) -> Untyped:
    """Moto's log group that a call names."""
    name = call.params.get("logGroupName", "")
    group = call.backend().groups.get(name)
    if group is None:
        raise Refusal("ResourceNotFoundException", "The specified log group does not exist.")
    return group


@answers("logs", "AssociateKmsKey")
def associate(call: Call) -> Untyped:
    """From now on the group is encrypted with the key."""
    find_log_group(call).kms_key_id = call.params["kmsKeyId"]
    return {}


@answers("logs", "DisassociateKmsKey")
def disassociate(call: Call) -> Untyped:
    """From now on the group is encrypted with the service's own key."""
    find_log_group(call).kms_key_id = None
    return {}


@guards("eks", "CreateCluster")
def cluster_key(call: Call) -> None:
    """The key that encrypts a cluster's secrets is usable, symmetric and named by ARN."""
    for config in call.params.get("encryptionConfig") or ():
        arn = (config.get("provider") or {}).get("keyArn", "")
        key = usable_key(call.state, call.region, arn) if arn.startswith("arn:") else None
        if key is None or key.key_spec != "SYMMETRIC_DEFAULT":
            raise Refusal("InvalidParameterException", f"The keyArn in encryptionConfig provider is invalid: {arn}")
        if config.get("resources") != ["secrets"]:
            raise Refusal("InvalidParameterException", "The resources in encryptionConfig must be secrets")
