/* Naked and hidden singles to the end, then the cell, or the symbol in a house, with the fewest
 * options. propagate.py says to the letter which; both find the same solutions in the same order.
 *
 * The picture: for each symbol a bit for each cell, three words of 27.
 *
 *              bits of a word        boxes of a band      columns, once folded
 *     row 0     0  1  2 ...  8        777 | 077 ...        word | word >> 9 | word >> 18
 *     row 1     9 10 11 ... 17        7007007 << 3 * stack
 *     row 2    18 19 20 ... 26 */
#include "bulk/propagate.h"

#define BAND UINT32_C(0777777777)
#define ROW UINT32_C(0777)
#define BOX UINT32_C(07007007)
#define COLUMN UINT32_C(01001001)

/* The places of a symbol in a house are one. */
static bool is_single(uint32_t places) { return (places & (places - 1)) == 0; }

static void place(bulk_position_t *p, int cell, int symbol)
{
    int band = cell / 27, bit = cell % 27, column = bit % 9;
    uint32_t own = UINT32_C(1) << bit;
    uint32_t seen = ROW << bit / 9 * 9 | BOX << column / 3 * 3;
    for (int s = 0; s < 9; s++)
        if (s != symbol)
            p->possible[s][band] &= ~own;
    uint32_t kept = p->possible[symbol][band] & own;
    p->possible[symbol][band] &= ~seen;
    for (int b = 0; b < 3; b++)
        p->possible[symbol][b] &= ~(COLUMN << column);
    p->possible[symbol][band] |= kept;
    p->placed[band] |= own;
}

/* Collect the cells in which a symbol is a hidden single. False: a house has no place for it. */
static bool hidden_singles(const uint32_t possible[3], uint32_t found[3])
{
    uint32_t some = 0, more = 0; /* Columns with a place, with two. */
    for (int b = 0; b < 3; b++) {
        found[b] = 0;
        for (int row = 0; row < 27; row += 9) {
            uint32_t places = possible[b] >> row & ROW;
            if (!places)
                return false;
            if (is_single(places))
                found[b] |= places << row;
            more |= some & places;
            some |= places;
        }
        for (int stack = 0; stack < 9; stack += 3) {
            uint32_t places = possible[b] & BOX << stack;
            if (!places)
                return false;
            if (is_single(places))
                found[b] |= places;
        }
    }
    if (some != ROW)
        return false;
    for (int b = 0; b < 3; b++)
        found[b] |= possible[b] & (some & ~more) * COLUMN;
    return true;
}

/* Place singles as long as there are any. False: something cannot be filled. */
static bool settle(bulk_position_t *p)
{
    for (bool changed = true; changed;) {
        uint32_t fresh[9][3];
        changed = false;
        for (int b = 0; b < 3; b++) {
            uint32_t some = 0, more = 0;
            for (int s = 0; s < 9; s++) {
                more |= some & p->possible[s][b];
                some |= p->possible[s][b];
            }
            if (some != BAND)
                return false;
            for (int s = 0; s < 9; s++)
                fresh[s][b] = p->possible[s][b] & ~more;
        }
        uint32_t placed[3] = {p->placed[0], p->placed[1], p->placed[2]};
        for (int s = 0; s < 9; s++) {
            uint32_t hidden[3];
            if (!hidden_singles(p->possible[s], hidden))
                return false;
            for (int b = 0; b < 3; b++)
                for (uint32_t rest = (fresh[s][b] | hidden[b]) & ~placed[b]; rest;
                     rest &= rest - 1) {
                    place(p, 27 * b + __builtin_ctz(rest), s);
                    changed = true;
                }
        }
    }
    return true;
}

/* Return the lowest cell with the fewest options, two or more, and how many they are. */
static int fewest_in_cell(const bulk_position_t *p, int *number)
{
    uint32_t ones[3], twos[3], fours[3], eights[3]; /* The number of options, binary. */
    for (int b = 0; b < 3; b++) {
        ones[b] = twos[b] = fours[b] = eights[b] = 0;
        for (int s = 0; s < 9; s++) {
            uint32_t carry = ones[b] & p->possible[s][b], carry2 = twos[b] & carry;
            ones[b] ^= p->possible[s][b];
            twos[b] ^= carry;
            eights[b] |= fours[b] & carry2;
            fours[b] ^= carry2;
        }
    }
    for (*number = 2;; ++*number)
        for (int b = 0; b < 3; b++) {
            uint32_t same = (*number & 1 ? ones[b] : ~ones[b]) &
                            (*number & 2 ? twos[b] : ~twos[b]) &
                            (*number & 4 ? fours[b] : ~fours[b]) &
                            (*number & 8 ? eights[b] : ~eights[b]) & BAND;
            if (same)
                return 27 * b + __builtin_ctz(same);
        }
}

/* List the options of the lowest cell with the fewest; return their number. */
static int cell_options(const bulk_position_t *p, uint16_t option[9])
{
    int number, at = 0, cell = fewest_in_cell(p, &number);
    for (int s = 0; s < 9; s++)
        if (p->possible[s][cell / 27] >> cell % 27 & 1)
            option[at++] = (uint16_t)(9 * cell + s);
    return number;
}

/* Return the places of a symbol in house 0 to 8 of a kind: rows, columns or boxes. */
static void house_places(const uint32_t possible[3], int kind, int house, uint32_t places[3])
{
    for (int b = 0; b < 3; b++)
        places[b] = kind == 1        ? possible[b] & COLUMN << house
                    : b != house / 3 ? 0
                    : kind == 0      ? possible[b] & ROW << house % 3 * 9
                                     : possible[b] & BOX << house % 3 * 3;
}

/* Return the number of places, if it is less than `fewest`. */
static int count_places(const uint32_t places[3], int fewest)
{
    int number = 0;
    for (int b = 0; b < 3; b++)
        for (uint32_t rest = places[b]; rest && number < fewest; rest &= rest - 1)
            number++;
    return number;
}

/* List the options of the first symbol and house with the fewest, if fewer than `fewest`. */
static int house_options(const bulk_position_t *p, int fewest, uint16_t option[9])
{
    for (int kind = 0; kind < 3; kind++)
        for (int s = 0; s < 9 && fewest > 2; s++)
            for (int house = 0; house < 9; house++) {
                uint32_t places[3];
                house_places(p->possible[s], kind, house, places);
                int number = count_places(places, fewest), at = 0;
                if (number < 2 || number >= fewest)
                    continue;
                fewest = number;
                for (int b = 0; b < 3; b++)
                    for (uint32_t rest = places[b]; rest; rest &= rest - 1)
                        option[at++] = (uint16_t)(9 * (27 * b + __builtin_ctz(rest)) + s);
            }
    return fewest;
}

/* Open a branch on the position in `next`, which is settled and not complete. */
static void open_branch(bulk_search_t *search)
{
    bulk_branch_t *branch = &search->branch[search->depth++];
    uint16_t option[9];
    branch->position = search->next;
    branch->left = house_options(&search->next, cell_options(&search->next, option), option);
    if (search->is_random)
        for (int last = branch->left - 1; last > 0; last--) {
            int other = (int)stream_below(&search->stream, (uint64_t)last + 1);
            uint16_t swap = option[last];
            option[last] = option[other];
            option[other] = swap;
        }
    for (int k = 0; k < branch->left; k++)
        branch->option[branch->left - 1 - k] = option[k];
}

static void write_position(const bulk_position_t *p, unsigned char *solution)
{
    for (int s = 0; s < 9; s++)
        for (int b = 0; b < 3; b++)
            for (uint32_t rest = p->possible[s][b]; rest; rest &= rest - 1)
                solution[27 * b + __builtin_ctz(rest)] = (unsigned char)('1' + s);
}

void bulk_search_start(bulk_search_t *search, const unsigned char *cells, const stream_t *stream)
{
    search->depth = 0;
    search->steps = 0;
    search->is_alive = true;
    search->is_random = stream != NULL;
    search->stream = stream ? *stream : (stream_t){0};
    for (int b = 0; b < 3; b++) {
        search->next.placed[b] = 0;
        for (int s = 0; s < 9; s++)
            search->next.possible[s][b] = BAND;
    }
    for (int cell = 0; cell < 81; cell++) {
        unsigned symbol = cells[cell] - (unsigned)'1';
        if (symbol > 8)
            continue;
        if (!(search->next.possible[symbol][cell / 27] >> cell % 27 & 1))
            search->is_alive = false;
        place(&search->next, cell, (int)symbol);
    }
}

int bulk_search_next(bulk_search_t *search, unsigned char *solution, uint64_t steps)
{
    for (;;) {
        bool is_found = false;
        if (search->is_alive && settle(&search->next)) {
            const uint32_t *placed = search->next.placed;
            if ((placed[0] & placed[1] & placed[2]) == BAND) {
                write_position(&search->next, solution);
                is_found = true;
            } else {
                open_branch(search);
            }
        }
        search->is_alive = false;
        if (is_found)
            return SEARCH_SOLUTION;
        if (search->depth == 0)
            return SEARCH_NONE;
        if (steps-- == 0)
            return SEARCH_PAUSED;
        search->steps++;
        bulk_branch_t *branch = &search->branch[search->depth - 1];
        int option = branch->option[--branch->left];
        if (branch->left == 0)
            search->depth--;
        search->next = branch->position;
        search->is_alive = true;
        place(&search->next, option / 9, option % 9);
    }
}
