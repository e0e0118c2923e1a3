/* From clues to the tables of the rules: cages of each cell, and what cages let see. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

static bool see_cages(variant_t *s, variant_list_t cages)
{
    size_t words = (size_t)s->words, count_seen = (size_t)s->size * words;
    uint64_t *own_seen = variant_memory(s, count_seen, sizeof *own_seen);
    if (!own_seen)
        return false;
    memcpy(own_seen, s->seen, count_seen * sizeof *own_seen);
    s->seen = own_seen;
    for (size_t at = 0; at < cages.length; at += 2 + (size_t)cages.numbers[at + 1]) {
        const uint16_t *cells = cages.numbers + at + 2;
        for (int i = 0; i < cages.numbers[at + 1]; i++)
            for (int j = 0; j < cages.numbers[at + 1]; j++)
                if (i != j)
                    add_cell(own_seen + cells[i] * words, cells[j]);
    }
    return true;
}

static bool take_cages(variant_t *s, const cages_t *cages)
{
    size_t cells = cages->length - 2 * (size_t)cages->count;
    uint16_t *own = variant_memory(s, cells, sizeof *own);
    s->parts = variant_memory(s, (size_t)cages->count, sizeof *s->parts);
    if (!own || !s->parts)
        return false;
    const uint16_t *numbers = cages->numbers;
    for (; s->cages < cages->count; numbers += 2 + numbers[1]) {
        memcpy(own, numbers + 2, numbers[1] * sizeof *own);
        s->parts[s->cages++] = (part_t){.count = numbers[1], .cells = own, .total = *numbers};
        own += numbers[1];
    }
    return variant_list_parts(s);
}

/* Collect the cages that have a sum, and the hidden ones. Return false: no memory. */
static bool collect_cages(variant_t *s, variant_list_t list)
{
    cages_t cages = {0};
    bool is_fine = see_cages(s, list) && variant_make_sets(s->rules);
    for (size_t at = 0; is_fine && at < list.length; at += 2 + (size_t)list.numbers[at + 1])
        if (list.numbers[at])
            is_fine = variant_add_cage(&cages, list.numbers[at], list.numbers + at + 2,
                                       list.numbers[at + 1]);
    if (is_fine && cages.count)
        is_fine = variant_add_hidden(s, &cages) && take_cages(s, &cages);
    free(cages.numbers);
    return is_fine;
}

static bool make_room(variant_t *s)
{
    size_t cells = (size_t)s->size, symbols = (size_t)s->n, houses = (size_t)s->houses + 1;
    size_t parts = (size_t)s->cages + 1;
    if (!s->by_planes)
        s->state_bytes = symbols * (size_t)s->words * sizeof(uint64_t) +
                         (cells + 1 + (size_t)s->quick + houses) * sizeof(symbols_t);
    s->state_bytes = (s->state_bytes + 7) / 8 * 8;
    bool has_auxiliary = s->size > s->grid; /* Else nothing is known or begun again. */
    return (!has_auxiliary ||
            ((s->root = variant_memory(s, s->state_bytes, 1)) &&
             (s->known = variant_memory(s, VARIANT_MOST_KNOWN, (size_t)s->grid)))) &&
           (s->planes = variant_memory(s, s->state_bytes, 1)) &&
           (s->singles = variant_memory(s, cells, sizeof *s->singles)) &&
           (s->neighbours = variant_memory(s, cells, sizeof *s->neighbours)) &&
           (s->is_neighbour = variant_memory(s, cells, 1)) &&
           (s->changed.symbols = variant_memory(s, houses, sizeof(symbols_t))) &&
           (s->changed.queue = variant_memory(s, houses, sizeof(uint16_t))) &&
           (s->narrowed.symbols = variant_memory(s, houses, sizeof(symbols_t))) &&
           (s->narrowed.queue = variant_memory(s, houses, sizeof(uint16_t))) &&
           (s->summed = variant_memory(s, parts, sizeof *s->summed)) &&
           (s->is_summed = variant_memory(s, parts, 1)) &&
           (s->failures = variant_memory(s, cells * symbols, sizeof *s->failures)) &&
           (s->weights = variant_memory(s, cells, sizeof *s->weights)) &&
           (s->cells = variant_memory(s, cells, 1)) && (s->solution = variant_memory(s, cells, 1));
}

static bool take_masks(variant_t *s, const symbols_t *masks)
{
    symbols_t *start = variant_memory(s, (size_t)s->size, sizeof *start);
    for (int cell = 0; start && cell < s->size; cell++)
        start[cell] = masks[cell] & s->every;
    s->start = start;
    return start != NULL;
}

variant_t *variant_new(variant_rules_t *rules, const variant_clues_t *clues)
{
    variant_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->rules = rules;
    s->n = rules->n;
    s->grid = s->size = rules->size;
    s->words = rules->words;
    s->houses = rules->houses;
    s->house_sets = rules->house_sets;
    s->houses_of = rules->houses_of;
    s->seen = rules->seen;
    s->every = (symbols_t)((UINT64_C(1) << s->n) - 1);
    if (clues->mask_count) {
        s->size = (int)clues->mask_count;
        s->words = variant_words(s->size);
    }
    bool is_fine = !clues->mask_count || take_masks(s, clues->masks);
    if (is_fine && (clues->length || s->size > s->grid))
        is_fine = variant_take_items(s, clues);
    if (is_fine && !s->has_items && variant_suits_planes(rules, clues))
        is_fine = variant_make_planes(s, clues->less);
    if (is_fine && clues->cages.length)
        is_fine = collect_cages(s, clues->cages);
    if (!s->has_items)
        s->quick = s->stacked = s->cages;
    if (!is_fine || !make_room(s)) {
        variant_free(s);
        return NULL;
    }
    return s;
}

void variant_free(variant_t *s)
{
    if (!s)
        return;
    for (block_t *block = s->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(s->branches);
    free(s);
}
