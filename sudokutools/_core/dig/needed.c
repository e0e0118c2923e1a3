/* The unavoidable sets of a grid, listed once, with the number of clues that each has left.
 *
 * A grid on its way to a puzzle is asked about all its cells, most of them when few clues are left:
 * there a count kept for every set costs less than a set followed from every clue, as
 * bulk/unavoidable.c does for a puzzle that is there. */
#include "dig/needed.h"

/* Where the symbols of a grid stand. */
typedef struct {
    uint8_t cell_in_row[9][9], cell_in_column[9][9]; /* [symbol][row], [symbol][column] */
    uint16_t row_in_column[9][9], row_in_box[9][9];  /* [symbol][column], [symbol][box]: a bit */
} places_t;

static void find_places(places_t *places, const unsigned char *grid)
{
    for (int cell = 0; cell < 81; cell++) {
        int symbol = grid[cell] - '1', row = cell / 9, column = cell % 9;
        places->cell_in_row[symbol][row] = (uint8_t)cell;
        places->cell_in_column[symbol][column] = (uint8_t)cell;
        places->row_in_column[symbol][column] = (uint16_t)(1U << row);
        places->row_in_box[symbol][row / 3 * 3 + column / 3] = (uint16_t)(1U << row);
    }
}

/* Number the sets of two symbols: parts of rows of which each leads to those where b shares a column
 * or a box with its a. */
static void list_symbols(needed_sets_t *sets, const places_t *places, int a, int b)
{
    const uint8_t *cells_a = places->cell_in_row[a], *cells_b = places->cell_in_row[b];
    int slot_a = b - 1, slot_b = a;
    unsigned rows = 0x1ff;
    while (rows) {
        unsigned fresh = rows & -rows, left = 0;
        while (fresh) {
            int row = __builtin_ctz(fresh), cell = cells_a[row], other = cells_b[row];
            rows &= ~(1U << row);
            left = (left + 512) ^ (unsigned)(cell ^ other);
            sets->of_cell[cell][slot_a] = (uint8_t)sets->sets;
            sets->of_cell[other][slot_b] = (uint8_t)sets->sets;
            fresh |= places->row_in_column[b][cell % 9];
            fresh |= places->row_in_box[b][row / 3 * 3 + cell % 9 / 3];
            fresh &= rows;
        }
        sets->whole[sets->sets++] = (uint16_t)left;
    }
}

/* Number the sets of two lines a and b of a band or stack, `across` cells apart: cycles of places at
 * which b has the symbol that a has at the next. cells[symbol][a]: where a has a symbol. */
static void list_lines(needed_sets_t *sets, const unsigned char *grid, const uint8_t cells[9][9],
                       int a, int b, int across, int slot)
{
    unsigned symbols = 0x1ff;
    while (symbols) {
        int symbol = __builtin_ctz(symbols);
        unsigned left = 0;
        while (symbols >> symbol & 1) {
            int cell = cells[symbol][a];
            symbols &= ~(1U << symbol);
            left = (left + 512) ^ (unsigned)(cell ^ (cell + across));
            sets->of_cell[cell][slot + b % 3 - 1] = (uint8_t)sets->sets;
            sets->of_cell[cell + across][slot + a % 3] = (uint8_t)sets->sets;
            symbol = grid[cell + across] - '1';
        }
        sets->whole[sets->sets++] = (uint16_t)left;
    }
}

void needed_list(needed_sets_t *sets, const unsigned char *grid)
{
    places_t places;
    find_places(&places, grid);
    sets->sets = 0;
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++) {
            list_symbols(sets, &places, a, b);
            if (a / 3 == b / 3) {
                list_lines(sets, grid, places.cell_in_row, a, b, 9 * (b - a), 8);
                list_lines(sets, grid, places.cell_in_column, a, b, b - a, 10);
            }
        }
}
