/* Canonical forms of a block of grids: the choice of a variant, and the tables once they pay. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "canonical/kernel.h"

enum { CHECK_EVERY = 256, TABLES_PAY = 50 };

static _Atomic(void *) shared_tables; /* band_tables_t */
static atomic_int complete_met;       /* Complete grids so far: decides when the tables are made. */

static canonical_one_t *variant(core_t core)
{
#if defined(__x86_64__)
    if (core_has(core, CORE_SSE41))
        return canonical_one_sse;
#endif
    (void)core;
    return canonical_one_plain;
}

static void *make_tables(void) { return canonical_band_tables(); }

static void drop_tables(void *tables)
{
    free(((band_tables_t *)tables)->automorphisms);
    free(tables);
}

/* Return the tables if they are there, or if there were enough complete grids, with this block, for
 * them to pay: without them a complete grid takes half a millisecond, they take twenty. */
static const band_tables_t *tables_for(const uint8_t *cells, const line_record_t *records,
                                       size_t count)
{
    const band_tables_t *tables = atomic_load(&shared_tables);
    int complete = 0;
    for (size_t i = 0; !tables && i < count && complete < TABLES_PAY; i++) {
        const uint8_t *grid = cells + (records ? records[i].start : 81 * i);
        int cell = 0;
        while (cell < 81 && (uint8_t)(grid[cell] - '1') < 9)
            cell++;
        complete += cell == 81;
    }
    if (tables || !complete || atomic_fetch_add(&complete_met, complete) + complete < TABLES_PAY)
        return tables;
    return made_once(&shared_tables, make_tables, drop_tables);
}

int canonical_lines(core_t core, const uint8_t *cells, const line_record_t *records, size_t count,
                    uint8_t empty, uint8_t *lines, uint32_t *automorphisms, check_t *check,
                    void *context)
{
    canonical_one_t *const one = variant(core);
    const band_tables_t *tables = tables_for(cells, records, count);
    canonical_room_t room = {0};
    int status = WORK_DONE;
    for (size_t i = 0; i < count && status == WORK_DONE; i++) {
        uint8_t *line = lines + 82 * i;
        const uint8_t *grid = cells + (records ? records[i].start : 81 * i);
        const long maps = one(grid, empty, line, tables, &room);
        if (maps == 0)
            memset(line, empty, 81);
        line[81] = '\n';
        automorphisms[i] = (uint32_t)maps;
        if (maps < 0)
            status = WORK_NO_MEMORY;
        else if (i % CHECK_EVERY == CHECK_EVERY - 1 && check && check(context))
            status = WORK_STOPPED;
    }
    free(room.states);
    free(room.next);
    free(room.steps);
    return status;
}
