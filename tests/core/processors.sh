#!/bin/sh
# Run the subjects of tests/fuzz/kernels on other processors and systems, emulated, and compare their
# digests with those of this machine: arm64 with NEON and unsigned `char`; s390x, which is big-endian;
# Windows, where `long` has 32 bits.
#
#     sh tests/core/processors.sh [DIGESTS]     [CHANGES=5] [FILES=128]
#
# DIGESTS: the program of this machine, built if not given. CHANGES: random inputs per subject, besides
# FILES of its corpus.
# On Debian: apt install gcc-aarch64-linux-gnu gcc-s390x-linux-gnu qemu-user, and for Windows
# gcc-mingw-w64-x86-64 and wine. Missing ones are skipped with a message.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
export TMPDIR="$folder" WINEPREFIX="$folder/wine" WINEDEBUG=-all
clean() { # Wine's server outlives its programs and writes into its folder.
    if [ -d "$WINEPREFIX" ]; then wineserver -k || true; fi
    rm -rf "$folder"
}
trap clean EXIT
inputs="-n ${CHANGES:-5} -f ${FILES:-128} tests/fuzz/corpus"

build() { # NAME COMPILER [VARIABLE]...: build the program of the digests.
    name=$1 compiler=$2
    shift 2
    make -s -j2 -C tests/fuzz/kernels CC="$compiler" OUT="$folder/$name" "$@" digests
}

compare() { # NAME COMPILER EMULATOR: the digests equal those of this machine.
    name=$1 compiler=$2 emulator=$3
    for program in "$compiler" "$emulator"; do
        if ! command -v "$program" > /dev/null; then
            echo "$name: no $program here"
            return
        fi
    done
    build "$name" "$compiler" LDFLAGS=-static
    program=$folder/$name/digests
    [ -e "$program" ] || program=$program.exe
    # shellcheck disable=SC2086
    "$emulator" "$program" $inputs > "$folder/$name.txt"
    diff --strip-trailing-cr "$folder/native.txt" "$folder/$name.txt"
    echo "$name: the same as here"
}

program=${1:-$folder/native/digests}
[ $# -gt 0 ] || build native "${CC:-cc}"
# shellcheck disable=SC2086
"$program" $inputs > "$folder/native.txt"
cat "$folder/native.txt"
compare arm64 aarch64-linux-gnu-gcc qemu-aarch64
compare s390x s390x-linux-gnu-gcc qemu-s390x
compare Windows x86_64-w64-mingw32-gcc wine
