/* From items to what the search looks at: shared by primitives.c, which does it, and the files of
 * single kinds. */
#pragma once

#include "variant/state.h"

typedef struct {
    int kind;
    int count, length;
    const int64_t *cells, *numbers;
} item_t;

/* Read the item at a place of the list. Return the place of the next one; 0: it does not fit. */
size_t variant_read_item(const variant_clues_t *clues, size_t at, item_t *item);

bool variant_are_within(const int64_t *numbers, int count, int64_t least, int64_t most);

/* Return whether no cell of an item occurs twice. */
bool variant_are_different(const item_t *item);

/* Return the cells of an item; NULL: no memory. */
uint16_t *variant_cells_of(variant_t *s, const item_t *item);

/* What two cells exclude for each other. */
typedef struct {
    uint16_t cells[2];
    int images[2];   /* -1: nothing else than equal symbols */
    symbols_t equal; /* the symbols that both may hold */
} pair_t;

typedef struct {
    variant_t *s;
    symbols_t *start;
    uint64_t *seen, *house_sets;
    size_t counts[VARIANT_MACHINE + 1]; /* of items */
    item_t *tables, *machines;
    const pair_t *(*known)[2]; /* of each table */
    int images, parts;
    pair_t *pairs;
    size_t pair_count;
    cages_t cages; /* sums of cells, no cell in two, and what follows from them */
    int given;
} make_t;

static inline bool variant_is_seen(const make_t *make, int one, int other)
{
    return has_cell(make->seen + (size_t)one * (size_t)make->s->words, other);
}

/* Add what a table excludes; `known`: pairs with it that do not see each other, and that do. Return
 * false: no memory. */
bool variant_relate(make_t *make, int first, int second, const symbols_t *table,
                    const pair_t **known);

/* List the images of each cell once all pairs are there. Return false: no memory. */
bool variant_list_pairs(make_t *make);

/* Add an automaton. Return false: no memory. */
bool variant_add_automaton(make_t *make, const item_t *item);

/* Add a region, and make room for its walk. Return false: no memory. */
bool variant_add_region(make_t *make, const item_t *item);
bool variant_add_regions(make_t *make, const item_t *item);
