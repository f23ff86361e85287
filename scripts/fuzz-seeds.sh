#!/bin/sh
# Makes seeds for the fuzz targets in fuzz/corpus/TARGET: the test vectors, and what haltcert writes for the cases of some
# families (files above 32 KiB are left out). Needs the release build: make build.
set -eu
cd "$(dirname "$0")/.."
haltcert=target/release/haltcert
haltcheck=target/release/haltcheck
for target in decoding module replay contract; do
    mkdir -p "fuzz/corpus/$target"
done
cp spec/vectors/rules/*.cert fuzz/corpus/replay
cp spec/vectors/rules/*.ll fuzz/corpus/module
proof=$(mktemp)
trap 'rm -f "$proof"' EXIT
for family in papers heap loops call recursion memory pointer strings; do
    for file in tests/cases/$family/*.c; do
        name=$family-$(basename "$file" .c)
        rm -f "$proof"
        "$haltcert" prove "$file" -o "$proof" --timeout 5 >/dev/null 2>&1 || true
        if [ -s "$proof" ] && [ "$(wc -c <"$proof")" -le 32768 ]; then
            cp "$proof" "fuzz/corpus/replay/$name"
        fi
    done
done
for file in fuzz/corpus/replay/*; do
    name=$(basename "$file")
    cp "$file" "fuzz/corpus/decoding/$name"
    # One in eight as JSON as well.
    case $(cksum <"$file" | cut -d' ' -f1) in
    *0 | *8) "$haltcheck" show --json "$file" >"fuzz/corpus/decoding/$name.json" ;;
    esac
done
# The contracts of library functions; only their text is read.
for file in tests/cases/library/*.c; do
    sed -n '/\/\*@/,/\*\//p' "$file" | tr '\n' ' ' | sed 's/.*\/\*@//; s/\*\/.*//' >"$proof"
    [ -s "$proof" ] && (printf '(char *p, char *q, int n, long m) ' && cat "$proof") >"fuzz/corpus/contract/$(basename "$file" .c)"
done
while read -r line; do
    printf '%s' "$line" >"fuzz/corpus/contract/$(printf '%s' "$line" | cksum | cut -d' ' -f1)"
done <<'END'
(int *p, int *q, int n, long m) requires n > 0
(int *p, int *q, int n, long m) requires \valid(p + (0 .. n - 1)) && \valid_read(q) && \separated(p + (0 .. n - 1), q)
(char *p, char *q, int n, long m) requires valid_read_string(p) && \valid(q + (0 .. m)) && m >= 0 && n == 3
(int *p, int *q, int n, long m) requires \valid(p + (0 .. 7)) && \separated(p + (0 .. 7), &table[0 .. 7]);
(unsigned char *p, short *q, unsigned n, long m) requires 1 <= n <= 10 && m*m <= 100 && m != -0x10 && (n == 1 && m == 'a')
END
for target in decoding module replay contract; do
    echo "$target: $(ls "fuzz/corpus/$target" | wc -l) seeds"
done
