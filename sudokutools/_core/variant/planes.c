/* The search by planes: grids of few symbols and cells under rules about houses and pairs of cells.
 * The plane of a symbol has a bit for each cell that can hold it. One step changes all cells:
 *
 *     a cell in one plane only              the cells that it sees leave this plane
 *     a plane with one cell in a house      the cell leaves the other planes
 *     a plane with more cells in a house    the cells that see all of them leave this plane
 *     a cell that excludes a symbol         its partners leave the plane of this symbol
 *
 * Partners are to be apart, greater or less. A house is looked at again for a symbol if a cell of
 * it has left the plane. */
#include "variant/state.h"

#include <string.h>

/* The most symbols, cells and houses; the work of a round of all rules, as other searches count. */
enum { PLANES = 9, CELLS = 128, HOUSES = 64, WORK = 15 };

enum { APART, GREATER, LESS, RELATIONS };

__extension__ typedef unsigned __int128 cells_t;

/* What changes from branch to branch. */
typedef struct {
    cells_t plane[PLANES], placed;
    uint64_t done[PLANES];           /* The houses that have the symbol. */
    cells_t told[RELATIONS][PLANES]; /* Cells whose partners have left the plane. */
} position_t;

struct planes {
    int relations;
    cells_t every, house[HOUSES], seen[CELLS];
    cells_t partners[RELATIONS][CELLS]; /* of each cell; those that are apart have it as well */
    cells_t related[RELATIONS];         /* Cells with partners. */
    uint64_t houses, houses_of[CELLS];
    uint64_t changed[PLANES], narrowed[PLANES]; /* Houses that a cell has left; two or more stay. */
};

static position_t *position(const variant_t *s) { return (void *)s->planes; }

static cells_t cells_of(const uint64_t *words) { return (cells_t)words[1] << 64 | words[0]; }

static cells_t bit(int cell) { return (cells_t)1 << cell; }

static int first(cells_t cells)
{
    uint64_t low = (uint64_t)cells;
    return low ? lowest(low) : 64 + lowest((uint64_t)(cells >> 64));
}

static int last(cells_t cells)
{
    uint64_t high = (uint64_t)(cells >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)cells);
}

static int count_cells(cells_t cells)
{
    return count_bits((uint64_t)cells) + count_bits((uint64_t)(cells >> 64));
}

bool variant_suits_planes(const variant_rules_t *rules, const variant_clues_t *clues)
{
    return rules->n <= PLANES && rules->size <= CELLS && rules->houses <= HOUSES &&
           !clues->cages.length && !clues->length && clues->mask_count <= (size_t)rules->size;
}

bool variant_make_planes(variant_t *s, variant_list_t less)
{
    planes_t *k = variant_memory(s, 1, sizeof *k);
    s->by_planes = k;
    if (!k)
        return false;
    k->every = ~(cells_t)0 >> (CELLS - s->size);
    for (int house = 0; house < s->houses; house++)
        k->house[house] = cells_of(s->house_sets + 2 * house);
    k->houses = s->houses ? ~UINT64_C(0) >> (HOUSES - s->houses) : 0;
    for (int cell = 0; cell < s->size; cell++) {
        k->seen[cell] = cells_of(s->seen + 2 * cell);
        for (uint32_t i = s->houses_of.first[cell]; i < s->houses_of.first[cell + 1]; i++)
            k->houses_of[cell] |= UINT64_C(1) << s->houses_of.numbers[i];
        if (s->rules->close) {
            k->partners[APART][cell] = cells_of(s->rules->close + 2 * cell);
            k->seen[cell] |= k->partners[APART][cell] & ~bit(cell);
        }
    }
    for (size_t at = 0; at < less.length; at += 1 + (size_t)less.numbers[at])
        for (size_t i = 1; i < less.numbers[at]; i++) {
            int low = less.numbers[at + i], high = less.numbers[at + i + 1];
            k->partners[GREATER][low] |= bit(high);
            k->partners[LESS][high] |= bit(low);
            k->related[GREATER] |= bit(low);
            k->related[LESS] |= bit(high);
        }
    k->related[APART] = s->rules->close ? k->every : 0;
    k->relations = less.length ? RELATIONS : s->rules->close ? 1 : 0;
    s->state_bytes = sizeof(position_t) - sizeof(cells_t[RELATIONS][PLANES]) +
                     (size_t)k->relations * sizeof(cells_t[PLANES]);
    return true;
}

/* Remove cells from a plane. Return whether there were any. */
static inline bool leave(planes_t *k, position_t *p, int symbol, cells_t gone)
{
    gone &= p->plane[symbol];
    p->plane[symbol] ^= gone;
    for (uint64_t left = (uint64_t)gone; left; left &= left - 1)
        k->changed[symbol] |= k->houses_of[lowest(left)];
    for (uint64_t left = (uint64_t)(gone >> 64); left; left &= left - 1)
        k->changed[symbol] |= k->houses_of[64 + lowest(left)];
    return gone != 0;
}

/* Take the symbol of a cell, which is in no other plane, from all cells that it sees, and the
 * adjacent ones from cells that are apart. */
static inline void tell(planes_t *k, position_t *p, int cell, int symbol)
{
    p->placed |= bit(cell);
    p->done[symbol] |= k->houses_of[cell];
    leave(k, p, symbol, k->seen[cell]);
    if (!k->related[APART])
        return;
    cells_t close = k->partners[APART][cell] & ~bit(cell);
    if (symbol)
        leave(k, p, symbol - 1, close);
    if (symbol + 1 < PLANES)
        leave(k, p, symbol + 1, close);
}

void variant_begin_planes(variant_t *s, const variant_task_t *task)
{
    planes_t *k = s->by_planes;
    position_t *p = position(s);
    cells_t open = 0, gone[PLANES + 2] = {0}; /* gone[i + 1]: the cells that lose symbol i. */
    memset(p, 0, s->state_bytes);
    for (int cell = 0; cell < s->size; cell++) {
        symbols_t set = variant_allowed(s, task, cell);
        open |= set == s->every ? bit(cell) : 0;
        for (; set && set != s->every; set &= set - 1)
            p->plane[lowest(set)] |= bit(cell);
        if (!s->cells[cell])
            continue;
        int symbol = s->cells[cell] - 1;
        p->placed |= bit(cell);
        p->done[symbol] |= k->houses_of[cell];
        gone[symbol] |= k->partners[APART][cell] & ~bit(cell);
        gone[symbol + 1] |= k->seen[cell];
        gone[symbol + 2] |= k->partners[APART][cell] & ~bit(cell);
    }
    for (int symbol = 0; symbol < PLANES; symbol++) {
        p->plane[symbol] = (p->plane[symbol] | (symbol < s->n ? open : 0)) & ~gone[symbol + 1];
        k->changed[symbol] = symbol < s->n ? k->houses : 0;
        k->narrowed[symbol] = 0;
    }
}

static inline void place(planes_t *k, position_t *p, int cell, int symbol)
{
    cells_t own = bit(cell);
    for (int other = 0; other < PLANES; other++)
        if (other != symbol && p->plane[other] & own) {
            p->plane[other] ^= own;
            k->changed[other] |= k->houses_of[cell];
        }
    tell(k, p, cell, symbol);
}

void variant_place(variant_t *s, int cell, int symbol)
{
    planes_t *k = s->by_planes;
    memset(k->changed, 0, sizeof k->changed);
    memset(k->narrowed, 0, sizeof k->narrowed);
    place(k, position(s), cell, symbol);
}

/* Return the cells with a symbol; find those with two or more, with three or more. */
static inline cells_t count_planes(const position_t *p, cells_t *two, cells_t *three)
{
    cells_t one = *two = *three = 0;
    for (int symbol = 0; symbol < PLANES; symbol++) {
        *three |= *two & p->plane[symbol];
        *two |= one & p->plane[symbol];
        one |= p->plane[symbol];
    }
    return one;
}

/* Take each placed symbol from the cells that see it. Return false if a cell has no symbol. */
static inline bool settle_cells(planes_t *k, position_t *p)
{
    for (;;) {
        cells_t two, three;
        if (count_planes(p, &two, &three) != k->every)
            return false;
        cells_t fresh = k->every & ~two & ~p->placed;
        if (!fresh)
            return true;
        for (; fresh; fresh &= fresh - 1) {
            int cell = first(fresh), symbol = 0;
            while (symbol < PLANES && !(p->plane[symbol] & fresh & -fresh))
                symbol++;
            if (symbol == PLANES) /* One of the others has had the same. */
                return false;
            tell(k, p, cell, symbol);
        }
    }
}

/* Exclude symbols from partners of cells. Return whether there were any. */
static inline bool settle_partners(planes_t *k, position_t *p)
{
    /* below[i + 1]: the cells with a smaller symbol than i; above[i]: with i or a greater one. */
    cells_t below[PLANES + 2] = {0}, above[PLANES + 2] = {0};
    bool is_changed = false;
    for (int i = 0; i < PLANES; i++) {
        below[i + 2] = below[i + 1] | p->plane[i];
        above[PLANES - 1 - i] = above[PLANES - i] | p->plane[PLANES - 1 - i];
    }
    for (int symbol = 0; symbol < PLANES; symbol++)
        for (int relation = 0; relation < k->relations; relation++) {
            cells_t allow = relation == APART     ? below[symbol] | above[symbol + 2]
                            : relation == GREATER ? below[symbol + 1]
                                                  : above[symbol + 1];
            cells_t left = k->related[relation] & ~(allow | p->told[relation][symbol] |
                                                    (relation == APART ? p->placed : 0));
            cells_t gone = 0;
            p->told[relation][symbol] |= left;
            for (; left; left &= left - 1) {
                int cell = first(left);
                gone |= k->partners[relation][cell] & ~(relation == APART ? bit(cell) : 0);
            }
            is_changed |= leave(k, p, symbol, gone);
        }
    return is_changed;
}

/* Place symbols with one cell in a house. Return false if one has none. */
static inline bool settle_houses(planes_t *k, position_t *p, bool *is_changed)
{
    for (int symbol = 0; symbol < PLANES; symbol++) {
        uint64_t narrowed = 0;
        while (k->changed[symbol] & ~p->done[symbol]) {
            int house = lowest(k->changed[symbol] & ~p->done[symbol]);
            k->changed[symbol] ^= UINT64_C(1) << house;
            cells_t places = p->plane[symbol] & k->house[house];
            if (places & (places - 1)) {
                narrowed |= UINT64_C(1) << house;
                continue;
            }
            if (!places)
                return false;
            place(k, p, first(places), symbol);
            *is_changed = true;
        }
        k->changed[symbol] = 0;
        k->narrowed[symbol] |= narrowed;
    }
    return true;
}

/* Keep of `found` the cells in the sets of all places, two or more; the result is mostly empty. */
static inline cells_t common(const cells_t *sets, cells_t places, cells_t found)
{
    int one = first(places), other = last(places);
    found &= sets[one] & sets[other];
    if (found)
        for (places ^= bit(one) ^ bit(other); places && found; places &= places - 1)
            found &= sets[first(places)];
    return found;
}

/* Take a symbol from cells that see all its places in a house, and the adjacent ones from cells
 * that are apart from all of them or one of them. Return whether there were any. */
static inline bool settle_places(planes_t *k, position_t *p)
{
    for (int symbol = 0; symbol < PLANES; symbol++)
        for (uint64_t left; (left = k->narrowed[symbol] & ~p->done[symbol]);) {
            cells_t places = p->plane[symbol] & k->house[lowest(left)];
            k->narrowed[symbol] = left & (left - 1);
            bool is_changed =
                leave(k, p, symbol, common(k->seen, places, p->plane[symbol] & ~places));
            if (k->related[APART]) {
                cells_t close = common(k->partners[APART], places, k->every);
                if (symbol)
                    is_changed |= leave(k, p, symbol - 1, close);
                if (symbol + 1 < PLANES)
                    is_changed |= leave(k, p, symbol + 1, close);
            }
            if (is_changed)
                return true;
        }
    return false;
}

bool variant_settle_planes(variant_t *s)
{
    planes_t *k = s->by_planes;
    position_t *p = position(s);
    for (;;) {
        bool is_changed = false;
        s->work += WORK;
        if (!settle_cells(k, p))
            return false;
        if (k->relations && settle_partners(k, p))
            continue;
        if (!settle_houses(k, p, &is_changed))
            return false;
        if (!is_changed && !settle_places(k, p))
            return true;
    }
}

/* Of the cells with the fewest symbols choose the one with the greatest product: a factor for each
 * symbol counts its failures, and twice the cells with two symbols that would lose it. */
void variant_choose(const variant_t *s, branch_t *branch)
{
    const position_t *p = position(s);
    cells_t two, three;
    count_planes(p, &two, &three);
    cells_t pairs = two & ~three, left = pairs ? pairs : two;
    int fewest = PLANES + 1, best = 0;
    uint64_t most = 0;
    for (; left; left &= left - 1) {
        int cell = first(left), count = 0;
        cells_t seen = s->by_planes->seen[cell] & pairs;
        uint64_t weight = 1;
        for (int symbol = 0; symbol < s->n; symbol++)
            if (p->plane[symbol] & left & -left) {
                count++;
                weight *= 1 + s->failures[cell * s->n + symbol] +
                          2 * (uint64_t)count_cells(seen & p->plane[symbol]);
            }
        if (count < fewest || (count == fewest && weight > most)) {
            fewest = count;
            most = weight;
            best = cell;
        }
    }
    branch->options = 0;
    branch->is_full = false;
    for (int symbol = 0; symbol < s->n; symbol++)
        if (p->plane[symbol] & bit(best))
            branch->option[branch->options++] = (option_t){(uint16_t)best, (uint8_t)symbol};
}

bool variant_is_full(variant_t *s)
{
    const position_t *p = position(s);
    bool is_full = p->placed == s->by_planes->every;
    for (int symbol = 0; is_full && symbol < s->n; symbol++)
        for (cells_t left = p->plane[symbol]; left; left &= left - 1)
            s->solution[first(left)] = (uint8_t)(symbol + 1);
    return is_full;
}
