#!/bin/sh
# Makes .venv from requirements.lock, once: a second run compares one file and is done. Needs nothing but Python 3.11 or newer with venv.
set -eu
cd "$(dirname "$0")/.."

fail() {
    printf '%s\n' "$1" >&2
    exit 1
}

python=
for name in ${PYTHON:-python3.11 python3.12 python3.13 python3.14 python3}; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
[ -n "$python" ] || fail 'No Python 3.11 or newer on PATH. Install one (Debian, Ubuntu: apt install python3 python3-venv), or run with PYTHON=/path/to/python.'
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "$python has no venv module. Debian and Ubuntu ship it apart: apt install python3-venv (or $("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')), then run again."

maker=$("$python" -V && pwd)
wanted=$(printf '%s\n' "$maker" && cat requirements.lock pyproject.toml setup/environment.sh)
[ "$wanted" = "$(cat .venv/.made-from 2>/dev/null)" ] && exit 0

echo 'Making .venv from requirements.lock (a minute or two, once) ...' >&2
rm -f .venv/.made-from
# made by another Python, or in a folder that has moved since: its scripts would not start
if [ "$maker" != "$(cat .venv/.made-by 2>/dev/null)" ]; then
    rm -rf .venv
    "$python" -m venv .venv
    printf '%s\n' "$maker" >.venv/.made-by
fi
pip() { .venv/bin/python -m pip --quiet --disable-pip-version-check "$@"; }
pip install -r requirements.lock || fail 'The packages of requirements.lock could not be installed (see above). Mend that (network, or the index in your pip configuration) and run again.'
pip install --no-deps --no-build-isolation -e .
printf '%s\n' "$wanted" >.venv/.made-from
