#!/bin/sh
# timed.sh COMMAND...: runs commands, each one argument, until one fails, and prints at the end how long each test
# executable took, the slowest first. The exit code is that of the command that failed, or 0.
set -eu
log=$(mktemp)
trap 'rm -f "$log" "$log.code"' EXIT

for command in "$@"; do
    printf '%s\n' "$command"
    start=$(date +%s)
    { sh -c "$command" 2>&1 && echo 0 >"$log.code" || echo $? >"$log.code"; } | tee -a "$log"
    printf 'took %s s: %s\n' "$(($(date +%s) - start))" "$command" >>"$log"
    code=$(cat "$log.code")
    [ "$code" = 0 ] || break
done

# Cargo names an executable before it runs, and the test harness says at its end how long it took.
printf '\nseconds, test executables of one second and more:\n'
awk '
    /^ *(Running|Doc-tests) / { sub(/^ *(Running|Doc-tests) /, ""); name = $0 }
    /; finished in [0-9.]+s$/ { time = $NF; sub(/s$/, "", time); if (time >= 1) printf "%8.1f  %s\n", time, name }
' "$log" | sort -rn
printf 'seconds, commands with their builds:\n'
awk '/^took [0-9]+ s: / { printf "%8d  ", $2; sub(/^took [0-9]+ s: /, ""); print }' "$log"
exit "$code"
