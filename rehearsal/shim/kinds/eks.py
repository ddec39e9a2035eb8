"""EKS: clusters, managed node groups, add-ons and access entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Props, Reading, Setter, Text, When, sets
from rehearsal.shim.kinds.tagging import arn_tags

_CLUSTER: Props = {"name": "$name"}
_GROUP: Props = {"clusterName": "$clusterName", "nodegroupName": "$nodeGroupName"}
_ADDON: Props = {"clusterName": "$clusterName", "addonName": "$addonName"}
_ENTRY: Props = {"clusterName": "$clusterName", "principalArn": "$principalArn"}
_LOG_TYPES = ("api", "audit", "authenticator", "controllerManager", "scheduler")


def _cluster_config(name: str, member: str = "") -> Setter:
    """One part of a cluster's configuration: the API changes one part per call."""
    return sets(name, Call("UpdateClusterConfig", {**_CLUSTER, member or name: f"${name}"}))


def _cluster_network(change: Change) -> Iterator[Call]:
    """Endpoint access and subnets are two calls, as the API refuses both at once."""
    olds, news = change.olds.get("vpcConfig") or {}, change.news.get("vpcConfig") or {}
    for names in (("endpointPrivateAccess", "endpointPublicAccess", "publicAccessCidrs"), ("subnetIds", "securityGroupIds")):
        if any(olds.get(name) != news.get(name) for name in names):
            yield Call("UpdateClusterConfig", {**_CLUSTER, "resourcesVpcConfig": {name: f"$vpcConfig.{name}" for name in names}})


def _cluster_logging(change: Change) -> Iterator[Call]:
    """Log types that are wanted are switched on, the others off."""
    wanted = change.news.get("enabledClusterLogTypes") or []
    switches = [{"types": wanted, "enabled": True}, {"types": [kind for kind in _LOG_TYPES if kind not in wanted], "enabled": False}]
    yield Call("UpdateClusterConfig", {**_CLUSTER, "logging": {"clusterLogging": [switch for switch in switches if switch["types"]]}})


def _labels(change: Change) -> Iterator[Call]:
    """Labels that are new or other are set, those that are gone removed."""
    olds, news = change.olds.get("labels") or {}, change.news.get("labels") or {}
    gone = [key for key in olds if key not in news] or None
    yield Call("UpdateNodegroupConfig", {**_GROUP, "labels": {"addOrUpdateLabels": "$labels" if news else None, "removeLabels": gone}})


def _taints(change: Change) -> Iterator[Call]:
    """Taints that are new or other are set, those that are gone removed."""
    moved = {"addOrUpdateTaints": change.added("taints") or None, "removeTaints": change.removed("taints") or None}
    yield Call("UpdateNodegroupConfig", {**_GROUP, "taints": moved})


def _group_version(change: Change) -> Iterator[Call]:
    """A rolling update: the template always goes along, versions only where they changed, as in the real provider."""
    changed = {name: f"${name}" for name in ("version", "releaseVersion") if change.olds.get(name) != change.news.get(name)}
    arguments = {**_GROUP, **changed, "launchTemplate": "$launchTemplate", "force": "$forceUpdateVersion"}
    yield Call("UpdateNodegroupVersion", arguments)


KINDS: Mapping[str, Kind] = {
    "aws:eks/cluster:Cluster": Kind(
        service="eks",
        label="EKS Cluster",
        schema="AWS::EKS::Cluster",
        takes="name roleArn version vpcConfig accessConfig bootstrapSelfManagedAddons computeConfig controlPlaneScalingConfig"
        " deletionProtection enabledClusterLogTypes encryptionConfig kubernetesNetworkConfig remoteNetworkConfig storageConfig"
        " upgradePolicy zonalShiftConfig tags",
        create=Call(
            "CreateCluster",
            {
                "logging": When("enabledClusterLogTypes", {"clusterLogging": [{"types": "$enabledClusterLogTypes", "enabled": True}]}),
            },
        ),
        id=Text("$name"),
        read=Reading("DescribeCluster", _CLUSTER, "cluster"),
        delete=(Call("DeleteCluster", _CLUSTER),),
        aliases={"vpcConfig": "resourcesVpcConfig"},
        reads={"enabledClusterLogTypes": "logging.clusterLogging[?enabled].types[]"},
        outputs={
            "arn": "arn",
            "endpoint": "endpoint",
            "status": "status",
            "platformVersion": "platformVersion",
            "createdAt": "createdAt",
            "certificateAuthority": "{data: certificateAuthority.data}",
            "identities": "[{oidcs: [{issuer: identity.oidc.issuer}]}]",
        },
        setters=(
            sets("version", Call("UpdateClusterVersion", {**_CLUSTER, "version": "$version"})),
            Setter(("vpcConfig",), _cluster_network),
            Setter(("enabledClusterLogTypes",), _cluster_logging),
            sets(
                "accessConfig",
                Call("UpdateClusterConfig", {**_CLUSTER, "accessConfig": {"authenticationMode": "$accessConfig.authenticationMode"}}),
            ),
            *map(
                _cluster_config,
                ("computeConfig", "controlPlaneScalingConfig", "deletionProtection", "remoteNetworkConfig", "storageConfig"),
            ),
            *map(_cluster_config, ("kubernetesNetworkConfig", "upgradePolicy", "zonalShiftConfig")),
            arn_tags(),
        ),
        name="name",
        name_limit=100,
        write_only=frozenset({"bootstrapSelfManagedAddons"}),
        singles=frozenset({"encryptionConfig"}),
        defaults={"bootstrapSelfManagedAddons": True},
        computed=frozenset(
            {
                "vpcConfig.clusterSecurityGroupId",
                "vpcConfig.vpcId",
                "version",
                "accessConfig",
                "computeConfig",
                "controlPlaneScalingConfig",
                "deletionProtection",
                "kubernetesNetworkConfig",
                "storageConfig",
                "upgradePolicy",
            }
        ),
        progress=Reading("DescribeUpdate", {"name": "$name", "updateId": "$updateId"}, "update"),
        created="cluster_active",
        deleted="cluster_deleted",
        waits_for=_CLUSTER,
        broken=("FAILED",),
        issues="health.issues",
    ),
    "aws:eks/nodeGroup:NodeGroup": Kind(
        service="eks",
        label="EKS Node Group",
        schema="AWS::EKS::Nodegroup",
        takes="clusterName nodeGroupName nodeGroupNamePrefix nodeRoleArn subnetIds scalingConfig amiType capacityType diskSize"
        " forceUpdateVersion instanceTypes labels launchTemplate nodeRepairConfig releaseVersion remoteAccess"
        " taints updateConfig version warmPoolConfig tags",
        create=Call("CreateNodegroup"),
        id=Text("$clusterName:$nodeGroupName"),
        read=Reading("DescribeNodegroup", _GROUP, "nodegroup"),
        delete=(Call("DeleteNodegroup", _GROUP),),
        aliases={"nodeRoleArn": "nodeRole", "subnetIds": "subnets"},
        outputs={
            "arn": "nodegroupArn",
            "status": "status",
            "resources": "[{autoscalingGroups: resources.autoScalingGroups[].{name: name},"
            " remoteAccessSecurityGroupId: resources.remoteAccessSecurityGroup || ''}]",
        },
        setters=(
            *(
                sets(name, Call("UpdateNodegroupConfig", {**_GROUP, name: f"${name}"}))
                for name in ("scalingConfig", "updateConfig", "nodeRepairConfig", "warmPoolConfig")
            ),
            Setter(("labels",), _labels),
            Setter(("taints",), _taints),
            Setter(("version", "releaseVersion", "launchTemplate"), _group_version),
            arn_tags(),
        ),
        name="nodeGroupName",
        name_prefix="nodeGroupNamePrefix",
        name_limit=63,
        local=frozenset({"nodeGroupNamePrefix", "forceUpdateVersion"}),
        computed=frozenset(
            {
                "launchTemplate.id",
                "launchTemplate.name",
                "amiType",
                "capacityType",
                "diskSize",
                "instanceTypes",
                "nodeRepairConfig",
                "releaseVersion",
                "updateConfig",
                "version",
            }
        ),
        progress=Reading("DescribeUpdate", {"name": "$clusterName", "nodegroupName": "$nodeGroupName", "updateId": "$updateId"}, "update"),
        created="nodegroup_active",
        deleted="nodegroup_deleted",
        waits_for=_GROUP,
        broken=("CREATE_FAILED",),
        issues="health.issues",
    ),
    "aws:eks/addon:Addon": Kind(
        service="eks",
        label="EKS Add-On",
        schema="AWS::EKS::Addon",
        takes="addonName clusterName addonVersion configurationValues serviceAccountRoleArn podIdentityAssociations"
        " resolveConflictsOnCreate resolveConflictsOnUpdate preserve tags",
        create=Call("CreateAddon", {"resolveConflicts": "$resolveConflictsOnCreate"}),
        id=Text("$clusterName:$addonName"),
        read=Reading("DescribeAddon", _ADDON, "addon"),
        delete=(Call("DeleteAddon", {**_ADDON, "preserve": "$preserve"}),),
        outputs={"arn": "addonArn", "createdAt": "createdAt", "modifiedAt": "modifiedAt"},
        setters=(
            sets(
                "addonVersion configurationValues serviceAccountRoleArn podIdentityAssociations",
                Call(
                    "UpdateAddon",
                    {
                        **_ADDON,
                        "addonVersion": "$addonVersion",
                        "configurationValues": "$configurationValues",
                        "serviceAccountRoleArn": "$serviceAccountRoleArn",
                        "podIdentityAssociations": "$podIdentityAssociations",
                        "resolveConflicts": "$resolveConflictsOnUpdate",
                    },
                ),
            ),
            arn_tags(),
        ),
        local=frozenset({"resolveConflictsOnCreate", "resolveConflictsOnUpdate", "preserve"}),
        write_only=frozenset({"podIdentityAssociations"}),
        computed=frozenset({"addonVersion", "configurationValues"}),
        moving=frozenset({"modifiedAt"}),
        patience=("DEGRADED",),  # coredns is, until there are nodes
        progress=Reading("DescribeUpdate", {"name": "$clusterName", "addonName": "$addonName", "updateId": "$updateId"}, "update"),
        created="addon_active",
        deleted="addon_deleted",
        waits_for=_ADDON,
        broken=("CREATE_FAILED",),
        issues="health.issues",
    ),
    "aws:eks/accessEntry:AccessEntry": Kind(
        service="eks",
        label="EKS Access Entry",
        schema="AWS::EKS::AccessEntry",
        takes="clusterName principalArn kubernetesGroups type userName tags",
        create=Call("CreateAccessEntry"),
        id=Text("$clusterName:$principalArn"),
        read=Reading("DescribeAccessEntry", _ENTRY, "accessEntry"),
        delete=(Call("DeleteAccessEntry", _ENTRY),),
        outputs={"accessEntryArn": "accessEntryArn", "createdAt": "createdAt", "modifiedAt": "modifiedAt"},
        moving=frozenset({"modifiedAt"}),
        setters=(
            sets(
                "kubernetesGroups userName",
                Call("UpdateAccessEntry", {**_ENTRY, "kubernetesGroups": "$kubernetesGroups", "username": "$userName"}),
            ),
            arn_tags("$accessEntryArn"),
        ),
        defaults={"type": "STANDARD"},
        computed=frozenset({"kubernetesGroups", "userName"}),
    ),
    "aws:eks/accessPolicyAssociation:AccessPolicyAssociation": Kind(
        service="eks",
        label="EKS Access Policy Association",
        schema="",
        takes="clusterName principalArn policyArn accessScope",
        create=Call("AssociateAccessPolicy"),
        id=Text("$clusterName#$principalArn#$policyArn"),
        read=Reading("ListAssociatedAccessPolicies", _ENTRY, "associatedAccessPolicies[?policyArn=='$policyArn'] | [0]"),
        delete=(Call("DisassociateAccessPolicy", {**_ENTRY, "policyArn": "$policyArn"}),),
        outputs={"associatedAt": "associatedAt", "modifiedAt": "modifiedAt"},
        write_only=frozenset({"clusterName", "principalArn"}),
    ),
}
