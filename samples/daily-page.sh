#!/bin/sh
# Make a page to play the puzzles of the last days: daily-page.sh FOLDER [LEVEL]
#
# FOLDER/index.html needs no other file and no server; put it on a website as it is.
set -eu
folder=${1:?usage: daily-page.sh FOLDER [LEVEL]}

"$(dirname "$0")/daily-puzzle.sh" "$folder" "${2:-hard}"
ls "$folder" | grep -x '....-..-...txt' | tail -n 7 | sort -r | (cd "$folder" && xargs cat) |
    sudoku-print --play --rate --label '{title}' --title 'Sudoku of the day' -o "$folder/index.html"
