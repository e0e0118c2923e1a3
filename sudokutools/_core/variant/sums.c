/* The candidates that the sum of a cage leaves in its cells.
 *
 * A choice of symbols for cells: the symbols of a set are numbered 0 to k - 1, and a subset of them
 * is one of 2^k bits of a word. `before[i]` has the subsets that the first i cells can hold, each
 * symbol once; `after[i]` those before which the cells from i on can hold the rest. A symbol is
 * possible in a cell if it leads from one to the other. With few symbols the subsets are those of
 * all symbols, so that one pass decides about all sets. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

static int sums_of(int n) { return n * (n + 1) / 2 + 1; }

bool variant_make_sets(variant_rules_t *rules)
{
    int n = rules->n, sums = sums_of(n);
    if (rules->sets)
        return true;
    size_t count = (size_t)1 << n;
    uint32_t *first = calloc((size_t)(n + 1) * (size_t)sums + 1, sizeof *first);
    uint32_t *key = malloc(count * sizeof *key);
    uint16_t *sets = malloc(count * sizeof *sets);
    if (first && key && sets) {
        key[0] = 0;
        first[1]++;
        for (size_t set = 1; set < count; set++) {
            key[set] = key[set & (set - 1)] + (uint32_t)(sums + lowest(set) + 1);
            first[key[set] + 1]++;
        }
        for (int i = 0; i < (n + 1) * sums; i++)
            first[i + 1] += first[i];
        for (size_t set = count; set-- > 0;)
            sets[--first[key[set] + 1]] = (uint16_t)set;
        memmove(first, first + 1, (size_t)(n + 1) * (size_t)sums * sizeof *first);
        first[(n + 1) * sums] = (uint32_t)count;
        rules->sets = sets;
        rules->first_set = first;
    } else {
        free(first);
        free(sets);
    }
    free(key);
    return rules->sets != NULL;
}

/* Number the symbols of each cell like the symbols of `set`, bit by bit. */
static symbols_t numbered(symbols_t symbols, symbols_t set)
{
    symbols_t found = 0;
    for (int j = 0; set; set &= set - 1, j++)
        found |= (symbols_t)((symbols & (set & -set)) != 0) << j;
    return found;
}

static bool match(cage_t *cage, symbols_t set)
{
    int k = cage->count;
    symbols_t held[MATCHED];
    uint64_t before[MATCHED + 1] = {1}, after = UINT64_C(1) << ((1 << k) - 1);
    for (int i = 0; i < k; i++) {
        held[i] = numbered(cage->symbols[i], set);
        before[i + 1] = 0;
        for (symbols_t rest = held[i]; rest; rest &= rest - 1) {
            int j = lowest(rest);
            before[i + 1] |= (before[i] & VARIANT_WITHOUT[j]) << (1 << j);
        }
    }
    if (!(before[k] & after))
        return false;
    for (int i = k; i-- > 0;) {
        uint64_t next = after;
        after = 0;
        symbols_t symbols = set;
        for (int j = 0; j < k; j++, symbols &= symbols - 1) {
            if (!(held[i] >> j & 1))
                continue;
            uint64_t from = next >> (1 << j) & VARIANT_WITHOUT[j];
            after |= from;
            if (from & before[i])
                cage->left[i] |= symbols & -symbols;
        }
    }
    return true;
}

bool variant_match(cage_t *cage, symbols_t fixed, const uint64_t *allowed, symbols_t *required)
{
    uint64_t before[VARIANT_SUBSETS + 1][SUBSET_WORDS] = {{0}}, after[SUBSET_WORDS], any = 0;
    add_cell(before[0], (int)fixed);
    for (int i = 0; i < cage->count; i++)
        for (symbols_t rest = cage->symbols[i]; rest; rest &= rest - 1)
            variant_hold(before[i + 1], before[i], lowest(rest));
    for (int w = 0; w < SUBSET_WORDS; w++)
        any |= after[w] = before[cage->count][w] & allowed[w];
    for (int symbol = 0; symbol < VARIANT_SUBSETS; symbol++) {
        uint64_t with[SUBSET_WORDS] = {0}, others = 0;
        variant_hold(with, after, symbol);
        for (int w = 0; w < SUBSET_WORDS; w++)
            others |= with[w];
        *required &= ~(symbols_t)((others != 0) << symbol);
    }
    for (int i = cage->count; any && i-- > 0;) {
        uint64_t next[SUBSET_WORDS] = {0};
        for (symbols_t rest = cage->symbols[i]; rest; rest &= rest - 1)
            if (variant_release(next, after, before[i], lowest(rest)))
                cage->left[i] |= rest & -rest;
        memcpy(after, next, sizeof after);
    }
    return any;
}

ALWAYS_INLINE bool use_set(cage_t *cage, symbols_t set)
{
    for (int i = 0; i < cage->count; i++)
        if (!(cage->symbols[i] & set))
            return false;
    if (cage->count == 2) {
        symbols_t low = set & -set, high = set ^ low;
        bool rises = cage->symbols[0] & low && cage->symbols[1] & high;
        bool falls = cage->symbols[0] & high && cage->symbols[1] & low;
        cage->left[0] |= (rises ? low : 0) | (falls ? high : 0);
        cage->left[1] |= (rises ? high : 0) | (falls ? low : 0);
        return rises || falls;
    }
    if (cage->count <= MATCHED)
        return match(cage, set);
    for (int i = 0; i < cage->count; i++)
        cage->left[i] |= cage->symbols[i] & set;
    return true;
}

bool variant_use_set(cage_t *cage, symbols_t set) { return use_set(cage, set); }

static void use_tables(variant_t *s, cage_t *cage)
{
    const variant_rules_t *rules = s->rules;
    if (cage->rest < 0 || cage->rest >= sums_of(s->n))
        return;
    symbols_t all = 0;
    for (int i = 0; i < cage->count; i++)
        all |= cage->symbols[i];
    int key = cage->count * sums_of(s->n) + cage->rest;
    uint32_t at = rules->first_set[key], end = rules->first_set[key + 1];
    s->work += end - at;
    for (; at < end; at++) {
        symbols_t set = rules->sets[at];
        if (!(set & ~all))
            use_set(cage, set);
    }
}

bool variant_sum(variant_t *s, int number, cage_t *cage)
{
    variant_open(s, s->parts + number, cage);
    if (!cage->count)
        return cage->rest == 0;
    s->work += 4 * cage->count;
    use_tables(s, cage);
    return true;
}
