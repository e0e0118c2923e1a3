#!/bin/sh
# Make a booklet of a hundred puzzles with their solutions: booklet.sh [FILE.pdf [SEED]]
#
# Print it on both sides, turned on the short edge, fold it in the middle and stitch it there. The
# puzzles grow: 25 of each level from easy to expert, two on a page.
set -eu
file=${1:-booklet.pdf}
seed=${2:-$(date +%Y)}

for level in easy medium hard expert; do
    sudoku-gen -n 25 --seed "$seed $level" |
        sudoku-mask --seed "$seed $level" --level "$level" --symmetry rotate180
done |
    sudoku-print --rate --booklet --per-page 2 --solutions end --difficulty-stars --cover 'A hundred sudokus' -o "$file"
