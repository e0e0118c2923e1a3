/* The canonical form of a complete 9x9 grid, by its bands. Included by canonical/sse.c and
 * canonical/plain.c.
 *
 * Up to relabelling, the order of rows and the order of columns there are 416 classes of bands,
 * numbered in the order of their smallest bands (canonical/bands.c):
 *
 *     1 2 3 | 4 5 6 | 7 8 9
 *     4 5 6 | 7 8 9 | 1 2 3    class 0
 *     7 8 9 | 1 2 3 | 4 5 6
 *
 * Any of the three bands and three stacks can be moved to the top, and nothing outside it limits
 * its maps; so the first 27 cells of the canonical form are the smallest band of the smallest class
 * among the six. The maps that take such a band there are one, from a table, followed by the
 * automorphisms of the smallest band, from a table. That leaves the order of the other two bands
 * and of the rows in them, and column 1 holds different digits there, so it decides. Row 4 begins
 * with 2: row 1 has 1 and 2, and column 1 has 1. So row 4 alone, of all maps, leaves a few that
 * tie, one nearly always; those are completed and compared.
 *
 * Different pairs of a band and an automorphism are different geometric maps, and every map that
 * leads to the canonical form is among them: the ties at the end are the automorphisms of the grid.
 */

typedef struct {
    const uint8_t (*rows)[16]; /* the nine rows of the grid on this side */
    unsigned top;              /* the first row of the band */
    uint8_t codes[16];         /* of each digit: the cell of box 1 that holds it, from 0 */
    uint32_t to_least;         /* the class and a map, as in the tables */
    unsigned orders;           /* of the columns of boxes 2 and 3 in the first row: one of 36 */
} band_view_t;

/* Look at the six bands. All codes are written before the first is read as a vector: a processor
 * waits for such a read until the single bytes have left its store buffer. */
static inline void view_bands(const grid9_t *grid, const band_tables_t *tables,
                              band_view_t views[6])
{
    for (unsigned band = 0; band < 6; band++) {
        band_view_t *view = views + band;
        view->rows = grid->rows[band / 3];
        view->top = band % 3 * 3;
        view->codes[0] = 0;
        for (unsigned cell = 0; cell < 9; cell++)
            view->codes[view->rows[view->top + cell / 3][cell % 3]] = (uint8_t)cell;
    }
    for (unsigned band = 0; band < 6; band++) {
        band_view_t *view = views + band;
        const bytes_t codes = bytes_load(view->codes);
        uint32_t box2 = 0, box3 = 0;
        for (unsigned row = 0; row < 3; row++) {
            uint32_t at[4];
            bytes_weigh(at, bytes_pick(codes, bytes_load(view->rows[view->top + row])));
            box2 += tables->row[row][at[1]];
            box3 += tables->row[row][at[2]];
        }
        view->to_least = tables->to_least[band_index(tables, box2, box3)];
        view->orders = (box2 & 255) / 36 * 6 + (box3 & 255) / 36;
    }
}

/* Write the six other rows of a grid as they stand when a band is brought to its smallest form,
 * rows in any order within their bands, labels from 0 and 15 in the gaps. */
static inline void bring_to_top(const band_view_t *view, const band_tables_t *tables,
                                uint8_t others[6][16])
{
    const unsigned map = view->to_least & 0xffff;
    const bytes_t columns = bytes_pick(bytes_load(tables->normal[view->orders]),
                                       bytes_load(tables->columns[map % COLUMN_ORDERS]));
    const bytes_t top = bytes_load(view->rows[view->top + map / COLUMN_ORDERS]);
    uint8_t digits[16], labels[16] = {15};
    bytes_store(digits, bytes_pick(top, columns));
    for (unsigned column = 0; column < 9; column++)
        labels[digits[GAPPED(column)]] = (uint8_t)column;
    const bytes_t label = bytes_load(labels);
    for (unsigned row = 0, at = 0; row < 9; row++)
        if (row - view->top >= 3)
            bytes_store(others[at++],
                        bytes_pick(label, bytes_pick(bytes_load(view->rows[row]), columns)));
}

/* Return row 4 after an automorphism of the top band, columns 2 to 9, as a number. */
static inline uint64_t fourth_row(uint8_t others[6][16], const band_automorphism_t *map)
{
    unsigned row = 0;
    while (others[row][map->columns[0]] != map->two)
        row++;
    const bytes_t labels = bytes_pick(bytes_load(others[row]), bytes_load(map->fourth));
    return bytes_low_word(bytes_pick(bytes_load(map->labels), labels));
}

/* Write rows 4 to 9 after an automorphism of the top band. */
static inline void complete(uint8_t others[6][16], const band_automorphism_t *map,
                            uint8_t rows[6][16])
{
    bytes_t moved[6];
    unsigned keys[6]; /* The first label, and the row. */
    for (unsigned row = 0; row < 6; row++) {
        const bytes_t labels = bytes_pick(bytes_load(others[row]), bytes_load(map->columns));
        moved[row] = bytes_pick(bytes_load(map->labels), labels);
        keys[row] = (unsigned)(bytes_low_word(moved[row]) & 15) << 4 | row;
    }
    for (unsigned band = 0; band < 6; band += 3) {
        sort_two(keys + band, keys + band + 1);
        sort_two(keys + band + 1, keys + band + 2);
        sort_two(keys + band, keys + band + 1);
    }
    const unsigned first = keys[0] < keys[3] ? 0 : 3;
    for (unsigned row = 0; row < 6; row++)
        bytes_store(rows[row], moved[keys[(row + first) % 6] & 15]);
}

static inline void write_grid(const uint8_t least[27], uint8_t rows[6][16], uint8_t *line)
{
    memcpy(line, least, 27);
    for (unsigned row = 0; row < 6; row++) {
        const bytes_t labels = bytes_pick(bytes_load(rows[row]), bytes_load(without_gaps));
        const bytes_t signs = bytes_all('1') + labels;
        if (row < 5) { /* The next rows overwrite the excess. */
            bytes_store(line + 27 + 9 * row, signs);
            continue;
        }
        uint8_t last[16];
        bytes_store(last, signs);
        memcpy(line + 72, last, 9);
    }
}

/* Write the canonical form of a complete valid grid. Return the number of automorphisms. */
static long canonical_grid(const grid9_t *grid, const band_tables_t *tables, uint8_t *line)
{
    struct {
        uint8_t band;
        const band_automorphism_t *map;
    } ties[6 * AUTOMORPHISMS];
    band_view_t views[6];
    uint8_t others[6][6][16], least_rows[6][16], rows[6][16];
    unsigned least_class = CLASSES, tied = 0, bands = 0;
    view_bands(grid, tables, views);
    for (unsigned band = 0; band < 6; band++) {
        const unsigned class_number = views[band].to_least >> 16;
        least_class = class_number < least_class ? class_number : least_class;
    }
    for (unsigned band = 0; band < 6; band++)
        bands |= (unsigned)(views[band].to_least >> 16 == least_class) << band;
    const band_automorphism_t *first =
        tables->automorphisms + tables->first_automorphism[least_class];
    const band_automorphism_t *end =
        tables->automorphisms + tables->first_automorphism[least_class + 1];
    uint64_t least = UINT64_MAX;
    ties[0].band = 0; /* Replaced by the first tie, which compilers cannot know. */
    ties[0].map = first;
    for (; bands; bands &= bands - 1) {
        const unsigned band = (unsigned)__builtin_ctz(bands);
        bring_to_top(&views[band], tables, others[band]);
        if (end - first == 1) { /* All bands tie: there is nothing to choose from. */
            ties[tied].band = (uint8_t)band;
            ties[tied++].map = first;
            continue;
        }
        for (const band_automorphism_t *map = first; map < end; map++) {
            const uint64_t row = fourth_row(others[band], map);
            if (row > least)
                continue;
            if (row < least)
                tied = 0;
            least = row;
            ties[tied].band = (uint8_t)band;
            ties[tied++].map = map;
        }
    }
    long automorphisms = 1;
    complete(others[ties[0].band], ties[0].map, least_rows);
    for (unsigned i = 1; i < tied; i++) {
        complete(others[ties[i].band], ties[i].map, rows);
        const int order = memcmp(rows, least_rows, sizeof rows);
        if (order < 0)
            memcpy(least_rows, rows, sizeof rows);
        automorphisms = order < 0 ? 1 : automorphisms + (order == 0);
    }
    write_grid(tables->least[least_class], least_rows, line);
    return automorphisms;
}
