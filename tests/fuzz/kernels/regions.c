/* Maps of regions of any size that bind/generate.c lets through: exchanges equal a reference that
 * tests every cell for connection; every region is connected and has n cells, and they are numbered
 * as they first appear. */
#include <stdbool.h>

#include "generate/regions.h"
#include "subject.h"

enum { SMALL = 8, MOST_EXCHANGES = 15 };

static _Thread_local uint8_t region[REGIONS_MAX * REGIONS_MAX],
    exchanged[REGIONS_MAX * REGIONS_MAX];

/* Take a cell and all connected ones off its region; return how many cells these are. */
static int take_off(int n, int cell, int number)
{
    if (region[cell] != number)
        return 0;
    region[cell] = REGIONS_MAX;
    return 1 + (cell % n ? take_off(n, cell - 1, number) : 0) +
           (cell % n < n - 1 ? take_off(n, cell + 1, number) : 0) +
           (cell >= n ? take_off(n, cell - n, number) : 0) +
           (cell + n < n * n ? take_off(n, cell + n, number) : 0);
}

/* Whether a region of `exchanged` is in one piece, from a cell of it. */
static bool is_whole(int n, int cell)
{
    memcpy(region, exchanged, (size_t)(n * n));
    return take_off(n, cell, exchanged[cell]) == n;
}

/* Return the cell at a side of another one, or -1. */
static int cell_at(int n, int cell, int side)
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};
    int row = cell / n + down[side], column = cell % n + right[side];
    return row < 0 || row >= n || column < 0 || column >= n ? -1 : row * n + column;
}

/* Whether a cell of a region touches one of another. */
static bool touches(int n, int cell, int other)
{
    bool does = false;
    for (int side = 0; side < 4; side++) {
        int next = cell_at(n, cell, side);
        does |= next >= 0 && exchanged[next] == other;
    }
    return does;
}

/* Draw a cell and a side; give the cell to the region there, which gives one of those cells in
 * return that touch the first region. Return whether that was possible. */
static bool exchange(int n, stream_t *stream)
{
    static _Thread_local int touching[REGIONS_MAX * REGIONS_MAX];
    int drawn = (int)stream_below(stream, 4 * (uint64_t)(n * n)), cell = drawn / 4, count = 0;
    int beside = cell_at(n, cell, drawn % 4);
    if (beside < 0 || exchanged[beside] == exchanged[cell])
        return false;
    uint8_t mine = exchanged[cell], other = exchanged[beside];
    exchanged[cell] = REGIONS_MAX; /* It is of neither. */
    for (int given = 0; given < n * n; given++)
        if (exchanged[given] == other && touches(n, given, mine))
            touching[count++] = given;
    exchanged[cell] = mine;
    if (!count)
        return false;
    int given = touching[stream_below(stream, (uint64_t)count)];
    exchanged[cell] = other;
    exchanged[given] = mine;
    if (is_whole(n, cell) && is_whole(n, given))
        return true;
    exchanged[cell] = mine;
    exchanged[given] = other;
    return false;
}

SUBJECT(regions)
{
    static _Thread_local regions_t map;
    int n = 2 + take_byte(&input) % (SMALL - 1), known = 0, box_width = 1;
    bool is_large = take_byte(&input) == UINT8_MAX; /* They are slow, and like small ones. */
    if (is_large)
        n = 2 + take_up_to(&input, REGIONS_MAX - 2);
    for (int wanted = 1 + take_byte(&input) % n; wanted > 1 && box_width == 1; wanted--)
        box_width = n % wanted ? 1 : wanted;
    uint64_t key[4] = {take(&input, 4), 0, 0, 0};
    stream_t stream;
    stream_start(&stream, key, 0);
    regions_start(&map, n, box_width);
    int exchanges = take_up_to(&input, is_large ? 1 : MOST_EXCHANGES);
    stream_t same = stream;
    memcpy(exchanged, map.region, (size_t)(n * n));
    for (int left = exchanges; left; left -= exchange(n, &same))
        ;
    regions_exchange(&map, &stream, exchanges);
    check(memcmp(exchanged, map.region, (size_t)(n * n)) == 0);
    check(memcmp(&stream, &same, sizeof same) == 0);
    regions_number(&map);
    answer_bytes(map.region, (size_t)(n * n));
    memcpy(region, map.region, (size_t)(n * n));
    for (int cell = 0; cell < n * n; cell++)
        if (region[cell] != REGIONS_MAX) {
            check(region[cell] == known);
            check(take_off(n, cell, known++) == n);
        }
    check(known == n);
}
