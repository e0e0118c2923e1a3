#!/bin/sh
# Make the pictures of the README: pictures.sh
set -eu
cd "$(dirname "$0")"

sudoku-gen -n 4 --seed pictures | sudoku-mask --seed pictures --level hard --symmetry rotate180 |
    sudoku-print --rate --solutions below --title 'Sudoku for Sunday' -o page.svg
sudoku-gen --size 16 --seed pictures | sudoku-mask --seed pictures --clues 120 |
    sudoku-print --shade --title 'Sixteen' --label '{clues} clues' -o sixteen.svg
