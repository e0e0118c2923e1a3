/* The dealer's chances for any shoes of cards and parts of cards: the same to the last bit on every
 * core, between 0 and 1 where cards are whole, and those that come from drawing card by card where
 * the dealer cannot run out of them. */
#include <math.h>

#include "blackjack/dealer.h"
#include "fuzz.h"

enum { CORES = 3, DEEP = 40 /* cards: no dealer takes more */ };

static dealer_t *dealers[2][CORES];
static int cores;

/* Add the chances of the endings behind some cards. Blackjacks are left out. */
static void draw(double left[10], double cards, bool hits_soft_17, int points, bool ace, int drawn,
                 double chance, double totals[5])
{
    int best = ace && points <= 11 ? points + 10 : points;
    if (drawn == 2 && best == 21)
        return;
    if (drawn > 1 && (best > 17 || (best == 17 && (points == 17 || !hits_soft_17)))) {
        if (best <= 21)
            totals[best - 17] += chance;
        return;
    }
    for (int rank = 0; rank < 10; rank++)
        if (left[rank] > 0) {
            double share = chance * left[rank]-- / cards;
            draw(left, cards - 1, hits_soft_17, points + rank + 1, ace || rank == 0, drawn + 1,
                 share, totals);
            left[rank]++;
        }
}

static void compare(double counts[10], bool hits_soft_17, int upcard, const double row[5])
{
    double left[10], cards = 0, totals[5] = {0};
    memcpy(left, counts, sizeof left);
    for (int rank = 0; rank < 10; rank++)
        cards += left[rank];
    if (cards < DEEP || left[upcard] < 1)
        return;
    left[upcard]--;
    draw(left, cards - 1, hits_soft_17, upcard + 1, upcard == 0, 1, 1, totals);
    for (int total = 0; total < 5; total++)
        check(fabs(totals[total] - row[total]) < 1e-9);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static double left[DEALER_LANES][10];
    static dealer_row_t rows[DEALER_LANES], others[DEALER_LANES];
    input_t input = {data, size};
    if (!cores)
        start();
    int rule = take_up_to(&input, 1), parts = take_up_to(&input, 3), asked = take_byte(&input);
    bool infinite = take_byte(&input) == UINT8_MAX;
    for (int lane = 0; lane < DEALER_LANES; lane++)
        for (int rank = 0; rank < 10; rank++) {
            left[lane][rank] = take_byte(&input) % 64;
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
                sum += chance;
            }
            check(!parts || infinite || sum < 1 + 1e-9);
        }
    if (parts && !infinite)
        compare(left[asked % DEALER_LANES], rule, asked / DEALER_LANES % 10,
                rows[asked % DEALER_LANES][asked / DEALER_LANES % 10]);
    return 0;
}
