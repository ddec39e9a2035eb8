import sys
from pathlib import Path

import pytest

from rehearsal.engine.choice import Engine, Origin
from rehearsal.engine.versions import Version
from rehearsal.session.environment import isolated, rehearsal_environment, scrubbed
from rehearsal.session.places import WorldPlaces

REAL = {
    "AWS_PROFILE": "production",
    "AWS_ACCESS_KEY_ID": "AKIAREAL",
    "AWS_SECRET_ACCESS_KEY": "real",
    "AWS_SESSION_TOKEN": "real",
    "AWS_WEB_IDENTITY_TOKEN_FILE": "/var/run/token",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.2/creds",
    "AWS_ENDPOINT_URL_S3": "https://real",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true",
    "AWS_CONFIG_FILE": "/home/me/.aws/config",
    "BOTO_CONFIG": "/etc/boto.cfg",
    "GOOGLE_APPLICATION_CREDENTIALS": "/home/me/key.json",
    "GOOGLE_OAUTH_ACCESS_TOKEN": "real",
    "CLOUDSDK_CORE_PROJECT": "production",
    "ARM_CLIENT_SECRET": "real",
    "KUBECONFIG": "/home/me/.kube/config",
    "PULUMI_ACCESS_TOKEN": "real",
    "PULUMI_BACKEND_URL": "s3://production-state",
    "PULUMI_CONFIG_PASSPHRASE_FILE": "/home/me/passphrase",
    "PULUMI_STACK": "production",
}
KEPT = {"HOME": "/home/me", "TERM": "xterm", "LANG": "C.UTF-8"}
ENDPOINT = "http://127.0.0.1:4566"


@pytest.fixture
def rehearsed_env(tmp_path: Path) -> dict[str, str]:
    engine = Engine(Path("/engine/pulumi"), Version(3, 274, 1), Origin.BUILT, Path("/engine/runner"))
    return rehearsal_environment(REAL | KEPT | {"PATH": "/usr/bin"}, ENDPOINT, WorldPlaces(tmp_path), engine)


def test_nothing_real_is_left() -> None:
    assert scrubbed(REAL | KEPT) == KEPT


@pytest.mark.parametrize("value", sorted(set(REAL.values()) - {"true"}))
def test_no_real_value_reaches_the_command(rehearsed_env: dict[str, str], value: str) -> None:
    assert value not in rehearsed_env.values()


def test_where_credentials_are_looked_for_next_leads_nowhere(rehearsed_env: dict[str, str]) -> None:
    assert rehearsed_env["AWS_CONFIG_FILE"] == rehearsed_env["AWS_SHARED_CREDENTIALS_FILE"] == "/dev/null"
    assert rehearsed_env["AWS_EC2_METADATA_DISABLED"] == "true"
    assert rehearsed_env["GCE_METADATA_HOST"].startswith("127.0.0.1:")


def test_all_that_the_command_needs(rehearsed_env: dict[str, str], tmp_path: Path) -> None:
    assert rehearsed_env["AWS_ENDPOINT_URL"] == rehearsed_env["GPUC_REHEARSAL_ENDPOINT"] == ENDPOINT
    assert rehearsed_env["PULUMI_BACKEND_URL"] == f"file://{tmp_path}/backend"
    assert rehearsed_env["PULUMI_IGNORE_AMBIENT_PLUGINS"] == "true"
    assert rehearsed_env["PATH"].split(":") == [str(Path(sys.executable).parent), "/engine", "/usr/bin"]
    assert rehearsed_env["HOME"] == "/home/me"


ELSEWHERE = (
    "VAULT_ADDR",
    "VAULT_TOKEN",
    "GITHUB_TOKEN",
    "HF_TOKEN",
    "NPM_CONFIG__AUTH_TOKEN",
    "WANDB_API_KEY",
    "DB_PASSWORD",
    "PGPASSWORD",
    "CLIENT_SECRET",
    "DOCKER_CREDENTIALS",
    "SSH_PRIVATE_KEY",
    "HTTP_PROXY",
    "https_proxy",
    "all_proxy",
)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_credentials_of_everything_else_and_proxies_stay_outside(name: str) -> None:
    assert scrubbed({name: "real"} | KEPT) == KEPT


def test_what_only_looks_a_little_like_a_credential_is_kept() -> None:
    plain = {"PATH": "/bin", "KEYBOARD": "us", "PYTHONPATH": "/p", "SSH_AUTH_SOCK": "/run/agent", "PROXY_DOCS": "x"}
    assert scrubbed(plain) == plain


def test_no_proxy_gets_the_calls_to_this_machine() -> None:
    env = isolated({"HTTP_PROXY": "http://me:secret@proxy:3128", "no_proxy": ".corp"})
    assert env["no_proxy"] == env["NO_PROXY"] == "127.0.0.1,localhost"
    assert "HTTP_PROXY" not in env


def test_the_world_itself_starts_without_real_credentials() -> None:
    env = isolated(REAL | KEPT)
    assert env["AWS_ACCESS_KEY_ID"] == "rehearsal"
    assert "AWS_PROFILE" not in env
