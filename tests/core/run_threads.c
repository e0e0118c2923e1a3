/* Run every kernel on its fixed inputs in several threads at the same time, for ThreadSanitizer:
 *
 *     threads tests/data/puzzles.txt tests/data/techniques.tsv tests/data/nxn.tsv [TIMES]
 *
 * All begin each subject together, so that they meet where tables are made at the first use. Exit
 * status 1: a thread had other answers than one that is alone. */
#define _XOPEN_SOURCE 600 // Barriers.
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/kernels.h"

enum { THREADS = 3 };

static pthread_barrier_t barrier;
static uint64_t answers[THREADS][SUBJECTS];

static void *run_all(void *own)
{
    core_t core;
    for (size_t i = 0; i < SUBJECTS; i++) {
        uint64_t sum = 0;
        pthread_barrier_wait(&barrier);
        for (size_t k = 0; core_at(k, &core) && (k == 0 || subjects[i].run_on); k++)
            sum = 31 * sum + digest_of(&subjects[i], core);
        ((uint64_t *)own)[i] = sum;
    }
    return NULL;
}

/* Run all subjects in so many threads. */
static void run_in(int count)
{
    pthread_t threads[THREADS];
    must(!pthread_barrier_init(&barrier, NULL, (unsigned)count), "the barrier");
    for (int t = 0; t < count; t++)
        must(!pthread_create(&threads[t], NULL, run_all, answers[t]), "a thread");
    for (int t = 0; t < count; t++)
        pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&barrier);
}

int main(int count, char **arguments)
{
    prepare(count, arguments);
    int differences = 0;
    for (long times = count > 4 ? atol(arguments[4]) : 1; times > 0; times--) {
        run_in(THREADS);
        uint64_t together[THREADS][SUBJECTS];
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < SUBJECTS; i++)
                together[t][i] = answers[t][i];
        run_in(1);
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < SUBJECTS; i++)
                if (together[t][i] != answers[0][i]) {
                    fprintf(stderr, "%s: other answers in threads\n", subjects[i].name);
                    differences++;
                }
    }
    return differences > 0;
}
