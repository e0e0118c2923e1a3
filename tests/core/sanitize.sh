#!/bin/sh
# Run clause learning on known puzzles under AddressSanitizer and UndefinedBehaviorSanitizer, without
# Python. sanitize_twins.sh runs all kernels, in the tests; `python -m tests.fuzz` fuzzes them.
#
#     sh tests/core/sanitize.sh          [CC=clang]
set -eu
cd "$(dirname "$0")/../.."
compiler=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
core=sudokutools/_core
flags="-std=c11 -g -O1 -Wall -Wextra -Werror -fno-sanitize-recover=all -I$core"

# shellcheck disable=SC2086
"$compiler" $flags -fsanitize=address,undefined -o "$folder/run_cdcl" tests/core/run_cdcl.c \
    $core/cdcl/*.c $core/streams.c
"$folder/run_cdcl" tests/data/nxn.tsv
