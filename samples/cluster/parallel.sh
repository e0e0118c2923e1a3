#!/bin/sh
# Make minimal puzzles on many machines by ssh: parallel.sh NUMBER SEED [HOST,HOST...] > puzzles
#
# GNU parallel gives each core pieces of PIECE records, puts what they write in order, and does a
# piece again that failed. A host `:` is this machine. All have one version of sudokutools.
set -eu
number=${1:?usage: parallel.sh NUMBER SEED [HOST,HOST...]}
seed=${2:?usage: parallel.sh NUMBER SEED [HOST,HOST...]}
hosts=${3:-:}
piece=${PIECE:-100000}

# {1} is the number of the first record of a piece, {2} how many it has, {3} the seed.
seq 0 "$piece" "$((number - 1))" |
    while read -r first; do
        left=$((number - first))
        printf '%s\t%s\n' "$first" "$((left < piece ? left : piece))"
    done |
    parallel --keep-order --retries 3 --sshlogin "$hosts" --colsep '\t' '
        sudoku-gen -n {2} --start {1} --seed {3} --format line --jobs 1 |
            sudoku-mask --minimal --start {1} --seed {3} --jobs 1' :::: - ::: "$seed"
