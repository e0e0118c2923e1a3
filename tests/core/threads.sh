#!/bin/sh
# Run the subjects of tests/fuzz/kernels under ThreadSanitizer in two threads, whose digests must be
# equal.
#
#     sh tests/core/threads.sh [CHANGES]          [CC=clang] [OUT=FOLDER]
#
# CHANGES: random inputs per subject, besides 12 files of its corpus; the long form is 10000, some
# hours. OUT keeps the program.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-$(mktemp -d)}
[ -n "${OUT:-}" ] || trap 'rm -rf "$out"' EXIT
make -s -j2 -C tests/fuzz/kernels CC="${CC:-cc}" SANITIZE=thread OUT="$out" digests
TSAN_OPTIONS=halt_on_error=1 "$out/digests" -t 2 -f 12 -n "${1:-3}" tests/fuzz/corpus
