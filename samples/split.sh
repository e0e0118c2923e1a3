#!/bin/sh
# Split a data set of puzzles into train.csv and test.csv that share no class of equivalent puzzles:
#   samples/split.sh puzzles.csv [PERCENT]
# About PERCENT percent of the classes (default 10) are test data; the same class is always on the
# same side, also in other data sets. Canonical forms of both files prove that none is in both.
set -eu
limit=$((${2:-10} * 256 / 100))
printf '' > train.csv
printf '' > test.csv
sudoku-check --tag --rules-only --class --columns class --format csv "$1" |
    awk -F, -v limit="$limit" '
        function digit(at) { return index("0123456789abcdef", substr($NF, at, 1)) - 1 }
        NR == 1 { print > "train.csv"; print > "test.csv"; next }
        $NF != "" { print > (16 * digit(1) + digit(2) < limit ? "test.csv" : "train.csv") }'
for side in train test; do
    sudoku-check --canonical --format line "$side.csv" | sort > "$side.forms"
    echo "$side.csv: $(wc -l < "$side.forms" | tr -d ' ') puzzles," \
        "$(sort -u "$side.forms" | wc -l | tr -d ' ') classes"
done
echo "classes in both: $(comm -12 train.forms test.forms | wc -l | tr -d ' ')"
rm train.forms test.forms
