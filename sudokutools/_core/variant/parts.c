/* Settling the primitives that have several cells: sets, totals, automata.
 *
 * Each removes the candidates that no filling of its cells has, with these exceptions: sets of many
 * symbols with more than MATCHED open cells, totals that are far from both bounds, and automata
 * that read a cell twice. In a filling of an automaton of few symbols, with more than WIDE open
 * cells, all differ if they have to. Sets and automata also place the symbols that all their
 * fillings have. */
#include "variant/state.h"

#include <string.h>

/* Totals of more open cells are not summed up while one cell alone can make up for all others. */
enum { SUMMED = 3, SPARE = 4 };

/* The terms of a total: how many, with how many open cells; how far the total is from their bounds,
 * the greatest range of a cell. */
typedef struct {
    int count, open;
    int64_t far, widest;
} terms_t;

static bool use_required(variant_t *s, const uint16_t *cells, int count, symbols_t required)
{
    uint64_t places[MOST_WORDS];
    for (; required; required &= required - 1) {
        int symbol = lowest(required);
        memset(places, 0, (size_t)s->words * sizeof *places);
        for (int i = 0; i < count; i++)
            if (s->symbols[cells[i]] >> symbol & 1)
                add_cell(places, cells[i]);
        if (!variant_use_places(s, symbol, places))
            return false;
    }
    return true;
}

static bool settle_sets(variant_t *s, int number, bool *is_exact)
{
    const part_t *part = s->parts + number;
    cage_t cage;
    symbols_t fixed = variant_open(s, part, &cage), all = fixed, required = s->every;
    int live = s->live[number];
    for (int i = 0; i < cage.count; i++)
        all |= cage.symbols[i];
    *is_exact = part->allowed || cage.count <= MATCHED;
    if (part->allowed && !variant_match(&cage, fixed, part->allowed, &required))
        return false;
    for (int i = part->allowed ? 0 : live; i-- > 0;) {
        symbols_t set = part->sets[i];
        if ((fixed & ~set) || (set & ~all) || !variant_use_set(&cage, set & ~fixed)) {
            part->sets[i] = part->sets[--live];
            part->sets[live] = set;
        } else {
            required &= set;
        }
    }
    s->live[number] = live;
    for (int i = 0; i < cage.count; i++)
        if (!variant_take(s, cage.cell[i], ~cage.left[i]))
            return false;
    return live && use_required(s, cage.cell, cage.count, required & ~fixed);
}

/* Find the least sum, or the greatest one if `is_down`, that cells that see each other can have by
 * their least or greatest symbols alone, and the last symbol of this choice. Return false if
 * there is none. */
static bool add_up(const variant_t *s, const uint16_t *cells, int count, bool is_down, int *sum,
                   int *end)
{
    symbols_t used = 0;
    *sum = 0;
    for (int i = 0; i < count; i++) {
        symbols_t set = s->symbols[cells[i]], free = s->every & ~used;
        free &= is_down ? (UINT32_C(2) << highest(set)) - 1 : -(set & -set);
        if (!free)
            return false;
        int symbol = is_down ? highest(free) : lowest(free);
        used |= UINT32_C(1) << symbol;
        *sum += symbol + 1;
    }
    *end = is_down ? lowest(used) : highest(used);
    return true;
}

/* Return the symbols from `low` on to `high`, either of which may be any number. */
static symbols_t between(int64_t low, int64_t high)
{
    low = low < 0 ? 0 : low;
    high = high >= VARIANT_MOST_SYMBOLS ? VARIANT_MOST_SYMBOLS - 1 : high;
    return low > high ? 0 : (symbols_t)((UINT64_C(2) << high) - (UINT64_C(1) << low));
}

/* Keep symbols within the bounds of a total; `low` and `high` are how far it is from them. */
static bool use_bounds(variant_t *s, const part_t *part, int64_t low, int64_t high)
{
    for (int g = 0; g < part->group_count; g++) {
        int64_t weight = part->weights[part->groups[g]];
        int64_t up = weight > 0 ? low / weight : high / -weight;
        int64_t down = weight > 0 ? high / weight : low / -weight;
        symbols_t kept = between(s->bounds[g].ends[1] - down, s->bounds[g].ends[0] + up);
        for (int i = part->groups[g]; i < part->groups[g + 1]; i++)
            if (!variant_take(s, part->cells[i], ~kept))
                return false;
    }
    return true;
}

/* Add an open cell of a group to a total, and join it with the one before. */
static void add_term(const variant_t *s, terms_t *terms, int64_t sign, int cell, bool is_first)
{
    term_t *last = s->terms + terms->count - 1;
    symbols_t set = s->symbols[cell];
    if (is_first || last->count == 2) {
        *++last = (term_t){.sign = sign, .count = 1, .cells = {(uint16_t)cell}, .sums = set};
        terms->count++;
        return;
    }
    last->sums = 0;
    for (symbols_t left = s->symbols[*last->cells]; left; left &= left - 1)
        last->sums |= (uint64_t)(set & ~(left & -left)) << lowest(left);
    last->cells[last->count++] = (uint16_t)cell;
}

static terms_t find_terms(const variant_t *s, const part_t *part, bool from_low)
{
    terms_t terms = {.far = from_low ? part->total : -part->total};
    for (int g = 0; g < part->group_count; g++) {
        int64_t weight = part->weights[part->groups[g]], sign = from_low ? weight : -weight;
        int before = terms.open;
        for (int i = part->groups[g]; i < part->groups[g + 1]; i++) {
            symbols_t set = s->symbols[part->cells[i]];
            int64_t width = (highest(set) - lowest(set)) * (sign < 0 ? -sign : sign);
            terms.widest = width > terms.widest ? width : terms.widest;
            if (width)
                add_term(s, &terms, sign, part->cells[i], terms.open++ == before);
            else
                terms.far -= sign * (lowest(set) + 1);
        }
    }
    for (term_t *term = s->terms; term < s->terms + terms.count; term++) {
        if (!term->sums) {
            terms.far = -1;
            break;
        }
        term->base = term->sign < 0 ? 63 - __builtin_clzll(term->sums) : lowest(term->sums);
        terms.far -= term->sign * (term->base + term->count);
    }
    return terms;
}

/* Keep the symbols of a term that have one of these sums. Return false if the branch ends. */
static bool keep_sums(variant_t *s, const term_t *term, uint64_t sums)
{
    symbols_t set = s->symbols[term->cells[0]], kept[2] = {(symbols_t)sums, 0};
    if (term->count == 2)
        for (kept[0] = 0; set; set &= set - 1) {
            symbols_t own = set & -set;
            symbols_t others = (symbols_t)(sums >> lowest(set)) & s->symbols[term->cells[1]] & ~own;
            kept[0] |= others ? own : 0;
            kept[1] |= others;
        }
    for (int i = 0; i < term->count; i++)
        if (!variant_take(s, term->cells[i], ~kept[i]))
            return false;
    return true;
}

/* Exclude symbols in no choice for all terms; bit k of reached[i]: i terms can be k off. */
static bool sum_up(variant_t *s, const terms_t *terms)
{
    uint64_t *reached = s->reached, wanted = UINT64_C(1) << terms->far;
    reached[0] = 1;
    for (int i = 0; i < terms->count; i++) {
        const term_t *term = s->terms + i;
        reached[i + 1] = 0;
        for (uint64_t left = term->sums; left; left &= left - 1) {
            int64_t more = term->sign * (lowest(left) - term->base);
            if (more <= terms->far)
                reached[i + 1] |= reached[i] << more;
        }
    }
    if (!(reached[terms->count] & wanted))
        return false;
    for (int i = terms->count; i-- > 0;) {
        const term_t *term = s->terms + i;
        uint64_t before = 0, sums = 0;
        for (uint64_t left = term->sums; left; left &= left - 1) {
            int64_t more = term->sign * (lowest(left) - term->base);
            uint64_t from = more <= terms->far ? wanted >> more : 0;
            before |= from;
            if (from & reached[i])
                sums |= left & -left;
        }
        wanted = before;
        if (sums != term->sums && !keep_sums(s, term, sums))
            return false;
    }
    return true;
}

static bool settle_total(variant_t *s, const part_t *part, bool *is_exact)
{
    int64_t low = part->total, high = -part->total;
    for (int g = 0; g < part->group_count; g++) {
        int first = part->groups[g], count = part->groups[g + 1] - first;
        bounds_t *bounds = s->bounds + g;
        for (int k = 0; k < 2; k++)
            if (!add_up(s, part->cells + first, count, k, bounds->sums + k, bounds->ends + k))
                return false;
        low -= part->weights[first] * bounds->sums[part->weights[first] < 0];
        high += part->weights[first] * bounds->sums[part->weights[first] > 0];
    }
    if (low < 0 || high < 0 || !use_bounds(s, part, low, high))
        return false;
    terms_t terms = find_terms(s, part, low <= high);
    bool is_far = terms.far > 63 || (terms.open > SUMMED && terms.far >= terms.widest + SPARE);
    *is_exact = !is_far && part->group_count == part->count;
    return terms.far >= 0 && (is_far || sum_up(s, &terms));
}

/* Find the states on paths from the start; if they are known, what the cells before each hold. */
ALWAYS_INLINE void go_forward(variant_t *s, const part_t *part, bool differs)
{
    const uint32_t *bases = part->bases;
    for (uint32_t w = 0; differs && w < bases[part->count + 1]; w++)
        for (uint64_t left = s->alive[w]; left; left &= left - 1)
            memset(s->subsets[64 * w + (uint32_t)lowest(left)], 0, sizeof *s->subsets);
    for (uint32_t state = 0; differs && state < 64 * bases[1]; state++)
        s->subsets[state][0] = 1;
    if (!differs) {
        memset(s->alive, 0xff, (bases[1] - bases[0]) * sizeof *s->alive);
        memset(s->alive + bases[1], 0, (bases[part->count + 1] - bases[1]) * sizeof *s->alive);
    }
    for (int i = 0; i < part->count; i++) {
        symbols_t set = s->symbols[part->cells[i]];
        for (uint32_t w = bases[i]; w < bases[i + 1]; w++)
            for (uint64_t left = s->alive[w]; left; left &= left - 1) {
                uint32_t state = 64 * w + (uint32_t)lowest(left);
                for (uint32_t e = part->first[state]; e < part->first[state + 1]; e++) {
                    symbols_t symbols = part->edges[e].symbols & set;
                    uint32_t to = part->edges[e].to;
                    if (symbols && !differs)
                        add_cell(s->alive, (int)to);
                    else if (symbols && has_cell(s->alive, (int)to))
                        for (; symbols; symbols &= symbols - 1)
                            variant_hold(s->subsets[to], s->subsets[state], lowest(symbols));
                }
            }
    }
}

/* Drop the states before a cell that lead to no end. Return the symbols that lead to one. */
ALWAYS_INLINE symbols_t go_back(variant_t *s, const part_t *part, int at, bool differs)
{
    symbols_t set = s->symbols[part->cells[at]], kept = 0;
    for (uint32_t w = part->bases[at]; w < part->bases[at + 1]; w++)
        for (uint64_t left = s->alive[w]; left; left &= left - 1) {
            uint32_t state = 64 * w + (uint32_t)lowest(left);
            uint64_t before[SUBSET_WORDS] = {0};
            symbols_t needed = s->every, found = 0;
            for (uint32_t e = part->first[state]; e < part->first[state + 1]; e++) {
                symbols_t symbols = part->edges[e].symbols & set;
                uint32_t to = part->edges[e].to;
                if (!symbols || !has_cell(s->alive, (int)to))
                    continue;
                for (symbols_t rest = symbols; differs && rest; rest &= rest - 1)
                    if (!variant_release(before, s->subsets[to], s->subsets[state], lowest(rest)))
                        symbols ^= rest & -rest;
                found |= symbols;
                needed &= symbols ? s->needed[to] | (is_single(symbols) ? symbols : 0) : needed;
            }
            if (differs)
                memcpy(s->subsets[state], before, sizeof before);
            s->needed[state] = needed;
            kept |= found;
            if (!found)
                s->alive[w] &= ~(left & -left);
        }
    return kept;
}

ALWAYS_INLINE bool settle_automaton(variant_t *s, const part_t *part, bool differs)
{
    const uint32_t *bases = part->bases;
    symbols_t required = s->every, fixed = 0;
    for (int i = 0; i < part->count; i++)
        if (is_single(s->symbols[part->cells[i]]))
            fixed |= s->symbols[part->cells[i]];
    if (differs && part->count - count_bits(fixed) <= WIDE)
        return true;
    go_forward(s, part, differs);
    memset(s->needed + 64 * bases[part->count], 0,
           (bases[part->count + 1] - bases[part->count]) * 64 * sizeof *s->needed);
    for (int i = part->count; i-- > 0;)
        if (!variant_take(s, part->cells[i], ~go_back(s, part, i, differs)))
            return false;
    for (uint32_t w = bases[0]; w < bases[1]; w++)
        for (uint64_t left = s->alive[w]; left; left &= left - 1)
            required &= s->needed[64 * w + (uint32_t)lowest(left)];
    return use_required(s, part->cells, part->count, required & ~fixed);
}

bool variant_settle_part(variant_t *s, int number)
{
    const part_t *part = s->parts + number;
    bool is_exact = true, is_fine;
    s->cause = s->size + s->houses + number;
    s->work += 4 * part->count;
    s->is_summed[number] = 1; /* Its own changes make it 2. */
    if (part->kind == VARIANT_SETS) {
        is_fine = settle_sets(s, number, &is_exact);
    } else if (part->kind == VARIANT_TOTAL) {
        is_fine = settle_total(s, part, &is_exact);
    } else if (part->kind == VARIANT_CONNECTED) {
        is_fine = variant_settle_region(s, part);
        is_exact = false;
    } else if (part->kind == VARIANT_REGIONS) {
        is_fine = variant_settle_regions(s, part);
        is_exact = false;
    } else {
        is_fine = settle_automaton(s, part, false);
        is_exact = !part->repeats && (!part->differs || s->is_summed[number] == 1);
        if (is_fine && is_exact && part->differs)
            is_fine = settle_automaton(s, part, true);
    }
    bool is_changed = s->is_summed[number] == 2;
    s->is_summed[number] = 0;
    if (is_fine && !is_exact && is_changed)
        variant_look_at_cage(s, number);
    return is_fine;
}
