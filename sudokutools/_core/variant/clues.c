/* From clues to the tables of the rules: chains and cages of each cell, and what cages let see. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

static void free_lists(lists_t *lists)
{
    free(lists->first);
    free(lists->numbers);
}

/* Make room for lists of `numbers` numbers. Return false: no memory. */
static bool new_lists(lists_t *lists, int count, size_t numbers)
{
    lists->first = calloc((size_t)count + 2, sizeof *lists->first);
    lists->numbers = malloc((numbers + 1) * sizeof *lists->numbers);
    return lists->first && lists->numbers;
}

/* Turn the counts of `first[i + 1]` into where list i ends, for `put` to fill it from behind. */
static void sum_up(lists_t *lists, int count)
{
    for (int i = 0; i < count; i++)
        lists->first[i + 1] += lists->first[i];
}

static void put(lists_t *lists, int list, int number)
{
    lists->numbers[--lists->first[list + 1]] = (uint16_t)number;
}

/* All are put: `first[i + 1]` is where list i begins. */
static void end_lists(lists_t *lists, int count, size_t numbers)
{
    memmove(lists->first, lists->first + 1, (size_t)count * sizeof *lists->first);
    lists->first[count] = (uint32_t)numbers;
}

/* Count the cells above and below each cell, or list them. */
static void fill_chains(variant_t *s, variant_list_t less, bool is_counting)
{
    for (size_t at = 0; at < less.length; at += 1 + (size_t)less.numbers[at])
        for (size_t i = 1; i < less.numbers[at]; i++) {
            int low = less.numbers[at + i], high = less.numbers[at + i + 1];
            if (is_counting) {
                s->above.first[low + 1]++;
                s->below.first[high + 1]++;
            } else {
                put(&s->above, low, high);
                put(&s->below, high, low);
            }
        }
}

static bool take_chains(variant_t *s, variant_list_t less)
{
    if (!new_lists(&s->above, s->size, less.length) || !new_lists(&s->below, s->size, less.length))
        return false;
    fill_chains(s, less, true);
    sum_up(&s->above, s->size);
    sum_up(&s->below, s->size);
    size_t count = s->above.first[s->size];
    fill_chains(s, less, false);
    end_lists(&s->above, s->size, count);
    end_lists(&s->below, s->size, count);
    return true;
}

static bool take_parities(variant_t *s, const variant_clues_t *clues)
{
    s->start = malloc((size_t)s->size * sizeof *s->start);
    if (!s->start)
        return false;
    symbols_t odd = UINT32_C(0x55555555) & s->every;
    for (int cell = 0; cell < s->size; cell++)
        s->start[cell] = s->every;
    for (size_t i = 0; i < clues->odd.length; i++)
        s->start[clues->odd.numbers[i]] &= odd;
    for (size_t i = 0; i < clues->even.length; i++)
        s->start[clues->even.numbers[i]] &= ~odd;
    return true;
}

/* Let the cells of each cage see each other. Return false: no memory. */
static bool see_cages(variant_t *s, variant_list_t cages)
{
    size_t bytes = (size_t)s->size * (size_t)s->words * sizeof(uint64_t);
    uint64_t *cage = calloc((size_t)s->words, sizeof *cage);
    s->own_seen = malloc(bytes);
    if (!s->own_seen || !cage) {
        free(cage);
        return false;
    }
    memcpy(s->own_seen, s->rules->seen, bytes);
    s->seen = s->own_seen;
    for (size_t at = 0; at < cages.length; at += 2 + (size_t)cages.numbers[at + 1]) {
        const uint16_t *cells = cages.numbers + at + 2;
        int count = cages.numbers[at + 1];
        for (int i = 0; i < count; i++)
            add_cell(cage, cells[i]);
        for (int i = 0; i < count; i++) {
            uint64_t *seen = s->own_seen + (size_t)cells[i] * (size_t)s->words;
            for (int w = 0; w < s->words; w++)
                seen[w] |= cage[w];
            seen[cells[i] / 64] &= ~(UINT64_C(1) << cells[i] % 64);
        }
        for (int i = 0; i < count; i++)
            cage[cells[i] / 64] = 0;
    }
    free(cage);
    return true;
}

/* Take over the cages that have a sum. Return false: no memory. */
static bool take_cages(variant_t *s, const cages_t *cages)
{
    size_t cells = cages->length - 2 * (size_t)cages->count;
    s->sums = malloc((size_t)cages->count * sizeof *s->sums);
    if (!s->sums || !new_lists(&s->cage_cells, cages->count, cells) ||
        !new_lists(&s->cages_of, s->size, cells))
        return false;
    const uint16_t *numbers = cages->numbers;
    for (size_t at = 0; at < cages->length; at += 2 + (size_t)numbers[at + 1]) {
        s->sums[s->cages] = numbers[at];
        uint32_t start = s->cage_cells.first[s->cages];
        memcpy(s->cage_cells.numbers + start, numbers + at + 2, numbers[at + 1] * sizeof *numbers);
        for (int i = 0; i < numbers[at + 1]; i++)
            s->cages_of.first[numbers[at + 2 + (size_t)i] + 1]++;
        s->cage_cells.first[++s->cages] = start + numbers[at + 1];
    }
    sum_up(&s->cages_of, s->size);
    for (int cage = 0; cage < s->cages; cage++)
        for (uint32_t i = s->cage_cells.first[cage]; i < s->cage_cells.first[cage + 1]; i++)
            put(&s->cages_of, s->cage_cells.numbers[i], cage);
    end_lists(&s->cages_of, s->size, cells);
    return true;
}

/* Collect the cages that have a sum, and the hidden ones. Return false: no memory. */
static bool collect_cages(variant_t *s, variant_list_t list)
{
    cages_t cages = {0};
    bool is_fine = see_cages(s, list) && (s->n > TABLED || variant_make_sets(s->rules));
    for (size_t at = 0; is_fine && at < list.length; at += 2 + (size_t)list.numbers[at + 1])
        if (list.numbers[at])
            is_fine = variant_add_cage(&cages, list.numbers[at], list.numbers + at + 2,
                                       list.numbers[at + 1]);
    if (is_fine && cages.count)
        is_fine = variant_add_hidden(s, &cages) && take_cages(s, &cages);
    free(cages.numbers);
    return is_fine;
}

/* Make room for the queues and for the candidates. Return false: no memory. */
static bool make_room(variant_t *s)
{
    size_t cells = (size_t)s->size, symbols = (size_t)s->n;
    size_t houses = (size_t)s->houses + 1;
    s->state_bytes =
        symbols * (size_t)s->words * sizeof(uint64_t) + (cells + 1) * sizeof(symbols_t);
    s->state_bytes = (s->state_bytes + 7) / 8 * 8;
    s->planes = malloc(s->state_bytes);
    s->singles = malloc(cells * sizeof *s->singles);
    s->neighbours = malloc(cells * sizeof *s->neighbours);
    s->is_neighbour = calloc(cells, 1);
    s->changed.symbols = calloc(houses, sizeof(symbols_t));
    s->changed.queue = malloc(houses * sizeof(uint16_t));
    s->settled_in = malloc(houses * sizeof(symbols_t));
    s->narrowed.symbols = calloc(houses, sizeof(symbols_t));
    s->narrowed.queue = malloc(houses * sizeof(uint16_t));
    s->summed = malloc(((size_t)s->cages + 1) * sizeof *s->summed);
    s->is_summed = calloc((size_t)s->cages + 1, 1);
    s->failures = calloc(cells * symbols, sizeof *s->failures);
    s->solution = malloc(cells);
    return s->planes && s->singles && s->neighbours && s->is_neighbour && s->changed.symbols &&
           s->changed.queue && s->narrowed.symbols && s->narrowed.queue && s->summed &&
           s->is_summed && s->failures && s->settled_in && s->solution;
}

variant_t *variant_new(variant_rules_t *rules, const variant_clues_t *clues)
{
    variant_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->rules = rules;
    s->n = rules->n;
    s->size = rules->size;
    s->words = rules->words;
    s->houses = rules->houses;
    s->seen = rules->seen;
    s->has_neighbours = rules->close || clues->less.length;
    s->every = (symbols_t)((UINT64_C(1) << s->n) - 1);
    bool is_fine = true;
    if (clues->even.length || clues->odd.length)
        is_fine = take_parities(s, clues);
    if (is_fine && clues->less.length)
        is_fine = take_chains(s, clues->less);
    if (is_fine && clues->cages.length)
        is_fine = collect_cages(s, clues->cages);
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
    for (int i = 0; i < s->room; i++)
        free(s->branches[i].state);
    free(s->branches);
    free_lists(&s->above);
    free_lists(&s->below);
    free_lists(&s->cage_cells);
    free_lists(&s->cages_of);
    free(s->own_seen);
    free(s->start);
    free(s->sums);
    free(s->planes);
    free(s->singles);
    free(s->neighbours);
    free(s->is_neighbour);
    free(s->changed.symbols);
    free(s->changed.queue);
    free(s->narrowed.symbols);
    free(s->narrowed.queue);
    free(s->settled_in);
    free(s->summed);
    free(s->is_summed);
    free(s->failures);
    free(s->solution);
    free(s);
}
