#!/bin/sh
# Tries static programs in FOLDER: small, linked with nothing, and of the verdicts of the test vectors. They get an empty
# environment, so that nothing of this machine helps them.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
most=5000000

for program in haltcheck haltarchive; do
    size=$(wc -c <"$folder/$program")
    if [ "$size" -ge "$most" ]; then
        echo "$program: $size bytes, at most $most were wanted" >&2
        exit 1
    fi
    if LC_ALL=C readelf -d "$folder/$program" | grep NEEDED >&2; then
        echo "$program: needs these libraries" >&2
        exit 1
    fi
    echo "$program: $size bytes, $(env -i "$folder/$program" --version)"
done

python3 - "$folder/haltcheck" <<'END'
import json, subprocess, sys

vectors = "spec/vectors/rules/"
counts = {}
for vector in json.load(open(vectors + "index.json")):
    name = vectors + vector["name"]
    command = [sys.argv[1], "trust", name + ".cert", "--module", name + ".ll"]
    run = subprocess.run(command, env={}, capture_output=True, text=True)
    answer = {0: "VALID", 1: "INVALID", 2: "UNDECIDED"}.get(run.returncode, "error")
    # Without a solver, what does not follow by arithmetic is not known to be wrong.
    undecided = answer == "UNDECIDED" and (vector["verdict"] == "INVALID" or vector["solver"])
    if answer != vector["verdict"] and not undecided:
        sys.exit(f"{name}: {answer}, the vector is {vector['verdict']}\n{run.stdout}{run.stderr}")
    counts[answer] = counts.get(answer, 0) + 1
if not counts.get("VALID") or not counts.get("INVALID"):
    sys.exit(f"the vectors were not checked: {counts}")
print("test vectors:", ", ".join(f"{count} {answer}" for answer, count in sorted(counts.items())))
END
