# haltcert, haltcheck and haltarchive in an image of their own, with manual pages and completions:
#
#   docker build -t haltcert .
#   docker run --rm -v "$PWD:/work" haltcert haltcert prove FILE.c --entry f -o f.cert
#
# What is fetched: packages of Debian 12 (clang-22 and llvm-22-dev are among its security updates), the crates that
# Cargo.lock names with their hashes, and from PyPI the wheel with the Z3 library that scripts/setup.sh names. The Rust
# toolchain is the base image's. This file has not been built where it was written, since there is no Docker there; its
# steps are those of `make install-tools`, which was run there on Debian 12.
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        clang-22 llvm-22-dev libc6-dev-i386 ninja-build gcc make git python3 python3-pip \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# Without the repository's history the version names no commit: docker build --build-arg HALTCERT_COMMIT=...
ARG HALTCERT_COMMIT=
RUN make install-tools PREFIX=/usr DESTDIR=/image HALTCERT_COMMIT="$HALTCERT_COMMIT"

FROM debian:12-slim
# libllvm22 comes with clang-22. libc6-dev has the headers of C programs, libc6-dev-i386 those of programs for -m32.
RUN apt-get update && apt-get install -y --no-install-recommends clang-22 libllvm22 libc6-dev libc6-dev-i386 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/ /
WORKDIR /work
CMD ["haltcert", "--help"]
