#!/bin/sh
# Make minimal puzzles on a cluster of this machine: local.sh [NUMBER [SEED]] > puzzles
#
# A Dask scheduler and two workers are started for the time of the work. On many machines
# `dask worker tcp://HOST:PORT --nworkers auto --nthreads 1` runs on each of them.
set -eu
number=${1:-20000}
seed=${2:-sudokutools}

folder=$(mktemp -d)
started=
stop() {
    kill -KILL $started 2> /dev/null || true # A worker whose scheduler ends with it may never end.
    wait 2> /dev/null
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

start() { # Start a part of the cluster, which tells the others by a file where it is.
    dask "$@" --scheduler-file "$folder/scheduler" --no-dashboard > "$folder/$1.log" 2>&1 &
    started="$started $!"
}

# A scheduler would keep the last 1,000 messages to each worker, with the work in them.
export DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH=0
start scheduler --host 127.0.0.1 --port 0
for worker in 1 2; do
    start worker --nthreads 1 --no-nanny --local-directory "$folder"
done
tries=300
until [ -s "$folder/scheduler" ]; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] && sleep 0.1 || { cat "$folder/scheduler.log" >&2; exit 1; }
done
address=$(sed -n 's/.*"address": "\([^"]*\)".*/\1/p' "$folder/scheduler")

sudoku-gen -n "$number" --seed "$seed" --format line --jobs 1 |
    sudoku-mask --minimal --seed "$seed" --jobs "$address"
