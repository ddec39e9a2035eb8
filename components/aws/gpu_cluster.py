"""The root of every stack: makes the parts that the declaration names, each on top of those before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi import ComponentResource, Input, Output, ResourceOptions

from catalog.loading import Catalog
from components.aws.addons import ClusterAddons, ClusterAddonsArgs
from components.aws.checkpoint_store import CheckpointStore, CheckpointStoreArgs
from components.aws.eks_control_plane import EksControlPlane, EksControlPlaneArgs
from components.aws.encryption_key import EncryptionKey, EncryptionKeyArgs
from components.aws.gpu_pool import GpuPool, GpuPoolArgs, pool_facts
from components.aws.ground import Ground, base_ground, own_ground
from components.aws.node_role import NodeRole, NodeRoleArgs
from components.aws.scratch_clients import ScratchClients, ScratchClientsArgs
from components.aws.scratch_file_system import ScratchFileSystem, ScratchFileSystemArgs, ScratchMount
from components.naming import Naming
from declaration.base_outputs import BaseOutputs
from declaration.cluster import ClusterDeclaration, EksControlPlaneDeclaration, Encryption
from declaration.network import BaseNetwork
from declaration.pools import Pool, Purpose
from declaration.scratch import BaseScratch, FsxLustre
from planning.groups import plan_groups


@dataclass(frozen=True)
class GpuClusterArgs:
    """What a stack is made from."""

    cluster: ClusterDeclaration
    """A declaration that all rules accept."""
    catalog: Catalog
    """Facts about the machines that it names."""
    bases: Mapping[str, BaseOutputs] = field(default_factory=dict)
    """Outputs of the base stacks that it names, by stack name; source: components.aws.base_reference.read_bases, default: none."""


class GpuCluster(ComponentResource):
    """A base (network, fabric, key, scratch, checkpoints), a cluster on a base, or both in one, as the declaration says.

    `base` and `summary` are what the stack exports; each is None where the stack makes no such part.
    """

    base: Output[dict[str, object]] | None
    summary: Output[dict[str, object]] | None

    def __init__(self, args: GpuClusterArgs, opts: ResourceOptions | None = None) -> None:
        self._cluster, self._bases, self._naming = args.cluster, args.bases, Naming.of(args.cluster)
        self._plans = {pool.name: plan_groups(args.cluster, pool, args.catalog.machines[pool.machine]) for pool in args.cluster.pools}
        super().__init__("gpu-clusters:index:GpuCluster", args.cluster.name, self._facts(), opts)
        self._own = ResourceOptions(parent=self)
        self.base = self.summary = None
        self._kms_key_arn = self._key()
        bucket = self._checkpoints()
        ground = self._ground()
        scratch = self._scratch(ground)
        if ground is not None and not isinstance(args.cluster.network, BaseNetwork):
            self.base = self._base_outputs(ground, scratch, bucket)
        if args.cluster.control_plane is not None:
            self.summary = self._kubernetes(args.cluster.control_plane, ground, scratch, bucket)
        self.register_outputs({"base": self.base, "cluster": self.summary})

    def _facts(self) -> dict[str, Input[object]]:
        """Register what policies judge a cluster by."""
        cluster = self._cluster
        return {
            "name": cluster.name,
            "account": cluster.account,
            "region": cluster.region,
            "zone": cluster.zone,
            "encryption": cluster.encryption.value,
            "expires_at": cluster.expires_at.isoformat() if cluster.expires_at is not None else None,
            "pools": [pool_facts(pool, self._plans[pool.name]) for pool in cluster.pools],
        }

    def _key(self) -> Input[str] | None:
        """Make the encryption key, or take that of the network's base stack; None where the account's own keys are to do."""
        cluster = self._cluster
        if cluster.encryption is Encryption.ACCOUNT_DEFAULT:
            return None
        if isinstance(cluster.network, BaseNetwork):
            kept = self._base_named(cluster.network.from_stack).kms_key_arn
            if kept is not None:
                return kept
        return EncryptionKey(EncryptionKeyArgs(self._naming, cluster.account, cluster.region), self._own).arn

    def _checkpoints(self) -> Input[str] | None:
        """Make the checkpoint store, or take the base stack's; None where the declaration names none."""
        declared = self._cluster.storage.checkpoints if self._cluster.storage is not None else None
        if declared is None:
            return None
        if declared.from_stack is not None:
            return self._base_named(declared.from_stack).checkpoint_bucket
        store_args = CheckpointStoreArgs(self._naming, self._cluster.account, self._cluster.region, declared.adopt)
        return CheckpointStore(store_args, self._own).bucket

    def _base_named(self, stack: str) -> BaseOutputs:
        """Return a base stack's outputs; raises pulumi.RunError where the caller did not read them."""
        if stack not in self._bases:
            raise pulumi.RunError(f"base stack {stack} was not read: give GpuClusterArgs(bases=await read_bases(cluster))")
        return self._bases[stack]

    def _ground(self) -> Ground | None:
        """Make network and fabric, or take them; None where the declaration names no network."""
        declared = self._cluster.network
        if declared is None:
            return None
        if isinstance(declared, BaseNetwork):
            return base_ground(self._base_named(declared.from_stack))
        return own_ground(self._cluster, declared, self._kms_key_arn, self._own)

    def _declared_scratch(self) -> FsxLustre | BaseScratch | None:
        return self._cluster.storage.scratch if self._cluster.storage is not None else None

    def _scratch(self, ground: Ground | None) -> ScratchMount | None:
        """Make the scratch file system, or take a base stack's; None where the declaration names none."""
        declared = self._declared_scratch()
        if declared is None:
            return None
        if isinstance(declared, BaseScratch):
            kept = self._base_named(declared.from_stack).scratch
            if kept is None:
                raise pulumi.RunError(f"base stack {declared.from_stack} keeps no scratch file system: leave storage.scratch out")
            return ScratchMount(kept.id, kept.dns_name, kept.mount_name, kept.security_group_id)
        if ground is None:
            raise pulumi.RunError("storage.scratch stands in no network: declare network, or take a base stack's: {from_stack}")
        args = ScratchFileSystemArgs(
            naming=self._naming,
            declared=declared,
            vpc_id=ground.vpc_id,
            subnet_id=ground.gpu_subnet_id,
            fabric_security_group_id=ground.fabric_security_group_id,
            fabric_rules=ground.fabric_rules,
            kms_key_arn=self._kms_key_arn,
        )
        return ScratchFileSystem(args, self._own).mount

    def _base_outputs(self, ground: Ground, scratch: ScratchMount | None, bucket: Input[str] | None) -> Output[dict[str, object]]:
        """Give other stacks what they need of this one, in the versioned form that they check."""
        fields: dict[str, object] = {
            "name": self._cluster.name,
            "account": self._cluster.account,
            "region": self._cluster.region,
            "zone": self._cluster.zone,
            "vpc_id": ground.vpc_id,
            "gpu_subnet_id": ground.gpu_subnet_id,
            "control_plane_subnet_ids": ground.control_plane_subnet_ids,
            "fabric_security_group_id": ground.fabric_security_group_id,
            "checkpoint_bucket": bucket,
            "scratch": vars(scratch) if scratch is not None else None,
            "kms_key_arn": self._kms_key_arn,
        }
        return Output.all(**fields).apply(lambda known: BaseOutputs.model_validate(known).model_dump(mode="json"))

    def _kubernetes(
        self, declared: EksControlPlaneDeclaration, ground: Ground | None, scratch: ScratchMount | None, bucket: Input[str] | None
    ) -> Output[dict[str, object]]:
        """Make control plane, pools and add-ons, in the order in which nodes can become ready."""
        if ground is None:
            raise pulumi.RunError(
                "control_plane stands on no network: declare network.cidr, or network.from_stack with the name of a base stack"
            )
        control_plane_args = EksControlPlaneArgs(self._naming, declared, ground.control_plane_subnet_ids, self._kms_key_arn)
        control_plane = EksControlPlane(control_plane_args, self._own)
        if scratch is not None:
            clients = ScratchClientsArgs(self._naming, scratch.security_group_id, control_plane.cluster_security_group_id)
            ScratchClients(clients, self._own)
        role = NodeRole(NodeRoleArgs(self._naming, bucket), self._own)
        pools = [self._pool(pool, ground, control_plane, role) for pool in self._cluster.pools]
        system = [pool for pool in pools if pool.purpose is Purpose.SYSTEM]
        after = [group for pool in system for group in pool.node_groups]
        ClusterAddons(ClusterAddonsArgs(self._naming, control_plane.cluster_name, after), self._own)
        return self._summary(control_plane, pools, scratch)

    def _pool(self, pool: Pool, ground: Ground, control_plane: EksControlPlane, role: NodeRole) -> GpuPool:
        storage = self._cluster.storage
        args = GpuPoolArgs(
            naming=self._naming,
            pool=pool,
            plans=self._plans[pool.name],
            cluster_name=control_plane.cluster_name,
            cluster_security_group_id=control_plane.cluster_security_group_id,
            fabric_security_group_id=ground.fabric_security_group_id,
            subnet_id=ground.gpu_subnet_id,
            node_role_arn=role.arn,
            node_cache=storage is not None and storage.node_cache is not None,
            join=control_plane.join,
            kms_key_arn=self._kms_key_arn,
            before=[*ground.ways_out, *control_plane.ready_for_nodes, *role.ready],
        )
        return GpuPool(args, self._own)

    def _summary(self, control_plane: EksControlPlane, pools: Sequence[GpuPool], scratch: ScratchMount | None) -> Output[dict[str, object]]:
        """Say what stands, and how its user gets in."""
        fields: dict[str, Input[object]] = {
            "name": control_plane.cluster_name,
            "endpoint": control_plane.endpoint,
            "pools": [pool.name for pool in self._cluster.pools],
            "node_groups": [group.node_group_name for pool in pools for group in pool.node_groups],
            "next": f"aws eks update-kubeconfig --region {self._cluster.region} --name {self._cluster.name}",
        }
        declared = self._declared_scratch()
        if scratch is not None and declared is not None:
            fields["scratch"] = scratch.how_to_mount(declared.mount_path)
        return Output.all(**fields)
