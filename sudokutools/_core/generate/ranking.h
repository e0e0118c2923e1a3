/* The number of a complete 9x9 grid and the grid of a number. sudokutools/generating/ranking.py
 * defines the order and is the twin of this file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "work.h"

#define RANKING_BOXES UINT32_C(60480)
#define RANKING_OF_A_BOX UINT64_C(110299334524157952)

/* Write the cells (symbols from 1) of grid number box * RANKING_OF_A_BOX + place, box below
 * RANKING_BOXES and place below RANKING_OF_A_BOX. WORK_DONE or WORK_NO_MEMORY. */
int ranking_cells(uint32_t box, uint64_t place, uint8_t cells[81]);

/* Find the number of a complete grid that breaks no rule. WORK_DONE or WORK_NO_MEMORY. */
int ranking_of_cells(const uint8_t cells[81], uint32_t *box, uint64_t *place);
