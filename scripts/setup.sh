#!/bin/sh
# Installs what the build needs and is not there yet: LLVM and clang 22, the 32-bit C headers, ninja
# (for the tests of build graphs), and the Z3 library (unpacked into .solver, which git ignores).
# Changes nothing outside the checkout except for apt packages. Quick when nothing is missing. Exit
# code 1, with a list, when something cannot be installed.
set -eu
cd "$(dirname "$0")/.."

Z3_WHEEL=z3-solver==5.3.3.0
missing=""

say() { printf 'setup: %s\n' "$*" >&2; }
miss() { missing="$missing
  - $*"; }

# --- Rust (not installed from here: it is the one thing a user chooses) ---------------------------
command -v cargo >/dev/null 2>&1 ||
    miss "cargo (Rust 1.95 or later): https://rustup.rs"

# --- apt packages ---------------------------------------------------------------------------------
# need FILE PACKAGE: the package is wanted when the file is not there.
packages=""
need() { [ -e "$1" ] || packages="$packages $2"; }
need /usr/bin/clang-22 clang-22
need /usr/lib/llvm-22/include/llvm-c/Core.h llvm-22-dev
need /usr/include/x86_64-linux-gnu/gnu/stubs-32.h libc6-dev-i386
need /usr/bin/ninja ninja-build
command -v cc >/dev/null 2>&1 || packages="$packages gcc"
if [ ! -e .solver/z3/lib/libz3.so ]; then
    python3 -m pip --version >/dev/null 2>&1 || packages="$packages python3-pip"
fi

if [ -n "$packages" ]; then
    as_root=""
    if [ "$(id -u)" != 0 ]; then as_root="sudo -n"; fi
    if ! command -v apt-get >/dev/null 2>&1; then
        miss "the Debian packages$packages (there is no apt-get here)"
    elif [ -n "$as_root" ] && ! $as_root true 2>/dev/null; then
        miss "the Debian packages$packages (run as root: apt-get install$packages)"
    else
        say "installing$packages"
        export DEBIAN_FRONTEND=noninteractive
        log=$(mktemp)
        # shellcheck disable=SC2086
        if ! $as_root apt-get install -y --no-install-recommends $packages >"$log" 2>&1; then
            # The package lists may be missing or old.
            { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $packages; } \
                >"$log" 2>&1 || { tail -n 5 "$log" >&2; miss "the Debian packages$packages (apt-get failed, see above)"; }
        fi
        rm -f "$log"
    fi
fi

# --- Z3: a Python wheel used only for the library in it -------------------------------------------
if [ ! -e .solver/z3/lib/libz3.so ]; then
    if python3 -m pip --version >/dev/null 2>&1; then
        say "unpacking $Z3_WHEEL into .solver"
        rm -rf .solver.new
        if python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
            --target .solver.new "$Z3_WHEEL" >&2; then
            (cd .solver.new/z3/lib && { [ -e libz3.so ] || ln -s libz3.so.* libz3.so; })
            rm -rf .solver && mv .solver.new .solver
        else
            rm -rf .solver.new
            miss "the Z3 library (pip could not install $Z3_WHEEL)"
        fi
    else
        miss "the Z3 library (python3 -m pip is needed to fetch $Z3_WHEEL)"
    fi
fi
if [ -d .solver/z3/lib ] && [ ! -e .solver/z3/lib/libz3.so.5.3 ]; then
    miss "libz3.so.5.3 in .solver/z3/lib (another version is there; remove .solver and run again)"
fi

if [ -n "$missing" ]; then
    say "still missing:$missing"
    exit 1
fi
