#!/bin/sh
# Write the puzzle of the day: daily-puzzle.sh FOLDER [LEVEL]
#
# Everybody who runs it on the same day with the same release gets the same puzzle. The file
# appears whole or not at all: sudoku-check proves the puzzle, writes it aside and renames it.
set -eu
folder=${1:?usage: daily-puzzle.sh FOLDER [LEVEL]}
level=${2:-hard}
day=$(date +%Y-%m-%d)

puzzle=$(sudoku-gen --seed "$day" | sudoku-mask --seed "$day" --level "$level" --symmetry rotate180)
mkdir -p "$folder"
printf '# title: Sudoku, %s, %s\n%s\n' "$day" "$level" "$puzzle" |
    sudoku-check --filter --level "$level" -o "$folder/$day.txt"
