#!/bin/sh
# Put six puzzles for tomorrow on a sheet, solutions on its back: tomorrow.sh FOLDER [PAPER]
#
# They grow from easy to extreme, and are the same for everybody on the same day with the same
# release. FOLDER/tomorrow.pdf is replaced when it is whole. GNU and BSD name tomorrow differently.
set -eu
folder=${1:?usage: tomorrow.sh FOLDER [PAPER]}
paper=${2:-a4}
day=$(date -d tomorrow +%Y-%m-%d 2> /dev/null || date -v+1d +%Y-%m-%d)

mkdir -p "$folder"
for level in easy medium medium hard expert extreme; do
    number=$((${number:-0} + 1))
    sudoku-gen --seed "$day $number" |
        sudoku-mask --seed "$day $number" --level "$level" --symmetry rotate180
done |
    sudoku-print --rate --per-page 6 --solutions back --paper "$paper" --title "Sudoku, $day" \
        --no-page-numbers -o "$folder/tomorrow.pdf"
