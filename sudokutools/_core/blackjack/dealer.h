/* The dealer's chances; the twin of sudokutools/blackjack/dealer.py, which explains the method. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core.h"

#define DEALER_LANES 8

typedef struct dealer dealer_t;

enum { DEALER_TOTALS = 6 };

/* Chances of 17 to 21 for each upcard, without blackjacks, and of 22 if that pushes, else 0. */
typedef double dealer_row_t[10][DEALER_TOTALS];

/* List all endings of the dealer. Return NULL without memory. */
dealer_t *dealer_new(bool hit_soft_17, bool push_22, core_t core);
void dealer_free(dealer_t *dealer);

/* Compute the chances for eight shoes at once. left: the cards of each rank, the upcard among
 * them, which may be parts of cards; infinite: proportions, nothing is used up. Upcards that are
 * not there get zeros. */
void dealer_chances(const dealer_t *dealer, double left[DEALER_LANES][10], bool infinite,
                    dealer_row_t rows[DEALER_LANES]);
