"""The environment of a rehearsed command: no credential, profile or endpoint of a real cloud, and everything the engine needs."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from rehearsal.engine.choice import Engine
from rehearsal.session.places import WorldPlaces

# every variable by which a cloud's tools, SDKs or Terraform-style providers learn who and where they are, or the engine learns what to do
SCRUBBED_PREFIXES = (
    "AWS_",
    "AMAZON_",
    "BOTO",
    "GOOGLE_",
    "GCLOUD_",
    "GCE_",
    "GCP_",
    "CLOUDSDK_",
    "AZURE_",
    "ARM_",
    "PULUMI_",
    "MOTO_",
    "TF_",
    "NEBIUS_",
    "OCI_",
    "VAULT_",
    "CONSUL_",
)
# what credentials of all others are called, anywhere in a name; rather one variable too many, for a rehearsed command needs none of them
SCRUBBED_PARTS = (
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "API_KEY",
    "APIKEY",
    "ACCESS_KEY",
    "PRIVATE_KEY",
)
SCRUBBED_ENDING = "_PROXY"  # leads away from this machine, and its address often holds a password
ENDPOINT = "GPUC_REHEARSAL_ENDPOINT"
SCRUBBED_NAMES = frozenset({"KUBECONFIG", ENDPOINT, "GPUC_REHEARSAL_PYTHON", "ECS_CONTAINER_METADATA_URI"})
DUMMY_CREDENTIAL = "rehearsal"
PASSPHRASE = "rehearsal"
LOOPBACK = ("127.0.0.1", "localhost")


def scrubbed(environ: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without anything that could lead to a real cloud or be a credential there or elsewhere."""
    return {name: value for name, value in environ.items() if not is_scrubbed(name)}


def is_scrubbed(name: str) -> bool:
    """Whether a variable is kept from a rehearsed command, by its name in any case of letters."""
    upper = name.upper()
    by_name = upper in SCRUBBED_NAMES or upper.startswith(SCRUBBED_PREFIXES) or upper.endswith(SCRUBBED_ENDING)
    return by_name or any(part in upper for part in SCRUBBED_PARTS)


def isolated(environ: Mapping[str, str]) -> dict[str, str]:
    """Scrubbed, and the files and metadata services where credentials are looked for next are led nowhere."""
    exempt = ",".join(LOOPBACK)  # a system's own proxy settings must not get the calls to this machine
    return scrubbed(environ) | {
        "no_proxy": exempt,
        "NO_PROXY": exempt,
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_ACCESS_KEY_ID": DUMMY_CREDENTIAL,
        "AWS_SECRET_ACCESS_KEY": DUMMY_CREDENTIAL,
        "CLOUDSDK_CONFIG": os.devnull,
        "GOOGLE_APPLICATION_CREDENTIALS": os.devnull,
        "GCE_METADATA_HOST": "127.0.0.1:9",  # the discard port: refuses at once
        "KUBECONFIG": os.devnull,
    }


def rehearsal_environment(environ: Mapping[str, str], endpoint: str, world: WorldPlaces, engine: Engine) -> dict[str, str]:
    """Everything that a command needs to reach this world, and only it."""
    path = (str(Path(sys.executable).parent), str(engine.binary.parent), environ.get("PATH", os.defpath))
    return isolated(environ) | {
        ENDPOINT: endpoint,
        "GPUC_REHEARSAL_PYTHON": sys.executable,
        "AWS_ENDPOINT_URL": endpoint,
        "PATH": os.pathsep.join(path),
        "PULUMI_HOME": str(world.pulumi_home),
        "PULUMI_BACKEND_URL": f"file://{world.backend}",
        "PULUMI_CONFIG_PASSPHRASE": PASSPHRASE,
        "PULUMI_IGNORE_AMBIENT_PLUGINS": "true",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
        "PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS": "true",
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
    }
