"""Every resource type the rehearsal's AWS provider knows, by its Pulumi token; one module per service."""

from collections.abc import Mapping

from rehearsal.shim.kind import Kind
from rehearsal.shim.kinds import ec2_compute, ec2_network, ec2_security, eks, fsx, iam, kms, logs, s3

KINDS: Mapping[str, Kind] = {
    **ec2_network.KINDS,
    **ec2_security.KINDS,
    **ec2_compute.KINDS,
    **s3.KINDS,
    **iam.KINDS,
    **logs.KINDS,
    **eks.KINDS,
    **fsx.KINDS,
    **kms.KINDS,
}
