/* Python's view of blackjack/analysis.c and blackjack/simulate.c. */
#include "bind/bind.h"
#include "blackjack/analysis.h"
#include "blackjack/simulate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define CAPSULE "sudokutools._native.odds"

static void free_capsule(PyObject *capsule) { odds_free(PyCapsule_GetPointer(capsule, CAPSULE)); }

static int read_odds(PyObject *capsule, void *odds)
{
    *(odds_t **)odds = PyCapsule_GetPointer(capsule, CAPSULE);
    return !PyErr_Occurred();
}

/* flags: h17, das, loses one bet, hit split aces, infinite, double after hit, push 22; double: 0 any2, 1 9-11, 2 10-11.
 * odds_fill is to come before anything is asked. */
FUNCTION(odds_new)
{
    const char *flags;
    Py_ssize_t flag_length;
    int doubles;
    odds_rules_t rules;
    core_t core;
    memset(&rules, 0, sizeof rules);
    if (!PyArg_ParseTuple(args, "O&y#iiii", read_core, &core, &flags, &flag_length, &doubles,
                          &rules.max_hands, &rules.max_ace_hands, &rules.charlie))
        return NULL;
    if (flag_length != 7 || doubles < 0 || doubles > 2 || rules.max_hands < 1 ||
        rules.max_hands > ODDS_HANDS || rules.max_ace_hands < 1 ||
        rules.max_ace_hands > ODDS_HANDS || rules.charlie < 0)
        return refuse("rules out of range");
    rules.hit_soft_17 = flags[0];
    rules.double_after_split = flags[1];
    rules.loses_one_bet = flags[2];
    rules.hit_split_aces = flags[3];
    rules.infinite = flags[4];
    rules.double_after_hit = flags[5];
    rules.push_22 = flags[6];
    rules.double_from = doubles == 0 ? 0 : doubles == 1 ? 9 : 10;
    rules.double_to = doubles == 0 ? 20 : 11; /* A 21 takes no more cards. */
    odds_t *odds = odds_new(core, &rules);
    if (!odds)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(odds, CAPSULE, free_capsule);
    if (!capsule)
        odds_free(odds);
    return capsule;
}

/* counts: ten doubles, as odds_fits wants them. */
FUNCTION(odds_fill)
{
    odds_t *odds;
    const char *bytes;
    Py_ssize_t length;
    int upcard;
    unsigned long long hand;
    double counts[10];
    if (!PyArg_ParseTuple(args, "O&y#iK", read_odds, &odds, &bytes, &length, &upcard, &hand))
        return NULL;
    bool good = length == sizeof counts && upcard >= -1 && upcard <= 9;
    if (good) {
        memcpy(counts, bytes, sizeof counts);
        good = odds_fits(odds, counts);
    }
    if (!good)
        return refuse("shoe out of range");
    unlocked_t work = unlock(NULL);
    if (!relock(&work, odds_fill(odds, counts, upcard, hand)))
        return NULL;
    Py_RETURN_NONE;
}

static bool are_ranks(int upcard, int pair)
{
    return (upcard >= 0 && upcard <= 9 && pair >= -1 && pair <= 9) || refuse("rank out of range");
}

/* Return (stand, hit, double, cdz, cdp1, cdp). */
FUNCTION(odds_values)
{
    odds_t *odds;
    int upcard, pair, left, same;
    unsigned long long hand;
    double v[6];
    if (!PyArg_ParseTuple(args, "O&iKiip", read_odds, &odds, &upcard, &hand, &pair, &left, &same) ||
        !are_ranks(upcard, pair))
        return NULL;
    odds_values(odds, upcard, hand, pair, left, same, v);
    return Py_BuildValue("(dddddd)", v[0], v[1], v[2], v[3], v[4], v[5]);
}

/* Return the chances of 17 to 22. */
FUNCTION(odds_dealer)
{
    odds_t *odds;
    int upcard;
    unsigned long long hand;
    double t[6];
    if (!PyArg_ParseTuple(args, "O&iK", read_odds, &odds, &upcard, &hand) || !are_ranks(upcard, 0))
        return NULL;
    if (!odds_dealer(odds, upcard, hand, t))
        return refuse("no chances of this hand");
    return Py_BuildValue("(dddddd)", t[0], t[1], t[2], t[3], t[4], t[5]);
}

/* Return (play, hit, split). */
FUNCTION(odds_chart_values)
{
    odds_t *odds;
    int upcard, pair;
    unsigned long long hand;
    const char *plan;
    Py_ssize_t length;
    double v[3];
    if (!PyArg_ParseTuple(args, "O&iKiy#", read_odds, &odds, &upcard, &hand, &pair, &plan,
                          &length) ||
        !are_ranks(upcard, pair))
        return NULL;
    if (length != 44)
        return refuse("a plan has 44 totals");
    if (odds_chart_values(odds, upcard, hand, pair, (const uint8_t *)plan, v) != WORK_DONE)
        return PyErr_NoMemory();
    return Py_BuildValue("(ddd)", v[0], v[1], v[2]);
}

static bool read_numbers(PyObject *tuple, int *numbers, Py_ssize_t count)
{
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != count) {
        PyErr_Format(PyExc_ValueError, "expected %zd numbers", count);
        return false;
    }
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++)
        numbers[i] = (int)PyLong_AsLong(PyTuple_GetItem(tuple, i));
    return !PyErr_Occurred();
}

enum { SIM_NUMBERS = 17, COUNTING_NUMBERS = 15 };

/* Fill a count from ten tags, parts, the initial count, whether it is a running count, the cards to
 * which those left are estimated, and the rounding. */
static void read_counting(sim_counting_t *counting, const int numbers[COUNTING_NUMBERS])
{
    memcpy(counting->tags, numbers, sizeof counting->tags);
    counting->parts = numbers[10];
    counting->initial = numbers[11];
    counting->is_running = numbers[12];
    counting->estimate = numbers[13];
    counting->rounding = numbers[14];
}

static bool read_simulation(sim_rules_t *rules, PyObject *numbers, PyObject *full, PyObject *counts,
                            PyObject *bets, PyObject *spots)
{
    int n[SIM_NUMBERS], c[2 * COUNTING_NUMBERS];
    if (!read_numbers(numbers, n, SIM_NUMBERS) || !read_numbers(full, rules->full, 10) ||
        !read_numbers(counts, c, 2 * COUNTING_NUMBERS) ||
        !read_numbers(bets, rules->bets, SIM_COUNTS) ||
        !read_numbers(spots, rules->spots, SIM_COUNTS))
        return false;
    read_counting(&rules->playing, c);
    read_counting(&rules->betting, c + COUNTING_NUMBERS);
    rules->infinite = n[0];
    rules->hit_soft_17 = n[1];
    rules->peek = n[2];
    rules->early_surrender = n[3];
    rules->original_bets_only = n[4];
    rules->max_hands = n[5];
    rules->max_ace_hands = n[6];
    rules->players = n[7];
    rules->bet = n[8];
    rules->natural = n[9];
    rules->cut = n[10];
    rules->insurance = n[11];
    rules->step = n[12];
    rules->push_22 = n[13];
    rules->neighbours = n[14];
    rules->is_one = n[15];
    rules->leave = n[16];
    rules->cards = 0;
    for (int rank = 0; rank < 10; rank++) { /* The sum shows too many or too few. */
        int cards = rules->full[rank];
        rules->cards += cards < 0 || cards > SIM_CARDS ? SIM_CARDS + 1 : cards;
    }
    return true;
}

typedef struct {
    const char *next, *totals, *actions, *charts;
    Py_ssize_t next_length, states, actions_length, charts_length;
} strategy_t;

/* Take a strategy, and return whether it can be played. If not, an exception is set. */
static bool fits(sim_rules_t *rules, const strategy_t *strategy)
{
    Py_ssize_t chart = 10 * strategy->states, length = strategy->actions_length;
    int fit = 0;
    if (chart > 0 && strategy->next_length == 2 * chart && strategy->charts_length == SIM_COUNTS &&
        length % chart == 0 && length / chart <= UINT8_MAX && chart < INT_MAX) {
        rules->states = (int)strategy->states;
        rules->next = (const uint16_t(*)[10])(const void *)strategy->next;
        rules->totals = (const uint8_t *)strategy->totals;
        rules->actions = (const uint8_t(*)[10])(const void *)strategy->actions;
        memcpy(rules->charts, strategy->charts, sizeof rules->charts);
        fit = sim_fits(rules, (int)(length / chart));
    }
    if (fit < 0)
        PyErr_NoMemory();
    else if (!fit)
        PyErr_SetString(PyExc_ValueError, "simulation out of range");
    return fit > 0;
}

/* Return (results, counts, insured, insurances won, cards, shoes, block, path, deals or None): play
 * `rounds` rounds from the beginning of block `first`; message is "command\0seed". The path has
 * the sum of every step of rounds; block is what all came to. */
FUNCTION(sim_blocks)
{
    PyObject *numbers, *full, *counts, *bets, *spots;
    strategy_t own, other;
    const char *message;
    int deals;
    Py_ssize_t length;
    unsigned long long first;
    long long rounds, session, bankroll;
    sim_rules_t rules, others;
    if (!PyArg_ParseTuple(args, "O&OOOOO(y#y#y#y#)(y#y#y#y#)LLy#pKL", read_core, &rules.core,
                          &numbers, &full, &counts, &bets, &spots, &own.next, &own.next_length,
                          &own.totals, &own.states, &own.actions, &own.actions_length, &own.charts,
                          &own.charts_length, &other.next, &other.next_length, &other.totals,
                          &other.states, &other.actions, &other.actions_length, &other.charts,
                          &other.charts_length, &session, &bankroll, &message, &length, &deals,
                          &first, &rounds))
        return NULL;
    if (!read_simulation(&rules, numbers, full, counts, bets, spots))
        return NULL;
    rules.session = session;
    rules.bankroll = bankroll;
    if (rounds < 1 || rounds > 100000000 || rules.step < 0 ||
        (rules.step && SIM_BLOCK % rules.step))
        return refuse("simulation out of range");
    others = rules;
    rules.others = &others;
    if (!fits(&rules, &own) || !fits(&others, &other))
        return NULL;
    int most = 2 * rules.max_hands * rules.bet;
    rules.reach = most > rules.natural ? most : rules.natural;
    uint64_t key[4];
    stream_key(key, (const unsigned char *)message, (size_t)length);
    Py_ssize_t count = (Py_ssize_t)((rounds + SIM_BLOCK - 1) / SIM_BLOCK);
    size_t results_size = sizeof(int64_t) * (size_t)(2 * rules.reach + 1);
    sim_totals_t totals = {.results = calloc(1, results_size)};
    if (deals)
        totals.deals = calloc(SIM_DEALS, sizeof *totals.deals);
    sim_block_t *blocks = malloc(sizeof *blocks * (size_t)count);
    Py_ssize_t sums = rules.step ? (Py_ssize_t)((rounds + rules.step - 1) / rules.step) : 0;
    rules.path = calloc((size_t)sums + 1, sizeof *rules.path);
    PyObject *answer = NULL;
    unlocked_t work = unlock(NULL);
    int outcome = WORK_NO_MEMORY;
    if (totals.results && blocks && rules.path && (totals.deals || !deals))
        outcome = sim_run(&rules, key, first, rounds, &totals, blocks);
    sim_block_t all = {0};
    for (Py_ssize_t at = 0; outcome == WORK_DONE && at < count; at++)
        sim_join(&all, &blocks[at], bankroll);
    if (relock(&work, outcome))
        answer = Py_BuildValue(
            "(y#y#LLLLy#y#y#)", (const char *)totals.results, (Py_ssize_t)results_size,
            (const char *)totals.counts, (Py_ssize_t)sizeof totals.counts,
            (long long)totals.insured, (long long)totals.insurances_won, (long long)totals.cards,
            (long long)totals.shoes, (const char *)&all, (Py_ssize_t)sizeof all,
            (const char *)rules.path, (Py_ssize_t)sizeof *rules.path * sums,
            (const char *)totals.deals, (Py_ssize_t)(sizeof *totals.deals * SIM_DEALS));
    free(totals.results);
    free(totals.deals);
    free(blocks);
    free(rules.path);
    return answer;
}
