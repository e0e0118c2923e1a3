/* Canonical forms of 9x9 grids and puzzles; sudokutools/canonical.py defines them.
 *
 * canonical_puzzles.h and canonical_grids.h are the methods, canonical_sse.c and canonical_plain.c
 * compile them for the two kinds of vectors of canonical_bytes.h, canonical_bands.c makes the
 * tables for complete grids, canonical.c goes through a block of grids. */
#ifndef SUDOKUTOOLS_CANONICAL_H
#define SUDOKUTOOLS_CANONICAL_H

#include <stddef.h>
#include <stdint.h>

/* Asked now and then; any answer but 0 ends the work. */
typedef int canonical_check(void *context);

enum { CANONICAL_DONE = 0, CANONICAL_NO_MEMORY = -1, CANONICAL_STOPPED = 1 };

/* Write the canonical forms of `count` grids of 81 bytes, '1' to '9' a clue and any other an empty
 * cell, as `count` lines of 81 characters and a newline, empty cells as `empty`; and the numbers
 * of automorphisms: 0 for a grid that repeats a digit in a row, column or box, whose line has all
 * cells empty. `check` may be NULL. CANONICAL_DONE, CANONICAL_NO_MEMORY or CANONICAL_STOPPED. */
int canonical_lines(const uint8_t *cells, size_t count, uint8_t empty, uint8_t *lines,
                    uint32_t *automorphisms, canonical_check *check, void *context);

/* Use plain C from now on (1), or what the processor has (0): for the tests. */
void canonical_force_plain(int force);

#endif
