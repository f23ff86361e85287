#!/bin/sh
# Unpacks Python packages that read what Haltcert writes (SARIF, JUnit, JSON schemas, in-toto statements) and BenchExec,
# which brings PyYAML for witnesses, into .readers, which git ignores: tests use them, and say that they are skipped
# without them. Quick when nothing is missing.
set -eu
cd "$(dirname "$0")/.."

READERS="jsonschema==4.26.0 junitparser==5.0.3 sarif-pydantic==0.6.2 benchexec==3.35 in-toto-attestation==0.9.3"

if [ "$(cat .readers/for 2>/dev/null)" = "$READERS" ]; then exit 0; fi
printf 'readers: unpacking %s into .readers\n' "$READERS" >&2
rm -rf .readers
# shellcheck disable=SC2086
if python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target .readers $READERS \
    >/dev/null 2>&1; then
    echo "$READERS" >.readers/for
else
    rm -rf .readers
    echo "readers: they could not be installed, so tests that use them are skipped" >&2
fi
