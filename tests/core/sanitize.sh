#!/bin/sh
# Run the compiled kernels under AddressSanitizer and UndefinedBehaviorSanitizer, without Python: the
# bulk solver, digging, ratings and clause learning, over mutations of puzzles in memory of their
# own. sanitize_twins.sh runs all kernels, in the tests; `python -m tests.fuzz` fuzzes them.
#
#     sh tests/core/sanitize.sh          [CC=clang]
set -eu
cd "$(dirname "$0")/../.."
compiler=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
core=sudokutools/_core
kernels="$core/bulk/*.c $core/core.c $core/dig/*.c $core/lines.c $core/rate/*.c $core/streams.c"
flags="-std=c11 -g -O1 -Wall -Wextra -Werror -fno-sanitize-recover=all -I$core"

# shellcheck disable=SC2086
"$compiler" $flags -fsanitize=address,undefined -o "$folder/run_core" tests/core/run_core.c $kernels
"$folder/run_core" tests/data/puzzles.txt

# shellcheck disable=SC2086
"$compiler" $flags -fsanitize=address,undefined -o "$folder/run_cdcl" tests/core/run_cdcl.c \
    $core/cdcl/*.c $core/streams.c
"$folder/run_cdcl" tests/data/nxn.tsv
