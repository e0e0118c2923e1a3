/* The ladder of techniques on any grid, with any candidates, limit and shortcuts. Every step fills
 * an empty cell with a candidate of it or takes candidates away that are there; of a puzzle with
 * one solution it keeps that. Ratings and uses match the steps. Shortcuts change nothing. That the
 * steps are those of sudokutools/logic is tested by tests/core/test_rate.py.
 *
 * variant_rate.c compiles it once more for the ladder of variants, with any houses and pairs that
 * the binding lets through. */
#include "bulk/propagate.h"
#include "rate/hodoku.h"
#include "rate/rate.h"

#include "nine.h"

/* Puzzles without a known solution may take long: it gets less time. */
enum { CHECKS = 40, FEW_CHECKS = 2, STEPS = 300, ALL = 511 };

typedef struct {
    uint8_t houses[RATE_MOST_HOUSES][9], pairs[64][2];
    int house_count, pair_count;
    bool is_plain, has_uniqueness;
    bool has_grid;    /* Of variants: a grid that keeps them all, and which puzzles are of. */
    uint8_t grid[81]; /* '1' to '9' */
    bool sees[81][81];
} rules_t;

/* A puzzle, as it is given and as the steps leave it. */
typedef struct {
    const rules_t *rules;
    uint8_t cells[81], solution[81]; /* 0 to 9; the solution begins with 0 where none is known. */
    uint16_t given[81], candidates[81];
    bool has_candidates;
    uint8_t value[81];
    rate_result_t told;
    uint64_t digest; /* Of all steps. */
} puzzle_t;

static void set_plain(rules_t *rules)
{
    *rules = (rules_t){.house_count = 27, .is_plain = true, .has_uniqueness = true};
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++) {
            rules->houses[i][k] = (uint8_t)(9 * (i / 3 * 3 + k / 3) + i % 3 * 3 + k % 3);
            rules->houses[9 + i][k] = (uint8_t)(9 * k + i);
            rules->houses[18 + i][k] = (uint8_t)(9 * i + k);
        }
}

static void find_peers(rules_t *rules)
{
    memset(rules->sees, 0, sizeof rules->sees);
    for (int house = 0; house < rules->house_count; house++)
        for (int i = 0; i < 9; i++)
            for (int k = 0; k < i; k++) {
                int a = rules->houses[house][i], b = rules->houses[house][k];
                if (a < 81 && b < 81)
                    rules->sees[a][b] = rules->sees[b][a] = true;
            }
    for (int k = 0; k < rules->pair_count; k++) {
        int a = rules->pairs[k][0], b = rules->pairs[k][1];
        if (a != b)
            rules->sees[a][b] = rules->sees[b][a] = true;
    }
}

#ifdef RATE_VARIANT

/* Whether a house may be at the end of those before it: every cell once, in at most RATE_MOST_TYPES
 * houses, missing cells last, and none missing of the first 27. */
static bool fits(const rules_t *rules, int house)
{
    int count[NO_CELL + 1] = {0};
    for (int before = 0; before <= house; before++)
        for (int k = 0; k < 9; k++)
            if (++count[rules->houses[before][k]] > RATE_MOST_TYPES &&
                rules->houses[before][k] != NO_CELL)
                return false;
    for (int i = 0; i < 9; i++) {
        int cell = rules->houses[house][i];
        if (cell == NO_CELL && house < 27)
            return false;
        for (int k = 0; k < i; k++)
            if (cell != NO_CELL &&
                (rules->houses[house][k] == cell || rules->houses[house][k] == NO_CELL))
                return false;
    }
    return true;
}

/* Return where a house has the symbol of a cell. */
static int place_of(const rules_t *rules, int house, int cell)
{
    int place = 0;
    while (rules->grid[rules->houses[house][place]] != rules->grid[cell])
        place++;
    return place;
}

/* Add a house of cells that are so far apart; of a grid those alone that differ in it. */
static void add_house(input_t *input, rules_t *rules)
{
    uint8_t *cells = rules->houses[rules->house_count];
    int size = take_up_to(input, 9), first = take_up_to(input, 80), by = take_up_to(input, 80);
    int count = 0, held = 0;
    for (int k = 0; count < size && k < (rules->has_grid ? 81 : 9); k++) {
        int cell = (first + k * by) % 81;
        int symbol = rules->has_grid ? 1 << (rules->grid[cell] - '0') : 0;
        if (held & symbol)
            continue;
        held |= symbol;
        cells[count++] = (uint8_t)cell;
    }
    while (count < 9)
        cells[count++] = NO_CELL;
    if (fits(rules, rules->house_count))
        rules->house_count++;
}

/* Take rules: plain ones, some cells of their houses exchanged or set, further houses, and pairs;
 * often obeyed by a grid. */
static void take_rules(input_t *input, rules_t *rules)
{
    set_plain(rules);
    int kind = take_byte(input);
    rules->has_uniqueness = kind & 1;
    rules->is_plain = kind < 32;
    rules->has_grid = !rules->is_plain && kind & 2;
    if (rules->has_grid)
        take_grid(input, rules->grid);
    for (int left = rules->is_plain ? 0 : kind >> 4; left; left--) {
        int a = take_up_to(input, 26), b = take_up_to(input, 26), at = take_byte(input);
        rules_t before = *rules;
        uint8_t *one = &rules->houses[a][at % 9], *two = &rules->houses[b][at / 9 % 9];
        if (rules->has_grid)
            two = &rules->houses[b][place_of(rules, b, *one)];
        uint8_t swap = *one;
        *one = *two;
        *two = at < 200 || rules->has_grid ? swap : *two;
        for (int house = 0; house < 27; house++)
            if (!fits(rules, house))
                *rules = before;
    }
    int extra = rules->is_plain ? 0 : take_byte(input);
    for (int left = extra < 200 ? extra % 5 : RATE_MOST_HOUSES - 27; left; left--)
        add_house(input, rules);
    rules->pair_count = rules->is_plain ? 0 : take_up_to(input, 63) / 3;
    for (int k = 0; k < rules->pair_count; k++)
        for (int side = 0; side < 2; side++)
            rules->pairs[k][side] = (uint8_t)take_up_to(input, 80);
    for (int k = 0; k < rules->pair_count; k++)
        if (rules->has_grid && rules->grid[rules->pairs[k][0]] == rules->grid[rules->pairs[k][1]])
            rules->pairs[k][1] = rules->pairs[k][0];
    find_peers(rules);
}

static void obey(rate_t *rater, const rules_t *rules)
{
    const rate_geometry_t geometry = {rules->houses, rules->house_count, rules->pairs,
                                      rules->pair_count};
    rate_set_geometry(rater, &geometry, rules->has_uniqueness);
}

#else

static void take_rules(input_t *input, rules_t *rules)
{
    (void)input;
    if (!rules->house_count) {
        set_plain(rules);
        find_peers(rules);
        rate_prepare();
    }
}

static void obey(rate_t *rater, const rules_t *rules) { (void)rater, (void)rules; }

/* Check that a position of HoDoKu's ladder keeps the solution; return a cell to fill, or -1. */
static int check_position(const puzzle_t *puzzle, const hodoku_result_t *told)
{
    const uint8_t *solution =
        puzzle->solution[0] && !puzzle->has_candidates ? puzzle->solution : NULL;
    int free = -1;
    for (int cell = 0; cell < 81; cell++) {
        uint8_t value = told->cells[cell];
        check(!told->candidates[cell] || !value || told->status == RATE_INVALID);
        check(!solution || (value ? value == solution[cell]
                                  : told->candidates[cell] >> (solution[cell] - 1) & 1));
        free = told->candidates[cell] ? cell : free;
    }
    check(!solution || told->status == RATE_SOLVED || told->status == RATE_STUCK);
    return told->status == RATE_STUCK ? free : -1;
}

/* Play a puzzle; where it gets stuck fill a cell. */
static void play(rate_t *rater, const puzzle_t *puzzle, int technique)
{
    const hodoku_result_t *told = hodoku_puzzle(rater, puzzle->cells);
    for (int cell; (cell = check_position(puzzle, told)) >= 0;) {
        hodoku_result_t before = *told;
        int digit = __builtin_ctz(before.candidates[cell]);
        before.cells[cell] = puzzle->solution[0] && !puzzle->has_candidates ? puzzle->solution[cell]
                                                                            : (uint8_t)(digit + 1);
        told = hodoku_resume(rater, technique, before.cells, before.candidates);
        check(told->steps > before.steps && told->cells[cell] == before.cells[cell]);
    }
    answer((uint64_t)told->steps);
}

#endif

/* Count solutions, two at most, by trying the cell with the fewest symbols; `steps` are left. Keep
 * the last one. */
static int count_solutions(puzzle_t *puzzle, const uint16_t options[81], int *steps)
{
    int best = -1, count = 0;
    for (int cell = 0; cell < 81; cell++)
        if (!puzzle->value[cell] &&
            (best < 0 || __builtin_popcount(options[cell]) < __builtin_popcount(options[best])))
            best = cell;
    if (best < 0)
        memcpy(puzzle->solution, puzzle->value, 81);
    if (best < 0 || --*steps < 0)
        return 1;
    for (int digit = 0; digit < 9 && count < 2; digit++) {
        if (!(options[best] >> digit & 1))
            continue;
        uint16_t after[81];
        memcpy(after, options, sizeof after);
        for (int cell = 0; cell < 81; cell++)
            if (puzzle->rules->sees[best][cell])
                after[cell] &= (uint16_t) ~(1U << digit);
        puzzle->value[best] = (uint8_t)(digit + 1);
        count += count_solutions(puzzle, after, steps);
        puzzle->value[best] = 0;
    }
    return count;
}

/* Find the solution of a variant if there is one only, and it is quickly known. */
static void find_solution_of_variant(puzzle_t *puzzle)
{
    uint16_t options[81];
    int steps = STEPS;
    for (int cell = 0; cell < 81; cell++) {
        options[cell] = ALL & (puzzle->has_candidates ? puzzle->given[cell] : ALL);
        puzzle->value[cell] = puzzle->cells[cell];
    }
    for (int cell = 0; cell < 81; cell++)
        for (int other = 0; puzzle->cells[cell] && other < 81; other++)
            if (puzzle->rules->sees[cell][other]) {
                if (puzzle->cells[other] == puzzle->cells[cell])
                    return;
                options[other] &= (uint16_t) ~(1U << (puzzle->cells[cell] - 1));
            }
    if (count_solutions(puzzle, options, &steps) != 1 || steps < 0)
        puzzle->solution[0] = 0;
}

/* Find the solution if there is one only, and it is quickly known. */
static void find_solution(puzzle_t *puzzle)
{
    static _Thread_local bulk_search_t search;
    uint8_t text[81], other[81];
    puzzle->solution[0] = 0;
    if (!puzzle->rules->is_plain) {
        find_solution_of_variant(puzzle);
        return;
    }
    for (int cell = 0; cell < 81; cell++)
        text[cell] = (uint8_t)('0' + puzzle->cells[cell]);
    bulk_search_start(&search, text, NULL);
    if (count_clues(text) < 17 ||
        bulk_search_next(&search, puzzle->solution, STEPS) != SEARCH_SOLUTION ||
        bulk_search_next(&search, other, STEPS) != SEARCH_NONE) {
        puzzle->solution[0] = 0;
        return;
    }
    for (int cell = 0; cell < 81; cell++)
        puzzle->solution[cell] = (uint8_t)(puzzle->solution[cell] - '0');
    for (int cell = 0; puzzle->has_candidates && cell < 81; cell++)
        if (!puzzle->cells[cell] && !(puzzle->given[cell] >> (puzzle->solution[cell] - 1) & 1))
            puzzle->solution[0] = 0;
}

static void take_puzzle(input_t *input, puzzle_t *puzzle)
{
    int kind = take_byte(input);
    if (kind & 1 && input->size >= 81) {
        for (int cell = 0; cell < 81; cell++)
            puzzle->cells[cell] = take_byte(input) % 10;
    } else {
        if (puzzle->rules->has_grid)
            memcpy(puzzle->cells, puzzle->rules->grid, 81);
        else
            take_grid(input, puzzle->cells);
        take_clues(input, puzzle->cells);
        for (int cell = 0; cell < 81; cell++)
            puzzle->cells[cell] =
                (uint8_t)(puzzle->cells[cell] == '.' ? 0 : puzzle->cells[cell] - '0');
        for (int left = kind >> 6; left; left--) {
            int cell = take_up_to(input, 80);
            puzzle->cells[cell] = take_byte(input) % 10;
        }
    }
    puzzle->has_candidates = kind & 6;
    for (int cell = 0; cell < 81; cell++)
        puzzle->given[cell] = kind & 2 ? (uint16_t)take(input, 2) : UINT16_MAX;
    for (int left = kind & 4 ? take_byte(input) : 0; left; left--) {
        int cell = take_up_to(input, 80);
        puzzle->given[cell] &= (uint16_t)~take(input, 2);
    }
    find_solution(puzzle);
}

/* Fill a cell. */
static void fill(puzzle_t *puzzle, int cell, int digit)
{
    puzzle->value[cell] = (uint8_t)(digit + 1);
    puzzle->candidates[cell] = 0;
    for (int other = 0; other < 81; other++)
        if (puzzle->rules->sees[cell][other])
            puzzle->candidates[other] &= (uint16_t) ~(1U << digit);
}

static void add(uint64_t *digest, int number)
{
    *digest = (*digest ^ (uint64_t)(int64_t)number) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Add a step to the result. */
static void tell(rate_result_t *told, const rate_step_t *step)
{
    bool was_filled = told->status;
    if (step->rating > told->er) {
        told->er = step->rating;
        told->hardest = step->technique;
    }
    told->ed = told->steps++ ? told->ed : step->rating;
    told->ep = was_filled ? told->ep : told->er;
    if (!told->first_hard && !strstr(rate_rows[step->technique].name, " single") &&
        step->technique != RATE_FULL_HOUSE) {
        told->first_hard = told->steps;
        told->first_technique = step->technique;
    }
    told->status |= step->cell >= 0; /* Whether a cell was filled. */
    told->uses[step->technique]++;
}

/* Check a step and do it. */
static void take_step(void *context, const rate_step_t *step)
{
    puzzle_t *puzzle = context;
    check(step->technique >= 0 && step->technique < RATE_TECHNIQUE_COUNT);
    check(step->rating >= rate_rows[step->technique].least && step->complexity >= 0);
    tell(&puzzle->told, step);
    add(&puzzle->digest, step->technique);
    add(&puzzle->digest, step->rating);
    add(&puzzle->digest, step->cell);
    const uint8_t *solution = puzzle->solution[0] ? puzzle->solution : NULL;
    if (step->cell >= 0) {
        check(step->cell < 81 && step->digit >= 0 && step->digit < 9);
        check(puzzle->candidates[step->cell] >> step->digit & 1);
        check(!solution || solution[step->cell] == step->digit + 1);
        add(&puzzle->digest, step->digit);
        fill(puzzle, step->cell, step->digit);
        return;
    }
    check(step->count > 0 && step->count <= 81);
    bool seen[81] = {false};
    uint64_t sum = 0; /* In any order. */
    for (int k = 0; k < step->count; k++) {
        int cell = step->cells[k], digits = step->digits[k];
        check(cell < 81 && !seen[cell] && digits && !(digits & ~puzzle->candidates[cell]));
        check(!solution || !(digits >> (solution[cell] - 1) & 1));
        seen[cell] = true;
        puzzle->candidates[cell] &= (uint16_t)~digits;
        sum += ((uint64_t)digits << 8 | (uint64_t)cell) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    puzzle->digest += sum;
}

/* Put the clues. False: two equal ones see each other. */
static bool begin(puzzle_t *puzzle)
{
    puzzle->told = (rate_result_t){.hardest = -1, .first_technique = -1};
    puzzle->digest = 0;
    memset(puzzle->value, 0, sizeof puzzle->value);
    for (int cell = 0; cell < 81; cell++)
        puzzle->candidates[cell] = ALL & (puzzle->has_candidates ? puzzle->given[cell] : ALL);
    bool is_valid = true;
    for (int cell = 0; cell < 81; cell++)
        for (int other = 0; other < cell; other++)
            is_valid &= !(puzzle->rules->sees[cell][other] && puzzle->cells[cell] &&
                          puzzle->cells[cell] == puzzle->cells[other]);
    for (int cell = 0; cell < 81; cell++)
        if (puzzle->cells[cell])
            fill(puzzle, cell, puzzle->cells[cell] - 1);
    return is_valid;
}

/* Rate a puzzle and check the result. */
static void rate(rate_t *rater, puzzle_t *puzzle, int stop_above, rate_result_t *result)
{
    bool is_valid = begin(puzzle);
    obey(rater, puzzle->rules);
    int left = puzzle->solution[0] ? CHECKS : FEW_CHECKS, filled = 0;
    rate_set_check(rater, is_enough, &left);
    int status = rate_puzzle(rater, puzzle->cells, puzzle->has_candidates ? puzzle->given : NULL,
                             stop_above, take_step, puzzle, result);
    check(status == result->status && (status == RATE_INVALID) == !is_valid);
    check(status >= WORK_STOPPED && status <= RATE_INVALID && status != WORK_NO_MEMORY);
    const rate_result_t *told = &puzzle->told;
    check(result->steps == told->steps && result->first_hard == told->first_hard &&
          result->first_technique == told->first_technique);
    check(memcmp(result->uses, told->uses, sizeof told->uses) == 0);
    for (int cell = 0; cell < 81; cell++)
        filled += puzzle->value[cell] != 0;
    check((status == RATE_SOLVED) <= (filled == 81));
    check((status == RATE_STUCK) <= (filled < 81 && result->er == 200 && !puzzle->solution[0]));
    check((status == RATE_ABOVE) <= (result->er > stop_above));
    if (status == RATE_SOLVED) {
        check(result->er <= stop_above || result->steps == 0);
        check(result->er == told->er && result->ep == told->ep && result->ed == told->ed);
        check(result->hardest == told->hardest);
    }
}

#ifdef RATE_VARIANT
SUBJECT(variant_rate)
#else
SUBJECT(rate)
#endif
{
    static _Thread_local rate_t *rater, *other;
    static _Thread_local rules_t rules;
    static _Thread_local puzzle_t puzzle;
    int kind = take_byte(&input);
    int stop_above = kind & 1 ? (int)(int32_t)take(&input, 1 + kind / 64) : 200;
    unsigned shortcuts = (unsigned)take(&input, 2);
    take_rules(&input, &rules);
    if (!rater) {
        rater = rate_new();
        other = rate_new();
        check(rater && other);
    }
    puzzle.rules = &rules;
    take_puzzle(&input, &puzzle);
    rate_result_t first, second;
    rate(rater, &puzzle, stop_above, &first);
    if (first.status >= 0)
        answer(puzzle.digest);
#ifndef RATE_VARIANT
    rate_set_check(rater, NULL, NULL);
    play(rater, &puzzle, kind % HODOKU_TECHNIQUES);
#endif
    if (first.status < 0 || !(kind & 2))
        return;
    uint64_t digest = puzzle.digest;
    rate_set_shortcuts(other, shortcuts);
    rate(other, &puzzle, stop_above, &second);
    if (second.status >= 0)
        check(digest == puzzle.digest && memcmp(&first, &second, sizeof first) == 0);
}
