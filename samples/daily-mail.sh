#!/bin/sh
# Mail the puzzle of the day: daily-mail.sh FOLDER ADDRESS [LEVEL]
#
# The mail has links that open the puzzle in SudokuPad and in SudokuWiki's solver, and the solution
# of the puzzle before. SENDMAIL replaces the program that sends it.
set -eu
folder=${1:?usage: daily-mail.sh FOLDER ADDRESS [LEVEL]}
address=${2:?usage: daily-mail.sh FOLDER ADDRESS [LEVEL]}
day=$(date +%Y-%m-%d)

"$(dirname "$0")/daily-puzzle.sh" "$folder" "${3:-hard}"
mail=$(
    printf 'To: %s\nSubject: Sudoku, %s\n\n' "$address" "$day"
    cat "$folder/$day.txt"
    printf 'Play it: '
    sudoku-check --convert --format sudokupad "$folder/$day.txt"
    printf 'See it explained: '
    sudoku-check --convert --format sudokuwiki "$folder/$day.txt"
    before=$(ls "$folder" | grep -x '....-..-...txt' | grep -B 1 "$day" | head -n 1)
    if [ "$before" != "$day.txt" ]; then
        printf '\nThe solution of the puzzle before:\n\n'
        sudoku-solve "$folder/$before"
    fi
)
printf '%s\n' "$mail" | "${SENDMAIL:-/usr/sbin/sendmail}" -t
