# make demo      set up, build, prove examples/strlen.c, check the certificate
# make test      set up, run the whole test suite and the lints; says what took how long
# make check     the quick part of it, for daily work
# make install PREFIX=...   relocatable programs (Z3's library travels beside them)
# make bench SET=... MODE=...   a table of results for one benchmark set
# make clean

CARGO  ?= cargo
PREFIX ?= /usr/local
SET    ?= termcomp
MODE   ?= ideal
OUT    := target/demo
BIN    := target/release

.PHONY: demo test check build setup install bench clean

setup:
	@sh scripts/setup.sh

build: setup
	$(CARGO) build --release --locked -p prover -p checker

demo: build
	@mkdir -p $(OUT)
	$(BIN)/haltcert prove examples/strlen.c -o $(OUT)/strlen.cert --emit-module $(OUT)/strlen.ll
	$(BIN)/haltcheck $(OUT)/strlen.cert --module $(OUT)/strlen.ll

# The checker is tested with Z3 and without, and with each premise switched off.
test: setup
	@sh scripts/timed.sh \
	    "$(CARGO) test --locked --workspace" \
	    "$(CARGO) test --locked -p checker --no-default-features" \
	    "$(CARGO) test --locked -p checker --features premises --test premises --test rules" \
	    "$(CARGO) clippy --locked --workspace --all-targets -- -D warnings" \
	    "$(CARGO) fmt --all --check"

# What most mistakes meet within a minute, when little has to be built: rules, vectors, premises, a spread of the cases.
check: setup
	@sh scripts/timed.sh \
	    "$(CARGO) fmt --all --check" \
	    "$(CARGO) clippy --locked -p certificates -p checker -p prover -- -D warnings" \
	    "$(CARGO) test --locked -p checker --test rules --test vectors --test size" \
	    "$(CARGO) test --locked -p checker --features premises --test premises" \
	    "EVERY=30 $(CARGO) test --locked -p tests --test cases"

# An installed haltcert still needs clang-22 and libLLVM 22 (Debian: clang-22 libllvm22) at run time;
# haltcheck needs nothing but the files installed here. Tables of lines and symbols stay in target/release: a program
# that is examined or profiled is the one there.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/haltcert
	install -s -m 755 $(BIN)/haltcert $(BIN)/haltcheck $(DESTDIR)$(PREFIX)/bin
	install -m 755 .solver/z3/lib/libz3.so.5.3 $(DESTDIR)$(PREFIX)/lib/haltcert

bench: build
	$(CARGO) run --release --locked -p tests --bin bench -- --set $(SET) --mode $(MODE) $(BENCH_FLAGS)

clean:
	$(CARGO) clean
