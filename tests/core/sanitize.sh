#!/bin/sh
# Run the compiled kernels under AddressSanitizer and UndefinedBehaviorSanitizer, without Python: the
# bulk solver, digging, ratings and clause learning, over mutations of puzzles in memory of their
# own, and the reader of lines over any bytes. sanitize_twins.sh runs all kernels, in the tests.
#
#     sh tests/core/sanitize.sh          [CC=clang] [SECONDS_OF_FUZZING=20]
#
# Needs gcc or clang; the fuzzer needs clang.
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

if command -v clang > /dev/null; then
    mkdir "$folder/corpus"
    head -c 1000 tests/data/puzzles.txt > "$folder/corpus/puzzles"
    tail -n 2 tests/data/puzzles.txt | sed 's/$/ , a note/' > "$folder/corpus/notes"
    # shellcheck disable=SC2086
    clang $flags -fsanitize=fuzzer,address,undefined -o "$folder/fuzz" tests/core/fuzz_lines.c \
        $kernels
    "$folder/fuzz" -max_total_time="${SECONDS_OF_FUZZING:-20}" -max_len=2000 -verbosity=0 \
        -print_final_stats=1 "$folder/corpus"
fi
