#!/bin/sh
# Make a puzzle of each variant, as `samples/variants.txt` has them: lines with their specs.
# Any argument is the seed.
set -eu

seed=${1-sudokutools}

grids() { # Fill grids; a word after the options is the name of the kind.
    sudoku-gen --seed "$seed" --format line "$@"
}

puzzle() { # Make a puzzle of each grid, and tell what it is.
    kind=$1
    shift
    sudoku-mask --seed "$seed" "$@" | sed "s/\$/ $kind/"
}

grids --regions random | puzzle jigsaw --symmetry rotate180
for rule in x windoku disjoint centredot asterisk girandola antiknight antiking nonconsecutive; do
    grids --variant "$rule" | puzzle "$rule"
done
grids --house r1c1r2c2r3c3r4c4r5c5r6c6r7c7r8c8r9c9 | puzzle house
grids | puzzle killer --cages
grids | puzzle less --less
grids | puzzle parity --parity
grids --regions random --variant x | puzzle jigsaw-killer-x --cages
grids --size 12 | puzzle killer --cages
grids --size 16 --regions random | puzzle jigsaw --minimal
