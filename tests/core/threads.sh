#!/bin/sh
# Run the compiled kernels under ThreadSanitizer, without Python: every kernel on the fixed inputs of
# kernels/, in three threads at the same time, which must give the answers of one alone.
#
#     sh tests/core/threads.sh [TIMES]          [CC=clang]
#
# Needs gcc or clang. The long form is `sh tests/core/threads.sh 100`, some hours.
set -eu
cd "$(dirname "$0")/../.."
compiler=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags="-std=c11 -g1 -O1 -Wall -Wextra -Werror -fsanitize=thread -Isudokutools/_core -Itests/core/kernels"
find sudokutools/_core tests/core/kernels -name '*.c' ! -path '*/bind/*' ! -name module.c \
    ! -path '*/kernels/main.c' | xargs -P 2 -I {} sh -c 'file=$1 folder=$2; shift 2
        "$@" -c "$file" -o "$folder/$(echo "$file" | tr / -).o"' - {} "$folder" "$compiler" $flags
# shellcheck disable=SC2086
"$compiler" $flags -o "$folder/threads" tests/core/run_threads.c "$folder"/*.o -lpthread
TSAN_OPTIONS=halt_on_error=1 "$folder/threads" tests/data/puzzles.txt tests/data/techniques.tsv \
    tests/data/nxn.tsv "$@"
