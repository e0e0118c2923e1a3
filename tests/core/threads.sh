#!/bin/sh
# Run the subjects of tests/fuzz/kernels under ThreadSanitizer in three threads at the same time, whose
# digests must be equal.
#
#     sh tests/core/threads.sh [CHANGES]          [CC=clang] [OUT=FOLDER]
#
# CHANGES: random inputs per subject; the long form is 10000, some hours. OUT keeps the program.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-$(mktemp -d)}
[ -n "${OUT:-}" ] || trap 'rm -rf "$out"' EXIT
make -s -j2 -C tests/fuzz/kernels CC="${CC:-cc}" SANITIZE=thread OUT="$out" digests
TSAN_OPTIONS=halt_on_error=1 "$out/digests" -t 3 -n "${1:-3}" tests/fuzz/corpus
