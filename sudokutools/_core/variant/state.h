/* The data of the search for variants.
 *
 * The candidates are kept in two ways, so that each rule finds them as it needs them:
 *
 *     symbols[cell]           the symbols of a cell    naked singles, neighbours, sums
 *     planes[symbol][word]    the cells of a symbol    hidden singles, peers
 *
 * A candidate that goes leaves both in `variant_take`, which queues everything to look at again.
 * Cells, symbols and houses count from 0 here. A place is a cell of a symbol in a full house. */
#pragma once

#include "variant/variant.h"

/* The limits of the definition; VARIANT_HIDDEN is with items. */
enum { MATCHED = 6, TABLED = 16, HIDDEN = 5, VARIANT_HIDDEN = 8, MIXED = 6, WIDE = 4 };

/* The maximum of symbols whose subsets have a bit each; the bit of a cell that a sum subtracts. */
enum { VARIANT_SUBSETS = 9, SUBSET_WORDS = 1 << (VARIANT_SUBSETS - 6), VARIANT_MINUS = 0x8000 };
typedef uint64_t subsets_t[SUBSET_WORDS];

/* While mixed, a grid is found again for each filling of its auxiliary cells: after this many grids,
 * or grids found again, auxiliary cells wait until the grid is full. */
enum { VARIANT_MOST_KNOWN = 1024, VARIANT_MOST_AGAIN = 64 };

enum { MOST_WORDS = VARIANT_MOST_CELLS / 64 };

/* Lists of numbers, one after the other; list i is from first[i] to first[i + 1]. */
typedef struct {
    uint32_t *first;
    uint16_t *numbers;
} lists_t;

struct variant_rules {
    int n, rows, columns, size;
    int words;            /* of a set of cells */
    int houses;           /* full ones */
    uint64_t *house_sets; /* [houses][words] */
    lists_t houses_of;    /* of each cell */
    uint64_t *seen;       /* [size][words]: the cells that a cell sees */
    uint64_t *close;      /* [size][words]: a cell and the cells apart from it; NULL: none */
    uint16_t *sets;       /* all sets of symbols by size and sum, made with the first cage */
    uint32_t *first_set;
};

typedef struct {
    symbols_t *symbols; /* of each house */
    uint16_t *queue;
    int count;
} houses_t;

typedef struct {
    uint16_t cell;
    uint8_t symbol;
} option_t;

/* An open branch: its candidates, and the options that are left, the next one last. */
typedef struct {
    uint64_t *state;
    int options;
    bool is_full; /* Its grid has no open cell. */
    option_t option[VARIANT_MOST_SYMBOLS];
} branch_t;

typedef struct planes planes_t;

typedef struct block {
    struct block *next;
    size_t used, room;
} block_t;

typedef struct {
    uint16_t cell, image;
} arc_t;

/* From a state of an automaton, numbered through all positions, to the next one. */
typedef struct {
    symbols_t symbols;
    uint32_t to;
} edge_t;

/* The state of a place of a region, besides the order of the search (0: not reached): how `far`
 * it is, and `then` the next one that is as far. */
typedef struct {
    int32_t order, low, above, held, size, cut, far, then;
    uint8_t tried;
    bool can, must, forced;
} place_t;

/* A primitive for some cells; those that differ and have tables are no parts (primitives.c). */
typedef struct {
    int kind, count;
    const uint16_t *cells;
    symbols_t *sets; /* of VARIANT_SETS; the first s->live[part] of them can still be; one of
                      * VARIANT_CONNECTED */
    int set_count;
    const uint64_t *allowed; /* all of the sets, as subsets; NULL: too many symbols */
    bool repeats, differs;   /* of VARIANT_AUTOMATON: a cell occurs twice; no symbol can */
    int64_t total;           /* of VARIANT_CONNECTED: how many cells, 0: any */
    int columns;             /* of VARIANT_CONNECTED */
    uint64_t *looked;        /* of VARIANT_REGIONS: what each was settled with last */
    const int64_t *weights;  /* of VARIANT_TOTAL */
    const uint16_t *groups;  /* where groups of equal weight begin that see each other */
    int group_count;
    const uint32_t *bases,
        *first;          /* of VARIANT_AUTOMATON: the word of `alive` in which the states */
    const edge_t *edges; /* before each cell begin; the edges of each state */
} part_t;

/* The minimum and maximum sum of a group, and the last symbol of the choice for each. */
typedef struct {
    int sums[2], ends[2];
} bounds_t;

/* One or two open cells of a total, different ones of a group. */
typedef struct {
    int64_t sign;    /* the weight, negative if the bound is the greatest sum */
    uint64_t sums;   /* that they can have, symbols from 0 */
    int count, base; /* the sum that is the bound */
    uint16_t cells[2];
} term_t;

struct variant {
    variant_rules_t *rules;
    int n, size, words, houses;
    int grid; /* how many cells the grid has; auxiliary ones follow */
    const uint64_t *seen;
    size_t
        seen_step; /* from the cells that a cell sees to those for the next symbol; 0: the same */
    const uint64_t *house_sets; /* as in rules, with further cells and houses */
    lists_t houses_of;
    block_t *blocks;
    symbols_t every;
    const symbols_t *start; /* what cells may hold; NULL: everything */
    planes_t *by_planes;    /* NULL: the search is another one. */
    int cages;              /* or parts */
    lists_t cages_of;

    /* Primitives: has_items. The first `quick` parts, sets and totals, are settled before others. */
    bool has_items;
    part_t *parts;
    bool (*settle_part)(variant_t *s, int number); /* Return false if the branch ends. */
    int quick, stacked; /* The first `stacked` ones wait first, the newest one before the others. */
    uint32_t *first_arc; /* of each cell */
    arc_t *arcs;
    symbols_t **images;   /* [bytes of a set][256]: partners of a set of symbols */
    uint8_t *widest;      /* of each image: the most symbols that can exclude any */
    uint64_t *alive;      /* states of an automaton */
    bounds_t *bounds;     /* of the groups of a total */
    term_t *terms;        /* of a total */
    place_t *walk;        /* of a region */
    symbols_t region;     /* the one that was looked at last */
    symbols_t *numbered;  /* before each cell of regions */
    const part_t *free;   /* regions with numbers that may be exchanged; NULL: none */
    uint64_t *free_cells; /* those with these numbers */
    uint64_t *reached;    /* of each term */
    symbols_t *needed;    /* of each state: the symbols on all ways from it */
    subsets_t *subsets;   /* of each state: what the cells before it hold, if all differ */

    /* The candidates of now, in one block of memory: `planes` is its start. */
    uint64_t *planes;
    symbols_t *symbols;
    int32_t *settled;      /* how many cells have one candidate, and were applied to their peers */
    int32_t *live;         /* of each part of VARIANT_SETS */
    symbols_t *settled_in; /* of each house: the symbols of settled cells */
    size_t state_bytes;

    /* The queues: cells with one candidate, cells with neighbours, cages and parts. */
    uint16_t *singles, *neighbours, *summed;
    uint8_t *is_neighbour, *is_summed;
    int single_count, neighbour_count, summed_first, summed_count;
    houses_t changed, narrowed;
    bool has_neighbours;

    branch_t *branches;
    uint32_t *failures; /* of each candidate, cell * n + symbol: how often it ended its branch */
    int tried;          /* the candidate that was tried last; -1: none */
    uint64_t *weights;  /* of each cell: how often it was part of a failure */
    int cause,
        emptied; /* the cell, house or part (numbered in this order) that was looked at last */
    int depth, room;
    bool has_state;
    bool is_mixed;  /* Auxiliary cells are branched on before the grid is full. */
    uint64_t *root; /* The state that the search began with; NULL: no auxiliary cells. */
    uint8_t *known; /* The grids of the solutions found so far while mixed. */
    int known_count, again;
    const uint8_t *near;
    bool has_stream;
    stream_t stream;
    long long steps, max_steps, work;
    uint8_t *cells, *solution;
};

static inline bool is_single(symbols_t set) { return !(set & (set - 1)); }

static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }

static inline int highest(symbols_t set) { return 31 - __builtin_clz(set); }

/* For functions with arguments that are known: the compiler makes the most of it. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Return how many bits are set, without the function that GCC calls if there is no instruction. */
static inline int count_bits(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    return (int)(((set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) *
                     UINT64_C(0x0101010101010101) >>
                 56);
}

static inline void add_cell(uint64_t *set, int cell) { set[cell / 64] |= UINT64_C(1) << cell % 64; }

static inline bool has_cell(const uint64_t *set, int cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

static inline void variant_places(const variant_t *s, int words, int house, int symbol,
                                  uint64_t *places)
{
    const uint64_t *plane = s->planes + symbol * words;
    const uint64_t *set = s->house_sets + house * words;
    for (int w = 0; w < words; w++)
        places[w] = plane[w] & set[w];
}

/* Return how many cells there are, 3 for more than 2. */
static inline int variant_some(const uint64_t *cells, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++) {
        uint64_t more = cells[w] & (cells[w] - 1);
        if (more & (more - 1))
            return 3;
        count += (cells[w] != 0) + (more != 0);
    }
    return count > 2 ? 3 : count;
}

static inline int variant_count(const uint64_t *cells, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++)
        count += count_bits(cells[w]);
    return count;
}

static inline const uint64_t *variant_seen(const variant_t *s, int words, int symbol, int cell)
{
    return s->seen + (size_t)symbol * s->seen_step + (size_t)cell * (size_t)words;
}

/* Return zeroed memory of a search; NULL: none. */
void *variant_memory(variant_t *s, size_t count, size_t size);

/* Make room for lists of `numbers` numbers. Return false: no memory. */
bool variant_new_lists(variant_t *s, lists_t *lists, int count, size_t numbers);

void variant_list_sets(lists_t *lists, int cells, const uint64_t *sets, int count, size_t words);

bool variant_list_parts(variant_t *s);

bool variant_take(variant_t *s, int cell, symbols_t gone);

/* Count a cell with one symbol among the settled ones. */
static inline void variant_count_settled(variant_t *s, int cell)
{
    const lists_t *houses_of = &s->houses_of;
    ++*s->settled;
    for (uint32_t i = houses_of->first[cell]; i < houses_of->first[cell + 1]; i++)
        s->settled_in[houses_of->numbers[i]] |= s->symbols[cell];
}

bool variant_settle(variant_t *s);

/* Return the candidates of a cell before other cells are considered. */
static inline symbols_t variant_allowed(const variant_t *s, const variant_task_t *task, int cell)
{
    symbols_t set = s->start ? s->start[cell] : s->every;
    if (s->cells[cell])
        set &= UINT32_C(1) << (s->cells[cell] - 1);
    if (task->masks && cell < s->grid)
        set &= task->masks[cell];
    return cell == task->other ? set & ~(UINT32_C(1) << (task->near[cell] - 1)) : set;
}

/* The search by planes: whether rules and clues suit it; its tables (false: no memory); its first
 * state; a symbol for a cell; removing what the rules exclude (false: the branch ends); whether all
 * cells are filled, which are the solution then; the next branch. */
bool variant_suits_planes(const variant_rules_t *rules, const variant_clues_t *clues);
bool variant_make_planes(variant_t *s, variant_list_t less);
void variant_begin_planes(variant_t *s, const variant_task_t *task);
void variant_place(variant_t *s, int cell, int symbol);
bool variant_settle_planes(variant_t *s);
bool variant_is_full(variant_t *s);
void variant_choose(const variant_t *s, branch_t *branch);

/* Return how many words a set of cells has; two where one would do, as for 9x9. */
static inline int variant_words(int size) { return size > 128 ? (size + 63) / 64 : 2; }

void variant_forget(variant_t *s);

void variant_look_at_cage(variant_t *s, int cage);

/* The subsets without symbol j. */
static const uint64_t VARIANT_WITHOUT[MATCHED] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
    UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff),
};

/* Add to `to` the subsets of `from` without a symbol, with it. */
static inline void variant_hold(uint64_t *to, const uint64_t *from, int symbol)
{
    int words = 1 << symbol >> MATCHED;
    for (int w = 0; !words && w < SUBSET_WORDS; w++)
        to[w] |= (from[w] & VARIANT_WITHOUT[symbol]) << (1 << symbol);
    for (int w = words; words && w < SUBSET_WORDS; w = (w + 1) | words)
        to[w] |= from[w ^ words];
}

/* Add to `to` the subsets of `from` with a symbol, without it, as far as they are in `within`.
 * Return whether there are any. */
static inline bool variant_release(uint64_t *to, const uint64_t *from, const uint64_t *within,
                                   int symbol)
{
    int words = 1 << symbol >> MATCHED;
    uint64_t any = 0, found;
    for (int w = 0; !words && w < SUBSET_WORDS; w++) {
        any |= found = from[w] >> (1 << symbol) & VARIANT_WITHOUT[symbol] & within[w];
        to[w] |= found;
    }
    for (int w = words; words && w < SUBSET_WORDS; w = (w + 1) | words) {
        any |= found = from[w] & within[w ^ words];
        to[w ^ words] |= found;
    }
    return any;
}

/* The open cells of a cage, their symbols, the sum of the open cells, and the remaining symbols. */
typedef struct {
    int count, rest;
    uint16_t cell[VARIANT_MOST_SYMBOLS];
    symbols_t symbols[VARIANT_MOST_SYMBOLS], left[VARIANT_MOST_SYMBOLS];
} cage_t;

/* Find the open cells of a part. Return the symbols of the others. */
static inline symbols_t variant_open(const variant_t *s, const part_t *part, cage_t *cage)
{
    symbols_t fixed = 0;
    cage->count = 0;
    cage->rest = (int)part->total;
    for (int i = 0; i < part->count; i++) {
        symbols_t symbols = s->symbols[part->cells[i]];
        if (is_single(symbols)) {
            fixed |= symbols;
            cage->rest -= lowest(symbols) + 1;
        } else {
            cage->cell[cage->count] = part->cells[i];
            cage->left[cage->count] = 0;
            cage->symbols[cage->count++] = symbols;
        }
    }
    return fixed;
}

/* Find the symbols that a cage's sum leaves in open cells. False: a full one has another sum. */
bool variant_sum(variant_t *s, int number, cage_t *cage);

/* Add to `left` the symbols of the cells where they hold each symbol of a set once; of more than
 * MATCHED cells, all of the set. Return whether they can hold it. */
bool variant_use_set(cage_t *cage, symbols_t set);

/* Keep in `left` what fillings have that complete `fixed` to an allowed subset, and in `required`
 * what all of these have. Return whether there are any. */
bool variant_match(cage_t *cage, symbols_t fixed, const uint64_t *allowed, symbols_t *required);

bool variant_settle_part(variant_t *s, int number);
bool variant_settle_region(variant_t *s, const part_t *part);
bool variant_settle_regions(variant_t *s, const part_t *part);

/* Return the numbers that no cell has yet, of regions with numbers that may be exchanged. */
symbols_t variant_unused(const variant_t *s);

/* Place a symbol, or take it from cells that see all its places. False: the branch ends. */
bool variant_use_places(variant_t *s, int symbol, const uint64_t *places);

static inline symbols_t variant_image(const variant_t *s, int image, symbols_t set)
{
    int bytes = (s->n + 7) / 8;
    const symbols_t *table = s->images[image];
    symbols_t found = table[set & 255];
    for (int i = 1; i < bytes; i++)
        found |= table[256 * i + (set >> 8 * i & 255)];
    return found;
}

/* Return whether items are valid, `size` cells with auxiliary ones. */
bool variant_items_fit(const variant_clues_t *clues, int n, int size);

bool variant_take_items(variant_t *s, const variant_clues_t *clues);

/* Make the sets of symbols by size and sum, if they are not there. Return false: no memory. */
bool variant_make_sets(variant_rules_t *rules);

/* Cages on their way: the sum, how many cells, the cells, as they are listed. */
typedef struct {
    uint16_t *numbers;
    size_t length, room;
    int count;
} cages_t;

bool variant_add_cage(cages_t *cages, int sum, const uint16_t *cells, int count);

/* Add the hidden cages that `cages` have. Return false: no memory. */
bool variant_add_hidden(const variant_t *s, cages_t *cages);
