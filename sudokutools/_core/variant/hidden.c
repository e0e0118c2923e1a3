/* Hidden cages, by the rule of 45: a full house has a known sum, and so have some adjacent rows or
 * columns. The sum of the cages within leaves a sum for their other cells; the sum of the cages
 * that cover them, one for what these have outside. With items, each cage may also be counted where
 * it has fewer cells: those inside are added, those outside subtracted. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

/* Data of one area. */
typedef struct {
    const variant_t *s;
    cages_t *cages;
    uint64_t *held; /* the cells of each cage, s->words words */
    uint64_t area[MOST_WORDS], inside[MOST_WORDS], outside[MOST_WORDS], cells[MOST_WORDS];
} work_t;

bool variant_add_cage(cages_t *cages, int sum, const uint16_t *cells, int count)
{
    size_t needed = cages->length + 2 + (size_t)count;
    if (needed > cages->room) {
        size_t room = 2 * needed + 256;
        uint16_t *more = realloc(cages->numbers, room * sizeof *more);
        if (!more)
            return false;
        cages->numbers = more;
        cages->room = room;
    }
    cages->numbers[cages->length++] = (uint16_t)sum;
    cages->numbers[cages->length++] = (uint16_t)count;
    memcpy(cages->numbers + cages->length, cells, (size_t)count * sizeof *cells);
    cages->length = needed;
    cages->count++;
    return true;
}

/* Return how many of the cells there are; 0 if they are more than `most` or, without items, do not
 * all see each other. */
static int list(const variant_t *s, const uint64_t *cells, uint16_t *found, int most)
{
    int count = 0;
    for (int w = 0; w < s->words; w++)
        for (uint64_t left = cells[w]; left; left &= left - 1) {
            if (count == most)
                return 0;
            found[count++] = (uint16_t)(64 * w + lowest(left));
        }
    for (int i = 0; i < count && !s->has_items; i++)
        for (int j = 0; j < i; j++)
            if (!has_cell(s->seen + (size_t)found[i] * (size_t)s->words, found[j]))
                return 0;
    return count;
}

/* Add `work->cells` as a cage, if they are one and it is new; cells outside are subtracted if it is
 * mixed. Return false: no memory. */
static bool keep(work_t *work, int sum, bool is_mixed)
{
    const variant_t *s = work->s;
    uint16_t cells[VARIANT_HIDDEN];
    size_t bytes = (size_t)s->words * sizeof(uint64_t);
    int most = is_mixed ? MIXED : s->has_items ? VARIANT_HIDDEN : HIDDEN;
    int count = list(s, work->cells, cells, most);
    for (int i = 0; count && i < work->cages->count; i++)
        if (memcmp(work->held + (size_t)i * (size_t)s->words, work->cells, bytes) == 0)
            count = 0;
    if (!count)
        return true;
    uint64_t *held = realloc(work->held, (size_t)(work->cages->count + 1) * bytes);
    if (!held)
        return false;
    work->held = held;
    memcpy(held + (size_t)work->cages->count * (size_t)s->words, work->cells, bytes);
    for (int i = 0; is_mixed && i < count; i++)
        cells[i] |= has_cell(work->area, cells[i]) == (sum < 0) ? VARIANT_MINUS : 0;
    sum = is_mixed ? abs(sum) : sum < 0 ? 0 : sum; /* Neither can be. */
    return variant_add_cage(work->cages, sum, cells, count);
}

/* Count each cage where it has fewer cells; `sum` is that of the area. False: no memory. */
static bool mix(work_t *work, int sum, const int *sums, int cages)
{
    int words = work->s->words;
    for (int w = 0; w < words; w++)
        work->cells[w] = work->area[w] & ~work->outside[w];
    for (int i = 0; i < cages; i++) {
        const uint64_t *held = work->held + (size_t)i * (size_t)words;
        int inside = 0, outside = 0;
        for (int w = 0; w < words; w++) {
            inside += count_bits(held[w] & work->area[w]);
            outside += count_bits(held[w] & ~work->area[w]);
        }
        sum -= outside < inside ? sums[i] : 0;
        for (int w = 0; inside && w < words; w++)
            work->cells[w] |= held[w] & (outside < inside ? ~work->area[w] : work->area[w]);
    }
    return keep(work, sum, true);
}

static bool look_at(work_t *work, int count, const int *sums, int cages)
{
    const variant_t *s = work->s;
    size_t bytes = (size_t)s->words * sizeof(uint64_t);
    int rest = count * s->n * (s->n + 1) / 2, over = -rest;
    memset(work->inside, 0, bytes);
    memset(work->outside, 0, bytes);
    for (int i = 0; i < cages; i++) {
        const uint64_t *held = work->held + (size_t)i * (size_t)s->words;
        uint64_t common = 0, beyond = 0;
        for (int w = 0; w < s->words; w++) {
            common |= held[w] & work->area[w];
            beyond |= held[w] & ~work->area[w];
        }
        if (!common)
            continue;
        over += sums[i];
        rest -= beyond ? 0 : sums[i];
        for (int w = 0; w < s->words; w++) {
            work->outside[w] |= held[w];
            work->inside[w] |= beyond ? 0 : held[w];
        }
    }
    uint64_t any = 0, uncovered = 0;
    for (int w = 0; w < s->words; w++) {
        work->cells[w] = work->area[w] & ~work->inside[w];
        any |= work->inside[w];
        uncovered |= work->area[w] & ~work->outside[w];
    }
    if (any && !keep(work, rest, false))
        return false;
    for (int w = 0; w < s->words; w++)
        work->cells[w] = work->outside[w] & ~work->area[w];
    if (!uncovered && !keep(work, over, false))
        return false;
    return !s->has_items || mix(work, count * s->n * (s->n + 1) / 2, sums, cages);
}

static bool look_at_lines(work_t *work, int lines, int length, int line_step, int step,
                          const int *sums, int cages)
{
    for (int first = 0; length == work->s->n && first < lines; first++) {
        memset(work->area, 0, (size_t)work->s->words * sizeof(uint64_t));
        for (int last = first; last < lines; last++) {
            for (int i = 0; i < length; i++)
                add_cell(work->area, last * line_step + i * step);
            if (last > first && !look_at(work, last - first + 1, sums, cages))
                return false;
        }
    }
    return true;
}

static bool look_at_all(work_t *work, const int *sums, int cages)
{
    const variant_t *s = work->s;
    const variant_rules_t *rules = s->rules;
    for (int house = 0; house < s->houses; house++) {
        memcpy(work->area, s->house_sets + house * s->words, (size_t)s->words * sizeof(uint64_t));
        if (!look_at(work, 1, sums, cages))
            return false;
    }
    return look_at_lines(work, rules->rows, rules->columns, rules->columns, 1, sums, cages) &&
           look_at_lines(work, rules->columns, rules->rows, 1, rules->columns, sums, cages);
}

bool variant_add_hidden(const variant_t *s, cages_t *cages)
{
    size_t words = (size_t)s->words;
    int given = cages->count;
    int *sums = malloc((size_t)given * sizeof *sums);
    work_t work = {
        .s = s, .cages = cages, .held = calloc((size_t)given * words, sizeof *work.held)};
    bool is_fine = sums && work.held;
    size_t at = 0;
    for (int i = 0; is_fine && i < given; i++) {
        sums[i] = cages->numbers[at];
        for (int k = 0; k < cages->numbers[at + 1]; k++)
            add_cell(work.held + (size_t)i * words, cages->numbers[at + 2 + (size_t)k]);
        at += 2 + (size_t)cages->numbers[at + 1];
    }
    is_fine = is_fine && look_at_all(&work, sums, given);
    free(sums);
    free(work.held);
    return is_fine;
}
