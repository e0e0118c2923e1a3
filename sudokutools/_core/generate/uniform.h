/* Complete grids, each exactly equally likely. sudokutools/generating/uniform.py has the
 * method and the proof and is the twin of this file; both draw the same grids. */
#pragma once

#include "streams.h"
#include "work.h"

#include <stdbool.h>

bool uniform_is_exact(int box_width, int box_height);

/* Draw the cells (symbols from 1) of a full grid of such a box. WORK_DONE or WORK_NO_MEMORY. */
int uniform_cells(int box_width, int box_height, stream_t *stream, uint8_t *cells);
