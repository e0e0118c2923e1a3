#!/bin/sh
# A tour of the sudoku commands: every command line is shown, then run. samples/tour.sh
set -eu
cd "$(dirname "$0")"

show() {
    printf '\n$ %s\n' "$1"
    sh -c "$1"
}

say() {
    printf '\n%s\n' "$1"
}

say 'A complete grid, a puzzle made of it, its solution, and the proof:'
show 'sudoku-gen | sudoku-mask --level hard | sudoku-solve | sudoku-check'

say 'Each command alone. A puzzle in the middle of the pipe, drawn:'
show 'sudoku-gen --seed tour | sudoku-mask --seed tour --symmetry rotate180 --format pretty'

say 'Files come in any format, and leave in any other:'
show 'sudoku-solve medium-pretty.txt'
show 'sudoku-solve --format line medium-pretty.txt easy.txt hard.json'
show 'sudoku-solve --with-puzzle --format table dataset.csv'

say 'Stuck? A nudge, or the whole way of a person:'
show 'sudoku-solve --hint 2 easy.txt'
show 'sudoku-solve --explain medium-pretty.txt | tail -n 5'

say 'How hard are these?'
show 'head -n 8 9x9.txt | sudoku-check --rate | cut -f 1,4,6,9,10'

say 'Keep the ones that are minimal:'
show 'sudoku-check --filter --minimal 9x9.txt'

say 'Not only 9x9:'
show 'sudoku-solve 4x4.txt 6x6.txt partial.txt'
show 'sudoku-gen --size 16 --seed tour | sudoku-mask --clues 130 --seed tour'

say 'On paper, or in the browser (--play); a PDF where the extra print is installed:'
show 'sudoku-print --solutions end --title Tour --format html 9x9.txt | grep -c "<table"'

say 'A puzzle shaped by a drawing; it need not have one solution only:'
show 'sudoku-gen --seed tour | sudoku-mask --any --pattern heart.txt'

say 'No answer is an answer, too; the exit status tells:'
show 'sudoku-solve unsolvable.txt 2>&1 || echo "status $?"'
show 'sudoku-solve --count two-solutions.txt'
show 'sudoku-check damaged.txt 2>&1 || echo "status $?"'
