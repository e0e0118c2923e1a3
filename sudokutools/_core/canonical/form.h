/* Canonical forms of 9x9 grids and puzzles; sudokutools/canonical/form.py defines them.
 *
 * canonical/puzzles.h and canonical/grids.h are the methods, canonical/sse.c and canonical/plain.c
 * compile them for the two kinds of vectors of canonical/bytes.h, canonical/bands.c makes the
 * tables for complete grids, canonical/form.c goes through a block of grids. canonical/search.c
 * does one grid of any other geometry. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core.h"
#include "lines.h"
#include "work.h"

/* Write the canonical forms of `count` grids of 81 bytes, '1' to '9' a clue and any other an empty
 * cell, as `count` lines of 81 characters and a newline, empty cells as `empty`; and the numbers of
 * automorphisms: 0 for a grid that repeats a digit in a row, column or box, whose line has all
 * cells empty. `records`: where grids begin; NULL: one follows the other.
 * `check` may be NULL. WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED. */
int canonical_lines(core_t core, const uint8_t *cells, const line_record_t *records, size_t count,
                    uint8_t empty, uint8_t *lines, uint32_t *automorphisms, check_t *check,
                    void *context);

/* Beside the ways in which all work ends. */
enum { CANONICAL_TOO_SYMMETRIC = 1 };

/* The most rows, columns and symbols of a shape. */
enum { CANONICAL_MOST = 16 };

typedef struct {
    uint8_t box_width, box_height, boxes_across, boxes_down;
    bool transposes; /* whether transposition keeps the rules */
} canonical_shape_t;

/* Write the canonical form of a grid that breaks no rule, cells from 0 to the number of symbols,
 * and the number of automorphisms, low word first. sudokutools/canonical/search.py is the readable
 * twin, with the proof, and takes the same steps: with more than `most_steps` of them, or more than
 * `most_states` ways to begin kept after one row, CANONICAL_TOO_SYMMETRIC. */
int canonical_general(const canonical_shape_t *shape, const uint8_t *cells, uint64_t most_steps,
                      uint64_t most_states, uint8_t *form, uint64_t automorphisms[2],
                      check_t *check, void *context);
