/* The cages of a map have slots: the owner of a cell is a slot, and a slot lists its cells in the
 * order in which they were grown. Slots of cages that were freed stay as they are until the new
 * ones have proved no worse. */
#include "cages/cages.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE = 3, WEIGHT = 9, TIDYING = 100, MOVES = 500, MOST_CHOSEN = 3, FREE = UINT16_MAX };

/* Where another solution differs, and by how much its symbol is higher. */
typedef struct {
    uint16_t cell;
    int16_t more;
} part_t;

struct cage_map {
    int rows, columns, size, n, low, high, weight, share;
    int small;        /* how many cages have fewer cells than `low` */
    int large, cages; /* how many cages have LARGE cells or more, and how many there are */
    uint8_t *symbols;
    uint16_t *owner;
    uint16_t *count, *cells; /* of each slot: how many cells, and [high] cells */
    uint16_t *spare;         /* slots that are free */
    int spares;
    uint16_t *grown; /* slots of the cages that grew last */
    int grown_count;
    uint16_t *free, *found;
    uint32_t *seen, stamp; /* cells or slots that were listed carry the stamp of the list */
    int32_t *sums;         /* of each slot, 0 between uses */
    part_t *parts;         /* of all other solutions; `first` of each, and the end */
    uint32_t *first;
    int others, others_room;
    size_t parts_room;
    uint32_t *fitting, *now_fitting; /* the other solutions that have the sums of the cages */
    int fitting_count;
};

static int slots_of(const cage_map_t *map) { return map->size + MOST_CHOSEN; }

/* Write the neighbours of a cell, ascending; return how many there are. */
static int beside(const cage_map_t *map, int cell, int others[4])
{
    int count = 0, column = cell % map->columns;
    if (cell >= map->columns)
        others[count++] = cell - map->columns;
    if (column > 0)
        others[count++] = cell - 1;
    if (column + 1 < map->columns)
        others[count++] = cell + 1;
    if (cell + map->columns < map->size)
        others[count++] = cell + map->columns;
    return count;
}

static uint16_t *cells_of(cage_map_t *map, int slot)
{
    return map->cells + (size_t)slot * (size_t)map->high;
}

/* Begin a list: nothing carries its stamp. */
static void begin_list(cage_map_t *map)
{
    if (!++map->stamp) {
        memset(map->seen, 0, (size_t)slots_of(map) * sizeof *map->seen);
        map->stamp = 1;
    }
}

static bool is_new(cage_map_t *map, int number)
{
    bool is = map->seen[number] != map->stamp;
    map->seen[number] = map->stamp;
    return is;
}

/* Grow a cage from a free cell to `size` cells, or as many as possible. */
static void grow_cage(cage_map_t *map, int start, int size, stream_t *stream)
{
    int slot = map->spare[--map->spares], count = 0, reached = 0;
    uint16_t *cells = cells_of(map, slot), *found = map->found + 4 * map->high;
    uint64_t held[2] = {0, 0};
    map->grown[map->grown_count++] = (uint16_t)slot;
    begin_list(map);
    for (int cell = start;;) {
        int others[4], open = 0, symbol = map->symbols[cell];
        cells[count++] = (uint16_t)cell;
        map->owner[cell] = (uint16_t)slot;
        held[symbol / 64] |= UINT64_C(1) << symbol % 64;
        if (count >= size)
            break;
        int number = beside(map, cell, others);
        for (int i = 0; i < number; i++)
            if (is_new(map, others[i]))
                map->found[reached++] = (uint16_t)others[i];
        for (int i = 0; i < reached; i++) {
            int other = map->found[i], mine = map->symbols[other];
            if (map->owner[other] == FREE && !(held[mine / 64] >> mine % 64 & 1))
                found[open++] = (uint16_t)other;
        }
        if (!open)
            break;
        cell = found[stream_below(stream, (uint64_t)open)];
    }
    map->count[slot] = (uint16_t)count;
}

/* Cover the cells of `free`, in ascending order, with cages. */
static void grow(cage_map_t *map, int count, stream_t *stream)
{
    map->grown_count = 0;
    for (int last = count - 1; last > 0; last--) {
        int other = (int)stream_below(stream, (uint64_t)last + 1);
        uint16_t kept = map->free[last];
        map->free[last] = map->free[other];
        map->free[other] = kept;
    }
    for (int i = 0; i < count; i++) {
        int size = map->low;
        if (map->owner[map->free[i]] != FREE)
            continue;
        while (size < map->high && (int)stream_below(stream, WEIGHT) < map->weight)
            size++;
        grow_cage(map, map->free[i], size, stream);
    }
}

/* Choose a cage and some others, each next to an earlier one; return how many they are. */
static int choose(cage_map_t *map, int slot, int more, int chosen[MOST_CHOSEN], stream_t *stream)
{
    int count = 1;
    chosen[0] = slot;
    while (count <= more) {
        int around = 0;
        begin_list(map);
        for (int i = 0; i < count; i++)
            is_new(map, chosen[i]);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < map->count[chosen[i]]; j++) {
                int others[4], number = beside(map, cells_of(map, chosen[i])[j], others);
                for (int k = 0; k < number; k++)
                    if (is_new(map, map->owner[others[k]]))
                        map->found[around++] = map->owner[others[k]];
            }
        if (!around)
            break;
        chosen[count++] = map->found[stream_below(stream, (uint64_t)around)];
    }
    return count;
}

static int sum_of(int first, int last) { return (first + last) * (last - first + 1) / 2; }

static int room(cage_map_t *map, int slot)
{
    int size = map->count[slot], n = map->n, total = 0, count = 0;
    for (int i = 0; i < size; i++)
        total += map->symbols[cells_of(map, slot)[i]];
    for (int symbol = 1; symbol <= n; symbol++) {
        int least = symbol < size ? sum_of(1, size) - symbol : sum_of(1, size - 1);
        int most =
            symbol > n - size + 1 ? sum_of(n - size + 1, n) - symbol : sum_of(n - size + 2, n);
        count += least <= total - symbol && total - symbol <= most;
    }
    return size * count;
}

static bool fits(cage_map_t *map, int other)
{
    const part_t *begin = map->parts + map->first[other], *end = map->parts + map->first[other + 1];
    bool does = true;
    for (const part_t *part = begin; part < end; part++)
        map->sums[map->owner[part->cell]] += part->more;
    for (const part_t *part = begin; part < end; part++)
        does &= !map->sums[map->owner[part->cell]];
    for (const part_t *part = begin; part < end; part++)
        map->sums[map->owner[part->cell]] = 0;
    return does;
}

/* Return whether the cages that grew last are no worse than the chosen ones; then count them in
 * place of those, and note which other solutions fit. */
static bool is_no_loss(cage_map_t *map, const int *chosen, int count, bool is_easing)
{
    int space = 0, fitting = 0, small = 0, large = map->large;
    int cages = map->cages + map->grown_count - count;
    for (int i = 0; i < count; i++) {
        small -= map->count[chosen[i]] < map->low;
        large -= map->count[chosen[i]] >= LARGE;
        space -= is_easing ? room(map, chosen[i]) : 0;
    }
    for (int i = 0; i < map->grown_count; i++) {
        small += map->count[map->grown[i]] < map->low;
        large += map->count[map->grown[i]] >= LARGE;
        space += is_easing ? room(map, map->grown[i]) : 0;
    }
    if (small > 0 || space > 0)
        return false;
    if (100 * large < map->share * cages && large * map->cages < map->large * cages)
        return false;
    for (int other = 0; other < map->others; other++)
        if (fits(map, other))
            map->now_fitting[fitting++] = (uint32_t)other;
    if (fitting > map->fitting_count)
        return false;
    uint32_t *before = map->fitting;
    map->fitting = map->now_fitting;
    map->now_fitting = before;
    map->fitting_count = fitting;
    map->small += small;
    map->large = large;
    map->cages = cages;
    return true;
}

static int ascending(const void *one, const void *other)
{
    return *(const uint16_t *)one - *(const uint16_t *)other;
}

/* Grow a cage and some next to it again; undo it if that made things worse. */
static void regrow(cage_map_t *map, int slot, int more, bool is_easing, stream_t *stream)
{
    int chosen[MOST_CHOSEN], free_count = 0;
    int count = choose(map, slot, more, chosen, stream);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < map->count[chosen[i]]; j++) {
            int cell = cells_of(map, chosen[i])[j];
            map->free[free_count++] = (uint16_t)cell;
            map->owner[cell] = FREE;
        }
    qsort(map->free, (size_t)free_count, sizeof *map->free, ascending);
    grow(map, free_count, stream);
    if (is_no_loss(map, chosen, count, is_easing)) {
        for (int i = 0; i < count; i++)
            map->spare[map->spares++] = (uint16_t)chosen[i];
        return;
    }
    for (int i = 0; i < map->grown_count; i++)
        map->spare[map->spares++] = map->grown[i];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < map->count[chosen[i]]; j++)
            map->owner[cells_of(map, chosen[i])[j]] = (uint16_t)chosen[i];
}

/* Grow all cells, and regrow cages that are too small as far as it goes. */
static void cover(cage_map_t *map, stream_t *stream)
{
    int unavoidable = map->low == map->high && map->size % map->low > 0;
    for (int cell = 0; cell < map->size; cell++) {
        map->free[cell] = (uint16_t)cell;
        map->owner[cell] = FREE;
    }
    grow(map, map->size, stream);
    map->cages = map->grown_count;
    for (int i = 0; i < map->grown_count; i++) {
        map->small += map->count[map->grown[i]] < map->low;
        map->large += map->count[map->grown[i]] >= LARGE;
    }
    for (int i = 0; i < TIDYING * map->size; i++) {
        int cell = 0;
        if (map->small > unavoidable)
            while (map->count[map->owner[cell]] >= map->low)
                cell++;
        else if (100 * map->large < map->share * map->cages)
            cell = (int)stream_below(stream, (uint64_t)map->size);
        else
            return;
        regrow(map, map->owner[cell], 1, false, stream);
    }
}

static bool allocate(cage_map_t *map)
{
    size_t size = (size_t)map->size, slots = (size_t)slots_of(map), high = (size_t)map->high;
    /* Room for the neighbours of the chosen cages, and twice for the neighbours of a cage. */
    size_t lists = 4 * high * (MOST_CHOSEN + 1);
    map->symbols = malloc(size);
    map->owner = malloc(size * sizeof *map->owner);
    map->count = calloc(slots, sizeof *map->count);
    map->cells = malloc(slots * high * sizeof *map->cells);
    map->spare = malloc(slots * sizeof *map->spare);
    map->grown = malloc(size * sizeof *map->grown);
    map->free = malloc(size * sizeof *map->free);
    map->found = malloc(lists * sizeof *map->found);
    map->seen = calloc(slots, sizeof *map->seen);
    map->sums = calloc(slots, sizeof *map->sums);
    return map->symbols && map->owner && map->count && map->cells && map->spare && map->grown &&
           map->free && map->found && map->seen && map->sums;
}

cage_map_t *cage_map_new(const cages_task_t *task, stream_t *stream)
{
    cage_map_t *map = calloc(1, sizeof *map);
    if (!map)
        return NULL;
    map->rows = task->rows;
    map->columns = task->columns;
    map->size = task->rows * task->columns;
    map->n = task->n;
    map->low = task->low;
    map->high = task->high;
    map->weight = task->weight;
    map->share = task->share;
    if (!allocate(map)) {
        cage_map_free(map);
        return NULL;
    }
    memcpy(map->symbols, task->symbols, (size_t)map->size);
    while (map->spares < slots_of(map)) {
        map->spare[map->spares] = (uint16_t)map->spares;
        map->spares++;
    }
    cover(map, stream);
    return map;
}

void cage_map_free(cage_map_t *map)
{
    void *blocks[] = {map->symbols, map->owner, map->count,   map->cells,      map->spare,
                      map->grown,   map->free,  map->found,   map->seen,       map->sums,
                      map->parts,   map->first, map->fitting, map->now_fitting};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
    free(map);
}

int cage_map_size(const cage_map_t *map) { return map->size; }

int cage_map_n(const cage_map_t *map) { return map->n; }

const uint8_t *cage_map_symbols(const cage_map_t *map) { return map->symbols; }

const uint16_t *cage_map_owner(const cage_map_t *map) { return map->owner; }

void cage_map_ease(cage_map_t *map, stream_t *stream)
{
    for (int i = 0; i < map->rows; i++) {
        int cell = (int)stream_below(stream, (uint64_t)map->size);
        regrow(map, map->owner[cell], 1 + (int)stream_below(stream, 2), true, stream);
    }
}

/* Make a block larger. Return false: no memory; the old one stays. */
static bool widen(void *block, size_t bytes)
{
    void *old, *wide;
    memcpy(&old, block, sizeof old);
    wide = realloc(old, bytes);
    if (wide)
        memcpy(block, &wide, sizeof wide);
    return wide != NULL;
}

static bool make_room(cage_map_t *map)
{
    size_t parts = map->others ? map->first[map->others] : 0;
    if (map->others == map->others_room) {
        size_t room = 2 * (size_t)map->others_room + 8;
        if (!widen(&map->first, (room + 1) * sizeof *map->first) ||
            !widen(&map->fitting, room * sizeof *map->fitting) ||
            !widen(&map->now_fitting, room * sizeof *map->now_fitting))
            return false;
        map->first[0] = 0;
        map->others_room = (int)room;
    }
    if (parts + (size_t)map->size > map->parts_room) {
        size_t room = 2 * map->parts_room + (size_t)map->size;
        if (!widen(&map->parts, room * sizeof *map->parts))
            return false;
        map->parts_room = room;
    }
    return true;
}

int cage_map_rule_out(cage_map_t *map, const uint8_t *other, stream_t *stream)
{
    if (!make_room(map))
        return -1;
    uint32_t end = map->first[map->others];
    for (int cell = 0; cell < map->size; cell++)
        if (other[cell] != map->symbols[cell])
            map->parts[end++] =
                (part_t){(uint16_t)cell, (int16_t)(other[cell] - map->symbols[cell])};
    map->first[++map->others] = end;
    map->fitting[0] = (uint32_t)map->others - 1;
    map->fitting_count = 1;
    for (int i = 0; i < MOVES; i++) {
        uint32_t last = map->fitting[map->fitting_count - 1], begin = map->first[last];
        uint64_t index = stream_below(stream, map->first[last + 1] - begin);
        int cell = map->parts[begin + index].cell;
        regrow(map, map->owner[cell], 1 + (int)stream_below(stream, 2), false, stream);
        if (!map->fitting_count)
            return 1;
    }
    return 0;
}
