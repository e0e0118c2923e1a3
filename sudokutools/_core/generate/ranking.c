/* Ranking and unranking of 9x9 grids; sudokutools/generating/ranking.py defines the order.
 *
 *   number = box * T + place                     box: partition and orders of columns of band 0
 *   place  = before[second][third]               grids of earlier pairs of partitions
 *          + filling of band 0 * n               n: ways to choose and fill bands 1 and 2
 *          + W1 * W2 of earlier choices + filling of band 1 * W2 + filling of band 2 */
#include "generate/ranking.h"

#include "generate/columns.h"
#include "generate/fillings.h"
#include "generate/classes.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = PARTITIONS * PARTITIONS, UNKNOWN = 255 };

typedef struct {
    const columns_t *columns;
    uint8_t class_of[PAIRS];
    uint16_t ways[PAIRS];
    uint64_t before[PAIRS + 1];
} ranking_t;

/* Write what each partition becomes under four relabellings that generate all that keep partition
 * 0: swaps of two digits of its first set, of two others, of its sets. */
static void find_images(const columns_t *columns, uint16_t images[4][PARTITIONS])
{
    static const uint8_t swaps[4][9] = {{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                        {0, 2, 1, 3, 4, 5, 6, 7, 8},
                                        {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                        {0, 1, 2, 6, 7, 8, 3, 4, 5}};
    for (int swap = 0; swap < 4; swap++)
        for (int p = 0; p < PARTITIONS; p++) {
            uint16_t sets[3] = {0};
            for (int set = 0; set < 3; set++)
                for (int digit = 0; digit < 9; digit++)
                    if (columns->sets[p][set] >> digit & 1)
                        sets[set] |= (uint16_t)(1 << swaps[swap][digit]);
            images[swap][p] = (uint16_t)columns_partition(columns, sets);
        }
}

/* Mark the pairs of a class: what the images, or swapping the two, lead to from one pair. */
static void flood(ranking_t *ranking, uint16_t images[4][PARTITIONS], int class_number, int first,
                  uint32_t *queue)
{
    int length = 0;
    queue[length++] = (uint32_t)first;
    ranking->class_of[first] = (uint8_t)class_number;
    for (int at = 0; at < length; at++) {
        uint32_t second = queue[at] / PARTITIONS, third = queue[at] % PARTITIONS;
        uint32_t next[5] = {third * PARTITIONS + second};
        for (int i = 0; i < 4; i++)
            next[i + 1] = (uint32_t)images[i][second] * PARTITIONS + images[i][third];
        for (int i = 0; i < 5; i++)
            if (ranking->class_of[next[i]] == UNKNOWN) {
                ranking->class_of[next[i]] = (uint8_t)class_number;
                queue[length++] = next[i];
            }
    }
}

static void *make_tables(void)
{
    const columns_t *columns = columns_tables();
    ranking_t *ranking = malloc(sizeof *ranking);
    uint32_t *queue = malloc(PAIRS * sizeof *queue);
    if (!columns || !ranking || !queue) {
        free(ranking);
        free(queue);
        return NULL;
    }
    uint16_t images[4][PARTITIONS];
    find_images(columns, images);
    ranking->columns = columns;
    memset(ranking->class_of, UNKNOWN, sizeof ranking->class_of);
    for (int i = 0; i < NINE_CLASSES; i++)
        flood(ranking, images, i, nine_classes[i].second * PARTITIONS + nine_classes[i].third,
              queue);
    free(queue);
    ranking->before[0] = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        const nine_class_t *c = &nine_classes[ranking->class_of[pair]];
        ranking->ways[pair] = (uint16_t)c->ways;
        ranking->before[pair + 1] = ranking->before[pair] + c->ways * c->completions;
    }
    assert(ranking->before[PAIRS] == RANKING_OF_A_BOX);
    return ranking;
}

static const ranking_t *ranking_tables(void)
{
    static _Atomic(void *) published;
    return made_once(&published, make_tables, free);
}

/* The 56^3 choices for bands 1 and 2 below band 0, walked in order. */
typedef struct {
    const ranking_t *ranking;
    choice_t stacks[3][CHOICES];
} below_t;

static void start_below(below_t *below, const ranking_t *ranking, uint16_t sets[9])
{
    below->ranking = ranking;
    for (int stack = 0; stack < 3; stack++)
        columns_choices(ranking->columns, sets + 3 * stack, below->stacks[stack]);
}

/* Write W1 * W2 of the choices with given ones in the first two stacks; return their sum. */
static uint64_t products(const below_t *below, int first, int second, uint32_t product[CHOICES])
{
    const uint16_t *relative[2], *ways[2];
    for (int band = 0; band < 2; band++) {
        relative[band] = below->ranking->columns->relative[below->stacks[0][first].partition[band]];
        ways[band] = below->ranking->ways +
                     PARTITIONS * relative[band][below->stacks[1][second].partition[band]];
    }
    uint64_t sum = 0;
    for (int third = 0; third < CHOICES; third++) {
        const choice_t *choice = &below->stacks[2][third];
        product[third] = (uint32_t)ways[0][relative[0][choice->partition[0]]] *
                         ways[1][relative[1][choice->partition[1]]];
        sum += product[third];
    }
    return sum;
}

/* Find the choice of a place, and take the grids before it off the place. */
static void choose(const below_t *below, uint64_t *place, int chosen[3])
{
    uint32_t product[CHOICES];
    int pair = 0;
    for (;; pair++) {
        uint64_t sum = products(below, pair / CHOICES, pair % CHOICES, product);
        if (*place < sum)
            break;
        *place -= sum;
    }
    chosen[0] = pair / CHOICES;
    chosen[1] = pair % CHOICES;
    chosen[2] = 0;
    while (*place >= product[chosen[2]])
        *place -= product[chosen[2]++];
}

static uint64_t grids_before(const below_t *below, const int chosen[3])
{
    uint32_t product[CHOICES];
    uint64_t grids = 0;
    int pair = chosen[0] * CHOICES + chosen[1];
    for (int earlier = 0; earlier < pair; earlier++)
        grids += products(below, earlier / CHOICES, earlier % CHOICES, product);
    products(below, chosen[0], chosen[1], product);
    for (int third = 0; third < chosen[2]; third++)
        grids += product[third];
    return grids;
}

static int write_band(const uint16_t sets[9], uint32_t number, uint8_t *cells)
{
    fillings_t *fillings = fillings_new(sets, 9, 3);
    if (!fillings)
        return WORK_NO_MEMORY;
    int rows[FILLINGS_MAX_HEIGHT];
    fillings_at(fillings, number, rows);
    for (int cell = 0; cell < 27; cell++)
        cells[cell] = fillings->digits[rows[cell / 9]][cell % 9] + 1;
    fillings_free(fillings);
    return WORK_DONE;
}

/* Find which filling of its column sets a band is. WORK_DONE or WORK_NO_MEMORY. */
static int number_band(const uint16_t sets[9], const uint8_t *cells, uint32_t *number)
{
    fillings_t *fillings = fillings_new(sets, 9, 3);
    if (!fillings)
        return WORK_NO_MEMORY;
    uint8_t digits[27];
    for (int cell = 0; cell < 27; cell++)
        digits[cell] = cells[cell] - 1;
    *number = fillings_number_of(fillings, digits);
    fillings_free(fillings);
    return WORK_DONE;
}

static void first_band(const columns_t *columns, uint32_t box, int pair, uint16_t sets[9])
{
    int partitions[3] = {(int)(box / 216)};
    const uint16_t *relative = columns->relative[partitions[0]];
    for (int p = 0; p < PARTITIONS; p++) {
        if (relative[p] == pair / PARTITIONS)
            partitions[1] = p;
        if (relative[p] == pair % PARTITIONS)
            partitions[2] = p;
    }
    const uint32_t orders[3] = {box / 36 % 6, box / 6 % 6, box % 6};
    for (int column = 0; column < 9; column++) {
        int stack = column / 3;
        sets[column] = columns->sets[partitions[stack]][columns_orders[orders[stack]][column % 3]];
    }
}

static int pair_of(const ranking_t *ranking, uint64_t place)
{
    int low = 0, high = PAIRS;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (ranking->before[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t lowest_ways(const below_t *below, const int chosen[3])
{
    int partitions[3];
    for (int stack = 0; stack < 3; stack++)
        partitions[stack] = below->stacks[stack][chosen[stack]].partition[1];
    const uint16_t *relative = below->ranking->columns->relative[partitions[0]];
    return below->ranking->ways[PARTITIONS * relative[partitions[1]] + relative[partitions[2]]];
}

int ranking_cells(uint32_t box, uint64_t place, uint8_t cells[81])
{
    assert(box < RANKING_BOXES && place < RANKING_OF_A_BOX);
    const ranking_t *ranking = ranking_tables();
    if (!ranking)
        return WORK_NO_MEMORY;
    int pair = pair_of(ranking, place);
    place -= ranking->before[pair];
    uint64_t completions = nine_classes[ranking->class_of[pair]].completions;
    uint32_t numbers[3] = {(uint32_t)(place / completions)};
    place %= completions;
    uint16_t sets[3][9];
    first_band(ranking->columns, box, pair, sets[0]);
    below_t below;
    start_below(&below, ranking, sets[0]);
    int chosen[3];
    choose(&below, &place, chosen);
    uint32_t ways = lowest_ways(&below, chosen);
    numbers[1] = (uint32_t)place / ways;
    numbers[2] = (uint32_t)place % ways;
    for (int band = 0; band < 3; band++) {
        for (int stack = 0; band > 0 && stack < 3; stack++)
            memcpy(&sets[band][3 * stack], below.stacks[stack][chosen[stack]].sets[band - 1],
                   3 * sizeof sets[0][0]);
        if (write_band(sets[band], numbers[band], cells + 27 * band) < 0)
            return WORK_NO_MEMORY;
    }
    return WORK_DONE;
}

/* Return the number of box 1 and of the orders of columns in band 0; write the partitions. */
static uint32_t box_of(const columns_t *columns, const uint16_t sets[9], int partitions[3])
{
    uint32_t orders = 0;
    for (int stack = 0; stack < 3; stack++) {
        partitions[stack] = columns_partition(columns, sets + 3 * stack);
        const uint16_t *parts = columns->sets[partitions[stack]];
        uint32_t order = 0;
        while (parts[columns_orders[order][0]] != sets[3 * stack] ||
               parts[columns_orders[order][1]] != sets[3 * stack + 1])
            order++;
        orders = 6 * orders + order;
    }
    return (uint32_t)partitions[0] * 216 + orders;
}

int ranking_of_cells(const uint8_t cells[81], uint32_t *box, uint64_t *place)
{
    const ranking_t *ranking = ranking_tables();
    if (!ranking)
        return WORK_NO_MEMORY;
    uint16_t sets[3][9] = {{0}};
    for (int cell = 0; cell < 81; cell++)
        sets[cell / 27][cell % 9] |= (uint16_t)(1 << (cells[cell] - 1));
    uint32_t numbers[3];
    for (int band = 0; band < 3; band++)
        if (number_band(sets[band], cells + 27 * band, &numbers[band]) < 0)
            return WORK_NO_MEMORY;
    int partitions[3];
    *box = box_of(ranking->columns, sets[0], partitions);
    const uint16_t *relative = ranking->columns->relative[partitions[0]];
    int pair = PARTITIONS * relative[partitions[1]] + relative[partitions[2]];
    below_t below;
    start_below(&below, ranking, sets[0]);
    int chosen[3] = {0};
    for (int stack = 0; stack < 3; stack++)
        while (memcmp(below.stacks[stack][chosen[stack]].sets[0], &sets[1][3 * stack],
                      3 * sizeof sets[0][0]) != 0)
            chosen[stack]++;
    *place = ranking->before[pair] +
             numbers[0] * nine_classes[ranking->class_of[pair]].completions +
             grids_before(&below, chosen) + (uint64_t)numbers[1] * lowest_ways(&below, chosen) +
             numbers[2];
    return WORK_DONE;
}
