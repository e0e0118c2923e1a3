/* The tables of a geometry: full houses, and what each cell sees. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

bool variant_is_groups(variant_list_t list, int lead, int most, int size)
{
    size_t at = 0;
    while (at < list.length) {
        at += (size_t)lead;
        if (at >= list.length || list.numbers[at] < 1 || list.numbers[at] > most)
            return false;
        size_t end = at + 1 + list.numbers[at];
        if (end > list.length)
            return false;
        for (at++; at < end; at++)
            if (list.numbers[at] >= size)
                return false;
    }
    return true;
}

/* Return whether no cell is in two of the cages, or twice in one. */
static bool are_apart(variant_list_t cages)
{
    uint64_t used[VARIANT_MOST_SYMBOLS * VARIANT_MOST_SYMBOLS / 64] = {0};
    for (size_t at = 0; at < cages.length; at += 2 + (size_t)cages.numbers[at + 1])
        for (size_t i = 0; i < cages.numbers[at + 1]; i++) {
            int cell = cages.numbers[at + 2 + i];
            if (has_cell(used, cell))
                return false;
            add_cell(used, cell);
        }
    return true;
}

static bool is_pairs(variant_list_t list, int size)
{
    for (size_t i = 0; i + 1 < list.length; i += 2)
        if (list.numbers[i] >= size || list.numbers[i + 1] >= size ||
            list.numbers[i] == list.numbers[i + 1])
            return false;
    return list.length % 2 == 0;
}

bool variant_shape_fits(const variant_shape_t *shape)
{
    int n = shape->n, most = VARIANT_MOST_SYMBOLS * VARIANT_MOST_SYMBOLS;
    if (n < 1 || n > VARIANT_MOST_SYMBOLS || shape->rows < 1 || shape->columns < 1 ||
        shape->rows > most || shape->columns > most / shape->rows)
        return false;
    int size = shape->rows * shape->columns;
    return variant_is_groups(shape->houses, 0, n, size) && is_pairs(shape->unequal, size) &&
           is_pairs(shape->apart, size);
}

bool variant_clues_fit(const variant_rules_t *rules, const variant_clues_t *clues)
{
    int n = rules->n, size = rules->size;
    bool is_related = clues->less.length || (rules->close && !clues->length);
    return variant_is_groups(clues->cages, 1, n, size) && are_apart(clues->cages) &&
           variant_is_groups(clues->less, 0, size, size) &&
           (!clues->mask_count || clues->mask_count >= (size_t)size) &&
           clues->mask_count <= VARIANT_MOST_CELLS &&
           (!is_related || variant_suits_planes(rules, clues)) &&
           (!clues->cages.length || (n <= TABLED && !clues->length)) &&
           variant_items_fit(clues, n, clues->mask_count ? (int)clues->mask_count : size);
}

static void see_each_other(variant_rules_t *rules, const uint64_t *set)
{
    for (int w = 0; w < rules->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            uint64_t *seen = rules->seen + (size_t)(64 * w + lowest(left)) * (size_t)rules->words;
            for (int v = 0; v < rules->words; v++)
                seen[v] |= set[v];
        }
}

/* Note what houses let see each other, and keep the full ones. `set` has room for one. */
static void take_houses(variant_rules_t *rules, variant_list_t houses, uint64_t *set)
{
    size_t words = (size_t)rules->words;
    const uint16_t *numbers = houses.numbers;
    for (size_t at = 0; at < houses.length; at += 1 + (size_t)numbers[at]) {
        memset(set, 0, words * sizeof *set);
        for (size_t i = 1; i <= numbers[at]; i++)
            add_cell(set, numbers[at + i]);
        see_each_other(rules, set);
        if (variant_count(set, rules->words) == rules->n)
            memcpy(rules->house_sets + (size_t)rules->houses++ * words, set, words * sizeof *set);
    }
    variant_list_sets(&rules->houses_of, rules->size, rules->house_sets, rules->houses, words);
}

static void take_pairs(variant_rules_t *rules, const variant_shape_t *shape)
{
    size_t words = (size_t)rules->words;
    for (size_t i = 0; i < shape->unequal.length; i += 2) {
        int one = shape->unequal.numbers[i], other = shape->unequal.numbers[i + 1];
        add_cell(rules->seen + (size_t)one * words, other);
        add_cell(rules->seen + (size_t)other * words, one);
    }
    for (size_t i = 0; i < shape->apart.length; i += 2) {
        int one = shape->apart.numbers[i], other = shape->apart.numbers[i + 1];
        add_cell(rules->close + (size_t)one * words, other);
        add_cell(rules->close + (size_t)other * words, one);
    }
    for (int cell = 0; cell < rules->size; cell++) {
        rules->seen[(size_t)cell * words + (size_t)(cell / 64)] &= ~(UINT64_C(1) << cell % 64);
        if (rules->close)
            add_cell(rules->close + (size_t)cell * words, cell);
    }
}

variant_rules_t *variant_rules_new(const variant_shape_t *shape)
{
    variant_rules_t *rules = calloc(1, sizeof *rules);
    if (!rules)
        return NULL;
    int size = shape->rows * shape->columns;
    size_t most = 0;
    for (size_t at = 0; at < shape->houses.length; at += 1 + (size_t)shape->houses.numbers[at])
        most++;
    rules->n = shape->n;
    rules->rows = shape->rows;
    rules->columns = shape->columns;
    rules->size = size;
    rules->words = variant_words(size);
    size_t words = (size_t)rules->words, cells = (size_t)size;
    uint64_t *set = malloc(words * sizeof *set);
    rules->house_sets = malloc((most + 1) * words * sizeof(uint64_t));
    rules->houses_of.first = malloc((cells + 1) * sizeof(uint32_t));
    rules->houses_of.numbers = malloc((most * (size_t)rules->n + 1) * sizeof(uint16_t));
    rules->seen = calloc(cells * words, sizeof(uint64_t));
    bool has_memory = set && rules->house_sets && rules->houses_of.first &&
                      rules->houses_of.numbers && rules->seen;
    if (shape->apart.length) {
        rules->close = calloc(cells * words, sizeof(uint64_t));
        has_memory &= rules->close != NULL;
    }
    if (has_memory) {
        take_houses(rules, shape->houses, set);
        take_pairs(rules, shape);
    }
    free(set);
    if (!has_memory) {
        variant_rules_free(rules);
        return NULL;
    }
    return rules;
}

void variant_rules_free(variant_rules_t *rules)
{
    if (!rules)
        return;
    free(rules->house_sets);
    free(rules->houses_of.first);
    free(rules->houses_of.numbers);
    free(rules->seen);
    free(rules->close);
    free(rules->sets);
    free(rules->first_set);
    free(rules);
}

int variant_rules_n(const variant_rules_t *rules) { return rules->n; }

int variant_rules_size(const variant_rules_t *rules) { return rules->size; }
