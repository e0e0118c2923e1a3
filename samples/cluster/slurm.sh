#!/bin/sh
#SBATCH --job-name=puzzles
#SBATCH --array=0-99
#SBATCH --cpus-per-task=1
# Make minimal puzzles in an array of Slurm jobs: sbatch slurm.sh FOLDER SEED [NUMBER]
#
# Task k writes NUMBER puzzles, from record k * NUMBER on, to a file of its own, whole or not at all;
# a task that runs again leaves a file that is there. Then `cat FOLDER/*.txt` is what one run writes.
set -eu
folder=${1:?usage: sbatch slurm.sh FOLDER SEED [NUMBER]}
seed=${2:?usage: sbatch slurm.sh FOLDER SEED [NUMBER]}
number=${3:-100000}
cores=${SLURM_CPUS_PER_TASK:-1}
start=$((SLURM_ARRAY_TASK_ID * number))

file=$(printf '%s/%06d.txt' "$folder" "$SLURM_ARRAY_TASK_ID")
[ ! -e "$file" ] || exit 0
mkdir -p "$folder"
sudoku-gen -n "$number" --start "$start" --seed "$seed" --format line --jobs "$cores" |
    sudoku-mask --minimal --start "$start" --seed "$seed" --jobs "$cores" -o "$file.part"
[ "$(wc -l < "$file.part")" -eq "$number" ]
mv "$file.part" "$file"
