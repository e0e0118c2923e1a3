#!/bin/sh
# A tour of sizes, 4x4 to 100x100: every command line is shown, then run. samples/sizes.sh
set -eu
cd "$(dirname "$0")"

show() {
    printf '\n$ %s\n' "$1"
    sh -c "$1"
}

say() {
    printf '\n%s\n' "$1"
}

say 'The commands see from the text how large a grid is:'
show 'sudoku-solve 4x4.txt 6x6.txt 12x12.txt'

say 'Boxes of any shape, or grids cut out of a larger one, where rows do not hold every symbol:'
show 'sudoku-gen --box 5x2 --seed sizes | sudoku-mask --minimal --seed sizes'
show 'sudoku-gen --box 3x3 --boxes 2x3 --seed sizes | sudoku-mask --minimal --seed sizes --format pretty'

say 'Minimal puzzles, and the proof of it: one solution, and no clue can be left out.'
show 'for size in 4 9 12 16 20 25; do
    sudoku-gen --size $size --seed sizes | sudoku-mask --minimal --seed sizes
done | sudoku-check --minimal | cut -f 2-5'

say 'Above 9x9 a puzzle with a symmetry is minimal if no clue can go together with its images:'
show 'sudoku-gen --size 12 --seed sizes | sudoku-mask --minimal --symmetry rotate180 --seed sizes'

say 'Holes at random are hard where there are neither many nor few: solutions, up to two.'
show 'for holes in "25 360" "30 500" "36 570" "49 960" "64 1430" "100 1800"; do
    set -- $holes
    printf "%s: " $1
    sudoku-gen --size $1 --seed sizes | sudoku-mask --any --blanks $2 --seed sizes |
        sudoku-solve --count --limit 2 --timeout 30
done'

say 'Every method draws grids of every size:'
show 'for method in mix search shift; do
    sudoku-gen --size 100 --method $method --seed sizes --format line
done | sudoku-check | cut -f 2-4'

say 'Two engines that know nothing of each other agree:'
show 'for method in cdcl dlx; do sudoku-solve --method $method 16x16.txt | cksum; done'
