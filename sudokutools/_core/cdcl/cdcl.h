/* Conflict-driven clause learning for exact cover: the interface. Grids are bytes, row by row,
 * 0 for an empty cell. sudokutools/solving/engines/cdcl_python.py is a simpler search with the same
 * methods. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "work.h"

typedef struct cdcl cdcl_t;

typedef struct {
    int box_width, box_height, boxes_across, boxes_down;
} cdcl_shape_t;

/* Return the search for the solutions of a grid, or NULL without memory. `key` names the stream
 * that makes its order random; NULL: it depends on the grid alone. `traced` keeps a trace. */
cdcl_t *cdcl_new(const cdcl_shape_t *shape, const uint8_t *cells, const uint64_t *key, bool traced);

/* Whether `length` numbers are the model of a grid of `size` cells and n symbols (cdcl/model.c). */
bool cdcl_is_model(int n, int size, const uint8_t *cells, const int32_t *model, size_t length);

/* As `cdcl_new`, for a grid that is not plain: its rules and clues are in a model. */
cdcl_t *cdcl_new_model(int n, int size, const uint8_t *cells, const int32_t *model, size_t length,
                       const uint64_t *key, bool traced);

void cdcl_free(cdcl_t *search);

/* Search on for about `steps` steps (some nanoseconds each): SEARCH_NONE (under the assumptions),
 * SEARCH_SOLUTION, which `cdcl_solution` has, SEARCH_PAUSED or WORK_NO_MEMORY. Where the pauses lie
 * has no influence on anything else. */
int cdcl_run(cdcl_t *search, int64_t steps);

void cdcl_solution(const cdcl_t *search, uint8_t *cells);

bool cdcl_forbid(cdcl_t *search, const uint8_t *cells);

void cdcl_fix(cdcl_t *search, const uint8_t *cells);

/* Search from now on for solutions that agree with the symbols in `cells` (none: all empty) of the
 * `count` different cells in `order` (NULL: ascending). The first are used most in proofs. */
void cdcl_assume(cdcl_t *search, const uint8_t *cells, const uint16_t *order, int32_t count);

/* After SEARCH_NONE: write those assumptions that alone exclude every solution. */
void cdcl_core(const cdcl_t *search, uint8_t *cells);

/* Pause, whatever the steps, after this number of conflicts since the beginning. */
void cdcl_be_patient(cdcl_t *search, int64_t conflicts);

/* Walk (cdcl/walk.c) after so many conflicts, even if it may not pay; on plain grids only. */
void cdcl_walk_from(cdcl_t *search, int64_t conflicts);

int64_t cdcl_conflicts(const cdcl_t *search);

/* The short clauses since `cdcl_forget_short`: of k literals -k and these, as in a trace. */
const int32_t *cdcl_short(const cdcl_t *search, size_t *length);
void cdcl_forget_short(cdcl_t *search);

/* Whether `length` numbers are clauses in that form, of variables of this search. */
bool cdcl_are_clauses(const cdcl_t *search, const int32_t *clauses, size_t length);

/* Add clauses of another search for the solutions of the same grid. False: no memory. */
bool cdcl_learn(cdcl_t *search, const int32_t *clauses, size_t length);

/* The trace and its length: a decision as its literal, a conflict as -k and the k literals of the
 * learnt clause. The literal 2v means that variable v is true, 2v + 1 that it is false. */
const int32_t *cdcl_trace(const cdcl_t *search, size_t *length);
