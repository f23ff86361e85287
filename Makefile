# make demo      set up, build, prove examples/strlen.c, check the certificate
# make test      set up, run the whole test suite and the lints; says what took how long
# make test-long the same with the long forms of random tests, from a seed that it prints (or SEED=...)
# make check     the quick part of it, for daily work
# make install PREFIX=...   relocatable programs (Z3's library travels beside them)
# make install-tools PREFIX=...   the same with manual pages and completions for bash, zsh and fish
# make deb       Debian packages of that, in target/deb
# make checker-static   haltcheck and haltarchive as static programs without Z3, in target/alone
# make checker-wasm     the checker as a WebAssembly module, likewise
# make bench SET=... MODE=...   a table of results for one benchmark set
# make clean

CARGO  ?= cargo
PREFIX ?= /usr/local
SET    ?= termcomp
MODE   ?= ideal
OUT    := target/demo
# PROFILE=debug builds and installs programs that are not optimised, quickly.
PROFILE ?= release
BIN    := target/$(PROFILE)
OPTIMISED := $(if $(filter release,$(PROFILE)),--release)

# The commit that `--version` names, "-dirty" behind it if files were changed. Without git, or in a copy inside another
# repository, it is not known, and the programs say so (spec/decisions/versions-of-programs.md).
HALTCERT_COMMIT ?= $(shell test "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$$(pwd -P)" && \
    git describe --always --dirty --exclude='*' --abbrev=12 2>/dev/null)
COMMITTED = $(if $(HALTCERT_COMMIT),HALTCERT_COMMIT='$(HALTCERT_COMMIT)')

.PHONY: demo test test-long check build setup install install-tools deb checker-static checker-wasm bench clean

setup:
	@sh scripts/setup.sh

build: setup
	$(COMMITTED) $(CARGO) build $(OPTIMISED) --locked -p prover -p checker -p archive

demo: build
	@mkdir -p $(OUT)
	$(BIN)/haltcert prove examples/strlen.c -o $(OUT)/strlen.cert --emit-module $(OUT)/strlen.ll
	$(BIN)/haltcheck $(OUT)/strlen.cert --module $(OUT)/strlen.ll

# The checker is tested with Z3 and without, and with each premise switched off. The second clippy sees the prover as it
# is released, without the faults that tests switch on.
test: setup
	@sh scripts/readers.sh
	@sh scripts/timed.sh \
	    "$(CARGO) test --locked --workspace" \
	    "$(CARGO) test --locked -p checker --no-default-features" \
	    "$(CARGO) test --locked -p checker --features premises --test premises --test rules" \
	    "$(CARGO) clippy --locked --workspace --all-targets -- -D warnings" \
	    "$(CARGO) clippy --locked -p certificates -p checker -p archive -p prover -- -D warnings" \
	    "$(CARGO) fmt --all --check" \
	    "sh scripts/deny.sh"

# It may take hours. Each run has another seed, which is printed at its beginning and end; SEED=... repeats a run.
test-long: setup
	@sh scripts/readers.sh
	@sh scripts/long.sh "$(CARGO) test --locked --workspace"

# What most mistakes meet within a minute, when little has to be built: rules, vectors, premises, a spread of the cases,
# messages, sizes of files.
check: setup
	@sh scripts/timed.sh \
	    "$(CARGO) fmt --all --check" \
	    "$(CARGO) clippy --locked -p certificates -p checker -p archive -p prover -- -D warnings" \
	    "$(CARGO) test --locked -p checker --test rules --test vectors --test size" \
	    "$(CARGO) test --locked -p checker --features premises --test premises" \
	    "EVERY=30 $(CARGO) test --locked -p tests --test cases --test messages --test sizes"

# An installed haltcert still needs clang-22 and libLLVM 22 (Debian: clang-22 libllvm22) at run time;
# haltcheck needs nothing but the files installed here. Tables of lines and symbols stay in target/release: a program
# that is examined or profiled is the one there.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/haltcert
	install -s -m 755 $(BIN)/haltcert $(BIN)/haltcheck $(BIN)/haltarchive $(DESTDIR)$(PREFIX)/bin
	install -m 755 .solver/z3/lib/libz3.so.5.3 $(DESTDIR)$(PREFIX)/lib/haltcert

install-tools: install
	$(COMMITTED) $(CARGO) build $(OPTIMISED) --locked -p prover -p checker -p archive -p manual
	$(BIN)/haltcert-manual $(DESTDIR)$(PREFIX)/share

# If `make checker-static` has made haltcheck and haltarchive, these two get a package of their own that needs nothing.
deb:
	rm -rf target/deb
	$(MAKE) install-tools DESTDIR=target/deb/root PREFIX=/usr PROFILE=$(PROFILE)
	sh scripts/deb.sh target/deb $(BIN)

# Statically linked with glibc, for any x86-64 Linux: to hand out, or for a machine on which nothing is installed. What
# only a solver could tell is UNDECIDED. It needs cargo, a C linker and (to be tried) python3, none of the set-up.
STATIC_TARGET ?= x86_64-unknown-linux-gnu
checker-static:
	$(COMMITTED) RUSTFLAGS="-C target-feature=+crt-static" $(CARGO) build --profile static --locked --target $(STATIC_TARGET) \
	    -p checker -p archive --no-default-features
	install -d target/alone
	install -m 755 target/$(STATIC_TARGET)/static/haltcheck target/$(STATIC_TARGET)/static/haltarchive target/alone
	sh scripts/try-static.sh target/alone

# For a page that checks what it shows. It needs `rustup target add wasm32-unknown-unknown`, and node to be tried.
checker-wasm:
	@test -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" || \
	    { echo "checker-wasm: Rust's library for WebAssembly is missing: rustup target add wasm32-unknown-unknown" >&2; exit 1; }
	RUSTFLAGS="-C link-arg=-zstack-size=8388608" $(CARGO) build --profile static --locked \
	    --target wasm32-unknown-unknown -p web
	install -d target/alone
	install -m 644 target/wasm32-unknown-unknown/static/haltcheck_web.wasm target/alone/haltcheck.wasm
	node scripts/try-wasm.mjs target/alone/haltcheck.wasm

bench: build
	$(CARGO) run --release --locked -p tests --bin bench -- --set $(SET) --mode $(MODE) $(BENCH_FLAGS)

clean:
	$(CARGO) clean
