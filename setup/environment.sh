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

stamp=.venv/.made-from
wanted=$("$python" -V && pwd && cat requirements.lock pyproject.toml setup/environment.sh)
[ -f "$stamp" ] && [ "$wanted" = "$(cat "$stamp")" ] && exit 0

echo 'Making .venv from requirements.lock (a minute or two, once) ...' >&2
rm -f "$stamp"
# another Python, or a folder that has moved: what is there is of no use
if [ -x .venv/bin/python ] && [ "$(.venv/bin/python -c 'import sys; print(sys.prefix, sys.version)' 2>/dev/null)" != "$("$python" -c 'import os, sys; print(os.path.abspath(".venv"), sys.version)')" ]; then
    rm -rf .venv
fi
[ -x .venv/bin/python ] || "$python" -m venv .venv
pip() { .venv/bin/python -m pip --quiet --disable-pip-version-check "$@"; }
pip install -r requirements.lock || fail 'The packages of requirements.lock could not be installed (see above). Mend that (network, or the index in your pip configuration) and run again.'
pip install --no-deps --no-build-isolation -e .
printf '%s\n' "$wanted" >"$stamp"
