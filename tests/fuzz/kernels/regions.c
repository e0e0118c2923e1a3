/* Maps of regions of any size that bind/generate.c lets through: every region is connected and has
 * n cells, and they are numbered as they first appear. */
#include <stdbool.h>

#include "generate/regions.h"
#include "subject.h"

enum { SMALL = 8, MOST_EXCHANGES = 15 };

static _Thread_local uint8_t region[REGIONS_MAX * REGIONS_MAX];

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
    regions_exchange(&map, &stream, exchanges);
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
