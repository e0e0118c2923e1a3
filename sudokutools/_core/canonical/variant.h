/* One grid from its 81 bytes to its canonical form. A variant defines CANONICAL_ONE and includes
 * this file: see canonical/sse.c. */
#include <stdlib.h>
#include <string.h>

#include "canonical/bytes.h"
#include "canonical/kernel.h"

/* A grid, as it is and transposed, digits 1 to 9 and 0 for an empty cell or a gap. */
typedef struct {
    uint8_t rows[2][9][16];
    unsigned filled[2][9]; /* the filled columns of each row, as 0x777 */
    unsigned empty[2];     /* the empty rows, a bit each */
} grid9_t;

static const uint8_t without_gaps[16] = {0,  1,   2,   4,   5,   6,   8,   9,
                                         10, 128, 128, 128, 128, 128, 128, 128};

#include "canonical/puzzles.h"

#include "canonical/grids.h"

/* Return row `row` of 81 bytes with gaps: the digits, 0 for every other sign. */
static inline bytes_t read_row(const uint8_t *cells, unsigned row)
{
    const bytes_t gapped = BYTES_OF(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, -1, -1, -1, -1);
    const bytes_t last = BYTES_OF(7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1, -1, -1, -1, -1);
    bytes_t signs = row < 8 ? bytes_pick(bytes_load(cells + 9 * row), gapped)
                            : bytes_pick(bytes_load(cells + 65), last);
    signs = bytes_less(signs, bytes_all('0'));
    return signs & bytes_equal(bytes_least(signs, bytes_all(9)), signs);
}

static inline void read_grid(grid9_t *grid, const uint8_t *cells)
{
    const bytes_t nothing = bytes_all(0);
    grid->empty[0] = grid->empty[1] = 0;
    unsigned columns = 0;
    for (unsigned row = 0; row < 9; row++) {
        const bytes_t symbols = read_row(cells, row);
        bytes_store(grid->rows[0][row], symbols);
        grid->filled[0][row] = ~bytes_high_bits(bytes_equal(symbols, nothing)) & 0x777;
        grid->empty[0] |= (unsigned)!grid->filled[0][row] << row;
        columns |= grid->filled[0][row];
    }
    bytes_transpose(grid->rows[1], grid->rows[0]);
    for (unsigned column = 0; column < 9; column++) {
        grid->filled[1][column] =
            ~bytes_high_bits(bytes_equal(bytes_load(grid->rows[1][column]), nothing)) & 0x777;
        grid->empty[1] |= (~columns >> GAPPED(column) & 1) << column;
    }
}

/* Return nonzero bytes where a digit stands twice in a column, or, with boxes, in a box. */
static inline bytes_t repeated(uint8_t rows[9][16], bool boxes)
{
    const bytes_t to_8 = BYTES_OF(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const bytes_t nine = BYTES_OF(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    const bytes_t next = BYTES_OF(1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15);
    bytes_t twice = bytes_all(0), low = twice, high = twice;
    for (unsigned band = 0; band < 9; band += 3) {
        bytes_t low_here = bytes_all(0), high_here = low_here;
        for (unsigned row = band; row < band + 3; row++) {
            const bytes_t symbols = bytes_load(rows[row]);
            const bytes_t a = bytes_pick(to_8, symbols), b = bytes_pick(nine, symbols);
            twice |= (a & low_here) | (b & high_here);
            low_here |= a;
            high_here |= b;
        }
        if (boxes) {
            twice |= low_here & bytes_pick(low_here, next);
            twice |= high_here & bytes_pick(high_here, next);
        }
        twice |= (low_here & low) | (high_here & high);
        low |= low_here;
        high |= high_here;
    }
    return twice;
}

static inline bool breaks_rules(grid9_t *grid)
{
    const bytes_t twice = repeated(grid->rows[0], true) | repeated(grid->rows[1], false);
    return bytes_high_bits(bytes_equal(twice, bytes_all(0))) != 0xffff;
}

long CANONICAL_ONE(const uint8_t *cells, uint8_t empty, uint8_t *line, const band_tables_t *tables,
                   canonical_room_t *room)
{
    grid9_t grid;
    read_grid(&grid, cells);
    if (breaks_rules(&grid))
        return 0;
    unsigned filled = 0x777;
    for (unsigned row = 0; row < 9; row++)
        filled &= grid.filled[0][row];
    return tables && filled == 0x777 ? canonical_grid(&grid, tables, line)
                                     : canonical_puzzle(&grid, empty, line, room);
}
