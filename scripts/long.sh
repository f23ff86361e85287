#!/bin/sh
# long.sh COMMAND...: runs commands as timed.sh does, with the long forms of random tests (tests/src/effort.rs) and with
# random numbers that no run before had: from SEED in the environment, or from the clock. It says which, so that a
# failure can be seen again.
set -eu
SEED=${SEED:-$(date +%s)}
export SEED LONG=1 PROPTEST_RNG_SEED="$SEED" PROPTEST_CASES="${PROPTEST_CASES:-2000}"
say() { printf 'seed: %s (the same numbers again: make test-long SEED=%s)\n' "$SEED" "$SEED"; }
trap say EXIT
say
sh "$(dirname "$0")/timed.sh" "$@"
