#!/bin/sh
# Compile every kernel for other processors and systems, run them all, emulated, on the fixed inputs
# of kernels/ and compare the digests with those of this machine: arm64 with NEON and unsigned
# `char`; s390x, whose bytes are in the other order; Windows, where `long` has 32 bits.
#
#     sh tests/core/processors.sh [FLAG OF GCC]...
#
# On Debian: apt install gcc-aarch64-linux-gnu gcc-s390x-linux-gnu qemu-user, and for Windows
# gcc-mingw-w64-x86-64 and wine. What is not there is passed over, and said so.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
export TMPDIR="$folder" WINEPREFIX="$folder/wine" WINEDEBUG=-all
clean() { # Wine's server outlives its programs, and would write into a folder that is being removed.
    if [ -d "$WINEPREFIX" ]; then wineserver -k || true; fi
    rm -rf "$folder"
}
trap clean EXIT
[ $# -gt 0 ] || set -- -O1
inputs="tests/data/puzzles.txt tests/data/techniques.tsv tests/data/nxn.tsv"

build() { # NAME COMPILER [FLAG]...: link the kernels and the harness to one program.
    name=$1
    shift
    mkdir "$folder/$name"
    find sudokutools/_core tests/core/kernels -name '*.c' ! -path '*/bind/*' ! -name module.c |
        xargs -P 2 -I {} sh -c 'file=$1 folder=$2; shift 2
            "$@" -c "$file" -o "$folder/$(echo "$file" | tr / -).o"' - {} "$folder/$name" \
            "$@" -std=c11 -Wall -Wextra -Werror -Isudokutools/_core
    "$@" -static -o "$folder/$name.exe" "$folder/$name"/*.o
}

compare() { # NAME COMPILER EMULATOR [FLAG]...: the digests of a processor are those of this one.
    name=$1 compiler=$2 emulator=$3
    shift 3
    for program in "$compiler" "$emulator"; do
        if ! command -v "$program" > /dev/null; then
            echo "$name: no $program here"
            return
        fi
    done
    build "$name" "$compiler" "$@"
    # shellcheck disable=SC2086
    if ! "$emulator" "$folder/$name.exe" $inputs > "$folder/$name.txt" 2> "$folder/$name.log"; then
        cat "$folder/$name.log"
        exit 1
    fi
    diff --strip-trailing-cr "$folder/native.txt" "$folder/$name.txt"
    echo "$name: $(grep '^cores: ' "$folder/$name.log"): the same as here"
}

build native "${CC:-cc}" "$@"
# shellcheck disable=SC2086
"$folder/native.exe" $inputs > "$folder/native.txt"
cat "$folder/native.txt"
compare arm64 aarch64-linux-gnu-gcc qemu-aarch64 "$@"
compare s390x s390x-linux-gnu-gcc qemu-s390x "$@"
compare Windows x86_64-w64-mingw32-gcc wine "$@"
