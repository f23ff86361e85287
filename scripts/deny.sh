#!/bin/sh
# Checks the dependencies as deny.toml says, if cargo-deny is installed; without the network, all but the advisories.
# What cannot be checked is named, and is no failure.
set -eu
cd "$(dirname "$0")/.."

if ! cargo deny --version >/dev/null 2>&1; then
    echo "deny: SKIPPED, cargo-deny is not installed (cargo install cargo-deny --locked)"
    exit 0
fi
# Licences, sources and versions are known offline, since the dependencies are there.
cargo deny --offline check licenses bans sources
if ! cargo deny fetch db >/dev/null 2>&1; then
    echo "deny: advisories SKIPPED, their database cannot be fetched from https://github.com/RustSec/advisory-db"
    exit 0
fi
# An advisory that deny.toml makes an exception for, and that no dependency has any more, is an error as well.
cargo deny check --deny advisory-not-detected advisories
