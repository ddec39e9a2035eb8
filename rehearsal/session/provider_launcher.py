"""The plugin process that the engine starts: asks the world to serve a provider for it, prints the port, and waits.

It runs without site-packages, so that a provider starts in hundredths of a second; the provider itself lives in the world, warm.
"""

import os
import signal
import socket
import sys
import time

PARENT_CHECK_SECONDS = 0.2
ANSWER_SECONDS = 30.0


class NoRehearsalError(Exception):
    """The world cannot be asked for a provider; the message says what to do."""


def loopback_address(endpoint: str) -> tuple[str, int]:
    """Host and port of the world; anything but this machine is refused."""
    host, _, port = endpoint.removeprefix("http://").rstrip("/").rpartition(":")
    if not endpoint.startswith("http://127.0.0.1:") or not port.isdigit():
        raise NoRehearsalError(
            f"GPUC_REHEARSAL_ENDPOINT={endpoint!r} is not a port of this machine: run the command with `gpuc rehearse -- …`."
        )
    return host, int(port)


def provider_port(endpoint: str, pid: int) -> int:
    """The port of a fresh provider in the world, which ends it when process `pid` is gone."""
    body = b'{"pid": %d}' % pid
    head = b"POST /_world/providers HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    try:
        with socket.create_connection(loopback_address(endpoint), timeout=ANSWER_SECONDS) as connection:
            connection.sendall(head + body)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
    except OSError as error:
        raise NoRehearsalError(
            f"The rehearsal cloud at {endpoint} does not answer ({error}): run the command with `gpuc rehearse -- …`."
        ) from error
    status, _, content = answer.partition(b"\r\n\r\n")
    digits = content.partition(b'"port":')[2].partition(b"}")[0].strip()  # the body may come in chunks: their sizes stand around it
    if not digits.isdigit():
        raise NoRehearsalError(f"The rehearsal cloud gave no provider: {status[:60]!r} {content[:300]!r}. See `gpuc rehearse --status`.")
    return int(digits)


def main() -> int:
    """Print the port and live until the engine is gone, so that the world can tell."""
    # the engine ends a plugin with SIGINT and waits for it; a terminal's Ctrl-C reaches the engine alone, for a plugin leads its own group
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    engine = os.getppid()
    try:
        port = provider_port(os.environ.get("GPUC_REHEARSAL_ENDPOINT", ""), os.getpid())
    except NoRehearsalError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    while os.getppid() == engine:
        time.sleep(PARENT_CHECK_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
