/* Many 9x9 puzzles at once: the interface of the bulk solver.
 *
 * bulk/kernel.h is the method; bulk/avx512.c, bulk/avx2.c and bulk/plain.c compile it for one kind of
 * processor each; bulk/bulk.c chooses among them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core.h"
#include "work.h"

typedef struct {
    const unsigned char *cells; /* 81 bytes by row: '1' to '9' a clue, any other an empty cell */
    unsigned char *solution;    /* 81 bytes for the first solution met; NULL: none wanted */
    uint64_t limit;             /* how far to count solutions: 1 or more */
    uint64_t count;             /* out: the number of solutions, no more than the limit */
    uint32_t guesses;           /* out: how often the search had to split in two */
    int16_t removed;            /* 9 * cell + symbol - 1 of a clue, or of an empty cell: count the
                                   solutions that have another symbol there; -1: all of them */
} bulk_job_t;

/* Count the solutions of `count` puzzles (less than 2^32) and fill in the answers. `check` may be
 * NULL. The counts depend on each puzzle alone; the solution
 * written does so only where it is the only one. WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED. */
typedef int bulk_solver_t(bulk_job_t *jobs, size_t count, check_t *check, void *context);

/* Find the symbols that each cell has in some solution, bit s - 1 for symbol s; without a solution
 * there are none. */
int bulk_possible(bulk_solver_t *solve, const unsigned char cells[81], uint16_t possible[81],
                  check_t *check, void *context);

/* Return the fastest solver that a core has. */
bulk_solver_t *bulk_solver(core_t core);

bulk_solver_t bulk_solve_avx512, bulk_solve_avx2, bulk_solve_plain;
