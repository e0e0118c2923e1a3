#include "generate/regions.h"

#include <stdbool.h>
#include <string.h>

void regions_start(regions_t *map, int n, int box_width)
{
    int height = n / box_width;
    map->n = n;
    for (int cell = 0; cell < n * n; cell++)
        map->region[cell] = (uint8_t)(cell / n / height * height + cell % n / box_width);
    memset(map->is_reached, 0, sizeof map->is_reached);
}

/* Return the neighbour of a cell above, left, right or below (side 0 to 3), or -1. */
static inline int beside(int n, int cell, int side)
{
    switch (side) {
    case 0:
        return cell >= n ? cell - n : -1;
    case 1:
        return cell % n ? cell - 1 : -1;
    case 2:
        return (cell + 1) % n ? cell + 1 : -1;
    default:
        return cell + n < n * n ? cell + n : -1;
    }
}

/* Tell whether a cell touches one of its region. */
static bool touches(const regions_t *map, int cell, int region)
{
    for (int side = 0; side < 4; side++) {
        int other = beside(map->n, cell, side);
        if (other >= 0 && map->region[other] == region)
            return true;
    }
    return false;
}

/* Tell whether the region of a cell is connected. */
static bool is_connected(regions_t *map, int cell)
{
    int region = map->region[cell], count = 1;
    map->reached[0] = (uint16_t)cell;
    map->is_reached[cell] = 1;
    for (int at = 0; at < count; at++) {
        for (int side = 0; side < 4; side++) {
            int other = beside(map->n, map->reached[at], side);
            if (other >= 0 && map->region[other] == region && !map->is_reached[other]) {
                map->is_reached[other] = 1;
                map->reached[count++] = (uint16_t)other;
            }
        }
    }
    for (int at = 0; at < count; at++)
        map->is_reached[map->reached[at]] = 0;
    return count == map->n;
}

/* Try one exchange; return whether it was made. */
static bool exchange(regions_t *map, stream_t *stream)
{
    int cells = map->n * map->n;
    int drawn = (int)stream_below(stream, 4 * (uint64_t)cells);
    int cell = drawn / 4, next = beside(map->n, cell, drawn % 4);
    if (next < 0 || map->region[next] == map->region[cell])
        return false;
    uint8_t mine = map->region[cell], other = map->region[next];
    map->region[cell] = other;
    int count = 0;
    for (int candidate = 0; candidate < cells; candidate++) {
        if (map->region[candidate] == other && candidate != cell && touches(map, candidate, mine))
            map->touching[count++] = (uint16_t)candidate;
    }
    if (count) {
        int given = map->touching[stream_below(stream, (uint64_t)count)];
        map->region[given] = mine;
        if (is_connected(map, given) && is_connected(map, cell))
            return true;
        map->region[given] = other;
    }
    map->region[cell] = mine;
    return false;
}

void regions_exchange(regions_t *map, stream_t *stream, int count)
{
    while (count)
        count -= exchange(map, stream);
}

void regions_number(regions_t *map)
{
    int known = 0;
    uint8_t number[REGIONS_MAX];
    memset(number, REGIONS_MAX, sizeof number);
    for (int cell = 0; cell < map->n * map->n; cell++) {
        uint8_t *region = &map->region[cell];
        if (number[*region] == REGIONS_MAX)
            number[*region] = (uint8_t)known++;
        *region = number[*region];
    }
}
