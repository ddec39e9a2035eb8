"""Instance metadata by session tokens only."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, mapping, policy

# The types of pulumi-aws 7 that start instances and take `metadataOptions`.
INSTANCE_TYPES = frozenset(
    {
        "aws:ec2/instance:Instance",
        "aws:ec2/launchConfiguration:LaunchConfiguration",
        "aws:ec2/launchTemplate:LaunchTemplate",
        "aws:ec2/spotInstanceRequest:SpotInstanceRequest",
    }
)

# One hop reaches the host, two a container on it; more leads out of the machine (AWS, "Configure the Instance Metadata Service options").
MAX_HOPS = 2


@policy("imds-v2", severity=Severity.CRITICAL)
def imds_v2(resource: Registration) -> Iterator[Violation]:
    """Instances answer metadata requests only with a session token (IMDSv2), at most two hops away.

    Without a token, any request that a workload can be made to send reads the node role's credentials.
    A disabled endpoint answers nobody and passes.
    """
    if resource.type not in INSTANCE_TYPES:
        return
    options = mapping(resource.props.get("metadataOptions"))
    if options.get("httpEndpoint") == "disabled":
        return
    tokens = options.get("httpTokens")
    if tokens != "required":
        got = "nothing, which leaves it to the image and the account" if tokens is None else repr(str(tokens))
        yield Violation("metadataOptions.httpTokens", got, "'required'", "Set metadata_options http_tokens to 'required'.")
    hops = options.get("httpPutResponseHopLimit")
    if isinstance(hops, int | float) and hops > MAX_HOPS:
        path, remedy = (
            "metadataOptions.httpPutResponseHopLimit",
            "Lower http_put_response_hop_limit to 2, or to 1 where no container asks for metadata.",
        )
        yield Violation(path, f"{hops:g}", f"at most {MAX_HOPS}", remedy)
