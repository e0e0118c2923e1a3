/* Regions: the cells that hold some symbols are connected by their sides. What they leave to cells
 * is what sudokutools/constraints/connectivity.py leaves: reachability and articulation points. */
#include "variant/items.h"

bool variant_add_region(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    const uint16_t *cells = variant_cells_of(s, item);
    symbols_t *sets = variant_memory(s, 1, sizeof *sets);
    s->walk = s->walk ? s->walk : variant_memory(s, (size_t)s->size, sizeof *s->walk);
    if (!cells || !sets || !s->walk)
        return false;
    *sets = (symbols_t)item->numbers[1];
    s->parts[make->parts++] = (part_t){.kind = VARIANT_CONNECTED,
                                       .count = item->count,
                                       .cells = cells,
                                       .sets = sets,
                                       .columns = (int)item->numbers[0],
                                       .total = item->numbers[2]};
    return true;
}

/* Return a neighbour by number 0 to 3, -1 if there is none. */
static int beside(const part_t *part, int at, int number)
{
    int columns = part->columns, column = at % columns;
    switch (number) {
    case 0:
        return at >= columns ? at - columns : -1;
    case 1:
        return column ? at - 1 : -1;
    case 2:
        return column + 1 < columns && at + 1 < part->count ? at + 1 : -1;
    default:
        return at + columns < part->count ? at + columns : -1;
    }
}

/* Take what was found below a place over to the place above it. */
static void go_up(place_t *walk, int at)
{
    const place_t *place = &walk[at];
    place_t *above = &walk[place->above];
    if (place->low < above->low)
        above->low = place->low;
    above->held += place->held;
    above->size += place->size;
    if (place->low >= above->order) {
        above->cut += place->size;
        above->forced |= place->held > 0;
    }
}

/* Search from a place to all that can be reached. Return how many these are. */
static int search_from(const part_t *part, place_t *walk, int root, int found)
{
    int at = root, first = found;
    walk[root].above = -1;
    walk[root].order = walk[root].low = ++found;
    while (at >= 0) {
        place_t *place = &walk[at];
        if (place->tried == 4) {
            if (place->above >= 0)
                go_up(walk, at);
            at = place->above;
            continue;
        }
        int other = beside(part, at, place->tried++);
        if (other < 0 || !walk[other].can)
            continue;
        place_t *next = &walk[other];
        if (next->order) {
            place->low = next->order < place->low ? next->order : place->low;
        } else {
            next->order = next->low = ++found;
            next->above = at;
            at = other;
        }
    }
    return found - first;
}

/* Find how many cells that need not be in the region lead from the root to each place that it may
 * reach. */
static void measure(const part_t *part, place_t *walk, int root)
{
    int now = root, next = -1;
    walk[root].far = 0;
    walk[root].then = -1;
    for (int far = 0; now >= 0; far++, now = next, next = -1)
        while (now >= 0) {
            int at = now;
            now = walk[at].then;
            for (int i = 0; i < 4; i++) {
                int other = beside(part, at, i);
                if (other < 0 || !walk[other].can || walk[other].far >= 0)
                    continue;
                int *list = walk[other].must ? &now : &next;
                walk[other].far = far + !walk[other].must;
                walk[other].then = *list;
                *list = other;
            }
        }
}

/* Look at all places. Return the first that must be in the region, -1 without one. */
static int look(const variant_t *s, const part_t *part, place_t *walk, int *musts)
{
    int root = -1;
    for (int i = part->count; i-- > 0;) {
        symbols_t set = s->symbols[part->cells[i]];
        bool can = set & part->sets[0], must = !(set & ~part->sets[0]);
        walk[i] = (place_t){.can = can, .must = must, .held = must, .size = 1, .far = -1};
        *musts += must;
        root = must ? i : root;
    }
    return root;
}

/* Drop the parts that are too small, if no cell must be in the region. Return how many places are
 * left. */
static int drop_small(const part_t *part, place_t *walk)
{
    int found = 0, left = 0;
    for (int i = 0; i < part->count; i++) {
        if (!walk[i].can || walk[i].order)
            continue;
        int first = found, size = search_from(part, walk, i, found);
        found += size;
        left += size < part->total ? 0 : size;
        for (int k = i; size < part->total && k < part->count; k++)
            if (walk[k].order > first)
                walk[k] = (place_t){0};
    }
    return left;
}

bool variant_settle_region(variant_t *s, const part_t *part)
{
    place_t *walk = s->walk;
    int musts = 0, root = look(s, part, walk, &musts);
    int size = (int)part->total;
    s->work += 8 * part->count;
    if (!size && root < 0)
        return true;
    int reached = root < 0 ? drop_small(part, walk) : search_from(part, walk, root, 0);
    if (reached < size || (root >= 0 && walk[root].held < musts))
        return false;
    if (size && root >= 0)
        measure(part, walk, root);
    int inside = 0;
    for (int i = 0; i < part->count; i++) {
        place_t *place = &walk[i];
        bool is_needed = root < 0 ? reached == size : reached - 1 - place->cut < size;
        place->forced |= place->must || is_needed;
        place->forced &= place->order > 0;
        inside += place->forced;
    }
    if (size && inside > size)
        return false;
    for (int i = 0; i < part->count; i++) {
        const place_t *place = &walk[i];
        bool is_out = !place->order || (size && inside == size && !place->forced) ||
                      (size && place->far > size - musts);
        symbols_t gone = is_out ? part->sets[0] : place->forced ? s->every & ~part->sets[0] : 0;
        if (!variant_take(s, part->cells[i], gone))
            return false;
    }
    return true;
}
