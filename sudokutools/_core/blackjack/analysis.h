/* Exact values of a player's actions; the twin of sudokutools/blackjack/analysis.py, which explains
 * the computation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core.h"

enum { ODDS_HANDS = 32 };

typedef struct {
    double counts[10]; /* cards of each rank before the deal */
    bool hit_soft_17, double_after_split, double_after_hit, hit_split_aces, push_22, infinite;
    bool loses_one_bet;         /* a dealer blackjack takes one bet: values are those without one */
    int double_from, double_to; /* the totals of two cards that may be doubled */
    int max_hands, max_ace_hands; /* 1 .. ODDS_HANDS */
    int charlie;                  /* a hand of this many cards has won; 0: off */
} odds_rules_t;

typedef struct odds odds_t;

/* Prepare for some rules, whose counts are not looked at. Return NULL without memory. */
odds_t *odds_new(core_t core, const odds_rules_t *rules);

/* Return whether these are cards of a shoe for `odds_fill`: a set of cards has six bits a rank. */
bool odds_fits(const odds_t *odds, const double counts[10]);

/* Compute all that is needed for a shoe before the deal (cards of each rank, aces first, which may
 * be parts of cards), one upcard (-1: all) and one hand of two or more cards (a key of
 * blackjack/keys.h; 0: all). Earlier results are gone. WORK_DONE or WORK_NO_MEMORY: then no results
 * are available. */
int odds_fill(odds_t *odds, const double counts[10], int upcard, uint64_t hand);
void odds_free(odds_t *odds);

/* Write stand, hit, double, and split in three ways (cdz, cdp1, cdp) for a hand of at most 21
 * points. pair: the rank of a pair, or -1. left: the cards of the pair's face in the shoe where
 * only equal faces are a pair, else -1; same: whether the upcard has that face. */
void odds_values(const odds_t *odds, int upcard, uint64_t hand, int pair, int left, bool same,
                 double values[6]);

/* Write the dealer's chances of 17 to 22 against a hand, or none (0). False: they are not known. */
bool odds_dealer(const odds_t *odds, int upcard, uint64_t hand, double totals[6]);

/* Write the value of a hand played by its total, when it is hit first, and when it is split. plan:
 * 22 hard totals, then 22 soft ones: 1 is hit, 2 is double. WORK_DONE or WORK_NO_MEMORY. */
int odds_chart_values(odds_t *odds, int upcard, uint64_t hand, int pair, const uint8_t plan[44],
                      double values[3]);
