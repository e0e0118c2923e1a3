/* The dealer's chances for any shoes of cards and parts of cards: the same to the last bit on every
 * core, between 0 and 1 where cards are whole, and equal to drawing card by card. */
#include <math.h>

#include "blackjack/dealer.h"
#include "subject.h"

enum { CORES = 3 };

static _Thread_local dealer_t *dealers[2][CORES];
static _Thread_local int cores;

/* Constants of all cards that a dealer draws; of infinite decks none is used up. */
typedef struct {
    double left[10], used, totals[5];
    bool hits_soft_17;
} draws_t;

/* Add the chances of the endings behind some cards. Blackjacks are left out. */
static void draw(draws_t *draws, double cards, int points, bool ace, int drawn, double chance)
{
    int best = ace && points <= 11 ? points + 10 : points;
    if (drawn == 2 && best == 21)
        return;
    if (drawn > 1 && (best > 17 || (best == 17 && (points == 17 || !draws->hits_soft_17)))) {
        if (best <= 21)
            draws->totals[best - 17] += chance;
        return;
    }
    for (int rank = 0; rank < 10; rank++) {
        double held = draws->left[rank];
        if (held <= 0)
            continue;
        draws->left[rank] -= draws->used;
        draw(draws, cards - draws->used, points + rank + 1, ace || rank == 0, drawn + 1,
             chance * held / (cards > 1 ? cards : 1));
        draws->left[rank] = held;
    }
}

static void compare(const double counts[10], bool hits_soft_17, bool infinite, int upcard,
                    const double row[5])
{
    draws_t draws = {.used = infinite ? 0 : 1, .hits_soft_17 = hits_soft_17};
    double cards = 0;
    memcpy(draws.left, counts, sizeof draws.left);
    for (int rank = 0; rank < 10; rank++)
        cards += counts[rank];
    if (cards < 1)
        return;
    if (counts[upcard] > 0) {
        draws.left[upcard] -= draws.used;
        draw(&draws, cards - draws.used, upcard + 1, upcard == 0, 1, 1);
    }
    for (int total = 0; total < 5; total++)
        check(fabs(draws.totals[total] - row[total]) < 1e-9);
}

static void start(void)
{
    core_t core;
    for (cores = 0; cores < CORES && core_at((size_t)cores, &core); cores++)
        for (int rule = 0; rule < 2; rule++) {
            dealers[rule][cores] = dealer_new(rule, core);
            check(dealers[rule][cores] != NULL);
        }
}

SUBJECT(dealer)
{
    static _Thread_local double left[DEALER_LANES][10];
    static _Thread_local dealer_row_t rows[DEALER_LANES], others[DEALER_LANES];
    if (!cores)
        start();
    int rule = take_up_to(&input, 1), parts = take_up_to(&input, 3), asked = take_byte(&input);
    bool infinite = take_byte(&input) == UINT8_MAX;
    for (int lane = 0; lane < DEALER_LANES; lane++)
        for (int rank = 0; rank < 10; rank++) {
            left[lane][rank] = take_byte(&input) % (parts == 3 ? 4 : 64); /* Some run out. */
            if (!parts) /* Of one rank there may be part of a card. */
                left[lane][rank] += take_byte(&input) / 256.0;
        }
    dealer_chances(dealers[rule][0], left, infinite, rows);
    for (int other = 1; other < cores; other++) {
        dealer_chances(dealers[rule][other], left, infinite, others);
        check(memcmp(rows, others, sizeof rows) == 0);
    }
    for (int lane = 0; lane < DEALER_LANES; lane++)
        for (int upcard = 0; upcard < 10; upcard++) {
            double sum = 0;
            for (int total = 0; total < 5; total++) {
                double chance = rows[lane][upcard][total];
                check(chance >= 0 && isfinite(chance));
                answer_double(chance);
                sum += chance;
            }
            check(!parts || infinite || sum < 1 + 1e-9);
        }
    compare(left[asked % DEALER_LANES], rule, infinite, asked / DEALER_LANES % 10,
            rows[asked % DEALER_LANES][asked / DEALER_LANES % 10]);
}
