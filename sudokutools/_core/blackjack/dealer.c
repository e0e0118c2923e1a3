/* The dealer's chances from a trie of all endings.
 *
 *   root - 2 tens - 1 nine* - ...        A node multiplies its parent's product by one falling
 *        - 1 ten  - 1 nine  - 1 ace*     factorial, so endings (*) share their beginnings; an
 *                 - 1 seven*             ending adds its product to the upcards it can follow.
 *
 * Eight shoes run through the trie together, one in each lane of a vector. */
#include "blackjack/dealer.h"
#include "blackjack/keys.h"

#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF /* gcc's ISO C mode has it so. */
#endif

enum { BITS = 13, MOST_ENDINGS = 2200, MOST_NODES = 2400 }; /* 2176, 2388 with H17 and 22 */

#define LONGEST 24 /* An ending has at most 17 cards: aces first, then small ones. */

typedef double lanes_t __attribute__((vector_size(8 * DEALER_LANES)));

typedef struct {
    int parent, factor; /* factor: LONGEST * rank + count */
} node_t;

typedef struct {
    int node, size, total; /* total: 0 is 17, 5 is 22 */
    int32_t orders[10];    /* for each upcard, in how many orders it is reached from there */
} ending_t;

/* An ending as one upcard sees it. */
typedef struct {
    int ending;
    double orders;
} share_t;

struct dealer {
    core_t core;
    bool hit_soft_17;
    int highest; /* the highest total that is listed: 21 or 22 */
    keys_t keys;
    ending_t *endings; /* numbered by keys */
    share_t *shares;   /* by upcard and total; [u][t] ends at last[u][t] */
    int last[10][DEALER_TOTALS];
    node_t *nodes;
    int node_count;
};

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Draw every card in every order behind the cards of key, and count where the dealer stops. */
static void draw_on(dealer_t *dealer, int upcard, uint64_t key, int cards, int hard)
{
    for (int rank = 0; rank < 10 && hard + rank + 1 <= dealer->highest; rank++) {
        uint64_t grown = key + CARD(rank);
        int points = hard + rank + 1;
        bool soft = COUNT(grown, 0) > 0 && points + 10 <= 21;
        int best = soft ? points + 10 : points;
        if (best == 21 && cards == 1)
            continue; /* A blackjack is counted apart. */
        if (best < 17 || (best == 17 && soft && dealer->hit_soft_17)) {
            draw_on(dealer, upcard, grown, cards + 1, points);
        } else {
            ending_t *ending = &dealer->endings[keys_number(&dealer->keys, grown, true)];
            ending->orders[upcard]++;
            ending->total = best - 17;
            ending->size = cards + 1;
        }
    }
}

/* Make the nodes: the keys in ascending order have equal beginnings (tens first) together. */
static void plant(dealer_t *dealer, uint64_t *sorted)
{
    int path[11] = {0}; /* path[r]: the node after ranks 9 .. r */
    memcpy(sorted, dealer->keys.keys, sizeof(uint64_t) * (size_t)dealer->keys.used);
    qsort(sorted, (size_t)dealer->keys.used, sizeof(uint64_t), compare_keys);
    dealer->node_count = 1;
    uint64_t before = 0;
    for (int i = 0; i < dealer->keys.used; i++) {
        uint64_t key = sorted[i];
        for (int rank = 9; rank >= 0; rank--) {
            bool shared = i > 0 && key >> (6 * rank) == before >> (6 * rank);
            int count = COUNT(key, rank);
            if (shared)
                continue;
            path[rank] = path[rank + 1];
            if (count) {
                dealer->nodes[dealer->node_count] =
                    (node_t){path[rank + 1], LONGEST * rank + count};
                path[rank] = dealer->node_count++;
            }
        }
        dealer->endings[keys_number(&dealer->keys, key, false)].node = path[0];
        before = key;
    }
}

/* List the endings of every upcard and total together. */
static void share_out(dealer_t *dealer)
{
    int used = 0;
    for (int upcard = 0; upcard < 10; upcard++)
        for (int total = 0; total < DEALER_TOTALS; total++) {
            for (int i = 0; i < dealer->keys.used; i++)
                if (dealer->endings[i].total == total && dealer->endings[i].orders[upcard])
                    dealer->shares[used++] = (share_t){i, dealer->endings[i].orders[upcard]};
            dealer->last[upcard][total] = used;
        }
}

dealer_t *dealer_new(bool hit_soft_17, bool push_22, core_t core)
{
    dealer_t *dealer = calloc(1, sizeof *dealer);
    uint64_t *sorted = malloc(sizeof(uint64_t) * MOST_ENDINGS);
    if (dealer) {
        dealer->hit_soft_17 = hit_soft_17;
        dealer->highest = 21 + push_22;
        dealer->core = core;
        dealer->endings = calloc(MOST_ENDINGS, sizeof(ending_t));
        dealer->nodes = calloc(MOST_NODES, sizeof(node_t));
        dealer->shares = calloc(10 * MOST_ENDINGS, sizeof(share_t));
    }
    if (!dealer || !sorted || keys_start(&dealer->keys, BITS) < 0 || !dealer->endings ||
        !dealer->nodes || !dealer->shares) {
        free(sorted);
        dealer_free(dealer);
        return NULL;
    }
    for (int upcard = 0; upcard < 10; upcard++)
        draw_on(dealer, upcard, CARD(upcard), 1, upcard + 1);
    plant(dealer, sorted);
    share_out(dealer);
    free(sorted);
    return dealer;
}

void dealer_free(dealer_t *dealer)
{
    if (!dealer)
        return;
    keys_free(&dealer->keys);
    free(dealer->endings);
    free(dealer->nodes);
    free(dealer->shares);
    free(dealer);
}

typedef struct {
    lanes_t factors[10 * LONGEST]; /* falling factorials of every rank */
    lanes_t inverse[LONGEST];      /* the reciprocal of all cards of the shoe */
    lanes_t products[MOST_NODES], chances[MOST_ENDINGS];
    lanes_t sums[10][DEALER_TOTALS];
} sheet_t;

static void tabulate(double left[DEALER_LANES][10], int used, sheet_t *sheet)
{
    for (int lane = 0; lane < DEALER_LANES; lane++) {
        double cards = 0;
        for (int rank = 0; rank < 10; rank++) {
            double product = 1;
            cards += left[lane][rank];
            for (int k = 0; k < LONGEST; k++) {
                double more = left[lane][rank] - used * k;
                sheet->factors[LONGEST * rank + k][lane] = product;
                product *= more > 0 ? more : 0;
            }
        }
        double product = 1;
        for (int k = 0; k < LONGEST; k++) {
            double more = cards - used * k;
            sheet->inverse[k][lane] = 1 / product;
            product *= more > 1 ? more : 1;
        }
    }
}

/* Walk the trie, and add up the endings of every upcard and total. */
static inline __attribute__((always_inline)) void add_up(const dealer_t *dealer, sheet_t *sheet)
{
    for (int i = 1; i < dealer->node_count; i++)
        sheet->products[i] =
            sheet->products[dealer->nodes[i].parent] * sheet->factors[dealer->nodes[i].factor];
    for (int i = 0; i < dealer->keys.used; i++)
        sheet->chances[i] =
            sheet->products[dealer->endings[i].node] * sheet->inverse[dealer->endings[i].size];
    int at = 0;
    for (int upcard = 0; upcard < 10; upcard++)
        for (int total = 0; total < DEALER_TOTALS; total++) {
            lanes_t sum = {0};
            for (; at < dealer->last[upcard][total]; at++)
                sum += sheet->chances[dealer->shares[at].ending] * dealer->shares[at].orders;
            sheet->sums[upcard][total] = sum;
        }
}

/* Wider registers give the same to the last bit, as nothing is contracted to fused operations; those
 * of AVX2 are slower than the compiler's own choice. */
#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void add_avx512(const dealer_t *dealer, sheet_t *sheet)
{
    add_up(dealer, sheet);
}
#endif

static void add_endings(const dealer_t *dealer, sheet_t *sheet)
{
#if defined(__x86_64__)
    if (core_has(dealer->core, CORE_AVX512)) {
        add_avx512(dealer, sheet);
        return;
    }
#endif
    add_up(dealer, sheet);
}

void dealer_chances(const dealer_t *dealer, double left[DEALER_LANES][10], bool infinite,
                    dealer_row_t rows[DEALER_LANES])
{
    sheet_t sheet;
    tabulate(left, infinite ? 0 : 1, &sheet);
    memset(&sheet.products[0], 0, sizeof sheet.products[0]);
    sheet.products[0] += 1;
    add_endings(dealer, &sheet);
    for (int lane = 0; lane < DEALER_LANES; lane++) {
        double cards = 0;
        for (int rank = 0; rank < 10; rank++)
            cards += left[lane][rank];
        for (int upcard = 0; upcard < 10; upcard++) {
            double scale = left[lane][upcard] > 0 ? cards / left[lane][upcard] : 0;
            for (int total = 0; total < DEALER_TOTALS; total++)
                rows[lane][upcard][total] = sheet.sums[upcard][total][lane] * scale;
        }
    }
}
