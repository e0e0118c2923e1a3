/* The canonical form of a 9x9 puzzle, breadth first by rows: the method of
 * sudokutools/canonical/search.py with orders of columns left open only as long as the columns are
 * empty. Included by canonical/sse.c and canonical/plain.c.
 *
 *     position    0  1  2  . | 4  5  6  . | 8  9 10  .
 *     order       2  0  1  .   6  4  5  .   8 10  9  .    the column at each position
 *     free        x  x  x      x  -  -      -  -  -       0x017: columns empty in every row used
 *     next row    .  .  1      .  4  2      .  .  3
 *
 * Two filled cells of a row differ, so columns of a stack are interchangeable exactly while both
 * are free. A row is looked at as one byte a cell, label * 16 + column: sorting the bytes within
 * the free positions of each stack puts empty cells first, then labels ascending, then new digits
 * (label 15), and is at the same time the new order of the columns. Free stacks stand first and
 * are interchangeable as well: they are sorted as a whole. The labels are then the key of the row,
 * 36 bits, and keys compare like the final strings: before the first difference both have the
 * same number of new digits.
 *
 * After each row all states are kept that reach the smallest key. A state with several new digits
 * in one free run, or equal free stacks that are not empty, splits into all their orders. So each
 * state is one way to the smallest puzzle, up to orders of empty rows, columns, bands and stacks,
 * which the number of automorphisms counts at the end. No state belongs to two geometric maps and
 * 9! relabellings play no part, so the states are few: 28,512 in all nine rows were the most met.
 */

static const uint8_t run_orders[4][6][3] = {
    {{0, 1, 2}},
    {{0, 1, 2}},
    {{0, 1, 2}, {1, 0, 2}},
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
};
static const unsigned orders_of[4] = {1, 1, 2, 6}; /* factorials */
static const uint8_t bits_of[8] = {0, 1, 1, 2, 1, 2, 2, 3};

/* Which neighbour a position is compared with, by the stacks in which that is wanted. */
#define STAY(i) i, i + 1, i + 2, i + 3
#define LEFT(i) i + 1, i, i + 2, i + 3
#define RIGHT(i) i, i + 2, i + 1, i + 3
#define SWAP(A, B, C) A(0), B(4), C(8), STAY(12)
static const uint8_t swap_left[8][16] = {
    {SWAP(STAY, STAY, STAY)}, {SWAP(LEFT, STAY, STAY)}, {SWAP(STAY, LEFT, STAY)},
    {SWAP(LEFT, LEFT, STAY)}, {SWAP(STAY, STAY, LEFT)}, {SWAP(LEFT, STAY, LEFT)},
    {SWAP(STAY, LEFT, LEFT)}, {SWAP(LEFT, LEFT, LEFT)},
};
static const uint8_t swap_right[8][16] = {
    {SWAP(STAY, STAY, STAY)},   {SWAP(RIGHT, STAY, STAY)},   {SWAP(STAY, RIGHT, STAY)},
    {SWAP(RIGHT, RIGHT, STAY)}, {SWAP(STAY, STAY, RIGHT)},   {SWAP(RIGHT, STAY, RIGHT)},
    {SWAP(STAY, RIGHT, RIGHT)}, {SWAP(RIGHT, RIGHT, RIGHT)},
};

static inline unsigned per_stack(unsigned bits) { return (bits | bits >> 3 | bits >> 6) & 7; }

/* The stacks, as bits 0, 4 and 8, all of whose three positions are in a set. */
static inline unsigned whole_stacks(unsigned set) { return set & set >> 1 & set >> 2 & 0x111; }

static inline bytes_t compare_swap(bytes_t cells, const uint8_t *neighbours, bytes_t greater)
{
    const bytes_t other = bytes_pick(cells, bytes_load(neighbours));
    return bytes_select(greater, bytes_most(cells, other), bytes_least(cells, other));
}

/* Return the cells of a row, label * 16 + column, in the order of a state, free runs sorted. */
static inline bytes_t sorted_row(const puzzle_state_t *state, bytes_t row)
{
    const bytes_t left_greater = BYTES_OF(0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0);
    const bytes_t right_greater = BYTES_OF(0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0, 0);
    const bytes_t order = bytes_load(state->order);
    bytes_t cells = bytes_pick(bytes_load(state->label), bytes_pick(row, order)) | order;
    const unsigned left = per_stack(state->free & state->free >> 1 & 0x111);
    if (left) {
        const unsigned right = per_stack(whole_stacks(state->free));
        cells = compare_swap(cells, swap_left[left], left_greater);
        if (right) {
            cells = compare_swap(cells, swap_right[right], right_greater);
            cells = compare_swap(cells, swap_left[right], left_greater);
        }
    }
    return cells;
}

static inline void sort_two(uint32_t *a, uint32_t *b)
{
    const uint32_t less = *a < *b ? *a : *b, more = *a < *b ? *b : *a;
    *a = less;
    *b = more;
}

/* Return the key of a sorted row: its labels as nine digits to base 16, free stacks sorted. */
static inline uint64_t row_key(unsigned free, bytes_t cells)
{
    const bytes_t odd = BYTES_OF(9, 6, 4, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const bytes_t even = BYTES_OF(10, 8, 5, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const bytes_t high = bytes_pick(cells, odd) & bytes_all(0xf0);
    const uint64_t key = bytes_low_word(high | bytes_pick(cells, even) >> 4);
    const unsigned stacks = whole_stacks(free);
    if (!(stacks & 0x10))
        return key;
    uint32_t a = (uint32_t)(key >> 24), b = key >> 12 & 4095, c = key & 4095;
    sort_two(&a, &b);
    if (stacks & 0x100) {
        sort_two(&b, &c);
        sort_two(&a, &b);
    }
    return (uint64_t)a << 24 | (uint64_t)b << 12 | c;
}

/* Make the state after a row whose cells are in their final order. */
static inline void settle(const puzzle_state_t *state, unsigned row, bytes_t symbols, bytes_t cells,
                          puzzle_state_t *after)
{
    const bytes_t order = cells & bytes_all(15), label = cells & bytes_all(0xf0);
    unsigned fresh = bytes_high_bits(bytes_equal(label, bytes_all(0xf0)));
    const unsigned empty = bytes_high_bits(bytes_equal(label, bytes_all(0)));
    *after = *state;
    bytes_store(after->order, order);
    after->free = state->free & empty;
    if (fresh) {
        uint8_t digits[16];
        bytes_store(digits, bytes_pick(symbols, order));
        for (; fresh; fresh &= fresh - 1)
            after->label[digits[__builtin_ctz(fresh)]] = (uint8_t)(++after->labels << 4);
    }
    after->used |= (uint16_t)(1 << row);
    after->band = (after->used >> row / 3 * 3 & 7) == 7 ? NO_BAND : (uint8_t)(row / 3);
}

/* The labels of each stack of a sorted row as a number, equal for equal stacks. */
static inline void stack_keys(bytes_t cells, uint32_t keys[4])
{
    const bytes_t reversed = BYTES_OF(2, 1, 0, -1, 6, 5, 4, -1, 10, 9, 8, -1, -1, -1, -1, -1);
    bytes_to_words(keys, bytes_pick(cells >> 4, reversed));
}

/* Make all states after a row that ties with itself; return how many, at most 1296. */
static unsigned settle_ties(const puzzle_state_t *state, unsigned row, bytes_t symbols,
                            bytes_t cells, puzzle_state_t *after)
{
    uint8_t sorted[16], arranged[16];
    uint32_t keys[4];
    unsigned begin[3], length[3], made = 0;
    bytes_store(sorted, cells);
    bytes_store(arranged, cells);
    stack_keys(cells, keys);
    for (unsigned stack = 0; stack < 3; stack++) {
        const unsigned runs = bits_of[state->free >> 4 * stack & 7];
        length[stack] = 0;
        while (length[stack] < runs && sorted[4 * stack + runs - 1 - length[stack]] >= 0xf0)
            length[stack]++;
        begin[stack] = 4 * stack + runs - length[stack];
    }
    const unsigned free_stacks = bits_of[per_stack(whole_stacks(state->free))];
    for (unsigned way = 0; way < 6; way++) {
        const uint8_t *stacks = canonical_orders[way];
        bool ties = true;
        for (unsigned at = 0; at < 3; at++)
            if (stacks[at] != at)
                ties &= at < free_stacks && stacks[at] < free_stacks && keys[at] &&
                        keys[stacks[at]] == keys[at];
        if (!ties)
            continue;
        unsigned ways[3];
        for (unsigned at = 0; at < 3; at++)
            ways[at] = orders_of[length[stacks[at]]];
        for (unsigned all = 0; all < ways[0] * ways[1] * ways[2]; all++) {
            const unsigned chosen[3] = {all % ways[0], all / ways[0] % ways[1],
                                        all / ways[0] / ways[1]};
            for (unsigned at = 0; at < 3; at++) {
                const unsigned from = stacks[at], first = begin[from];
                memcpy(arranged + 4 * at, sorted + 4 * from, 4);
                for (unsigned i = 0; i < length[from]; i++)
                    arranged[4 * at + first - 4 * from + i] =
                        sorted[first + run_orders[length[from]][chosen[at]][i]];
            }
            settle(state, row, symbols, bytes_load(arranged), after + made++);
        }
    }
    return made;
}

/* Sort the free stacks of a sorted row. Return whether two are equal and not empty. */
static inline bool sort_stacks(unsigned free, bytes_t *cells)
{
    const unsigned stacks = whole_stacks(free);
    if (!(stacks & 0x10))
        return false;
    uint32_t keys[4], moves[4] = {0, 0, 0, 0x0f0e0d0c};
    stack_keys(*cells, keys);
    for (unsigned stack = 0; stack < 3; stack++)
        keys[stack] = keys[stack] << 4 | stack;
    sort_two(keys, keys + 1);
    if (stacks & 0x100) {
        sort_two(keys + 1, keys + 2);
        sort_two(keys, keys + 1);
    }
    for (unsigned stack = 0; stack < 3; stack++) {
        moves[stack] = 0x03020100 + 0x04040404 * (keys[stack] & 15);
        keys[stack] >>= 4;
    }
    *cells = bytes_pick(*cells, bytes_of_words(moves));
    return (keys[0] && keys[0] == keys[1]) || (stacks & 0x100 && keys[1] && keys[1] == keys[2]);
}

/* Make the states after a row; return how many, at most 1296. */
static inline unsigned settle_row(const puzzle_state_t *state, unsigned row, bytes_t symbols,
                                  puzzle_state_t *after)
{
    bytes_t cells = sorted_row(state, symbols);
    const bool stacks_tie = sort_stacks(state->free, &cells);
    const unsigned fresh = bytes_high_bits(bytes_equal(cells >> 4, bytes_all(15))) & state->free;
    if (stacks_tie || fresh & fresh >> 1 & 0x333)
        return settle_ties(state, row, symbols, cells, after);
    settle(state, row, symbols, cells, after);
    return 1;
}

static inline bool add_step(canonical_room_t *room, size_t *steps, size_t state, unsigned row)
{
    if (*steps == room->steps_room) {
        const size_t room_now = 2 * room->steps_room + 1024;
        puzzle_step_t *grown = realloc(room->steps, room_now * sizeof *grown);
        if (!grown)
            return false;
        room->steps = grown;
        room->steps_room = room_now;
    }
    room->steps[(*steps)++] = (puzzle_step_t){(uint32_t)state, row};
    return true;
}

/* Add the empty rows that may come next: of interchangeable rows and bands the first. */
static inline bool add_empty_rows(canonical_room_t *room, size_t *steps, size_t state,
                                  unsigned rows)
{
    bool band_met = false;
    for (unsigned band = 0; band < 3; band++) {
        const unsigned here = rows >> 3 * band & 7;
        if (!here || (here == 7 && band_met))
            continue;
        band_met |= here == 7;
        if (!add_step(room, steps, state, 3 * band + (unsigned)__builtin_ctz(here)))
            return false;
    }
    return true;
}

/* The key of a row when nothing is known: sorted numbers of clues in the three stacks. */
static inline uint64_t first_key(unsigned filled)
{
    static const uint16_t keys[4] = {0, 15, 255, 4095};
    uint32_t a = keys[bits_of[filled & 7]], b = keys[bits_of[filled >> 4 & 7]],
             c = keys[bits_of[filled >> 8 & 7]];
    sort_two(&a, &b);
    sort_two(&b, &c);
    sort_two(&a, &b);
    return (uint64_t)a << 24 | (uint64_t)b << 12 | c;
}

/* Collect the steps to the smallest next row, whose key is *least. 0: no memory. */
static size_t least_steps(const grid9_t *grid, canonical_room_t *room, size_t states, bool at_first,
                          uint64_t *least)
{
    size_t steps = 0;
    *least = UINT64_MAX;
    for (size_t i = 0; i < states; i++) {
        const puzzle_state_t *state = room->states + i;
        unsigned left = 0x1ff & ~(unsigned)state->used;
        if (state->band != NO_BAND)
            left &= 7u << 3 * state->band;
        const unsigned empty = left & grid->empty[state->side];
        if (empty) {
            if (*least)
                steps = 0;
            *least = 0;
            if (!add_empty_rows(room, &steps, i, empty))
                return 0;
            continue;
        }
        if (!*least)
            continue;
        for (; left; left &= left - 1) {
            const unsigned row = (unsigned)__builtin_ctz(left);
            const uint64_t key =
                at_first ? first_key(grid->filled[state->side][row])
                         : row_key(state->free,
                                   sorted_row(state, bytes_load(grid->rows[state->side][row])));
            if (key > *least)
                continue;
            if (key < *least)
                steps = 0;
            *least = key;
            if (!add_step(room, &steps, i, row))
                return 0;
        }
    }
    return steps;
}

/* Make room for `size` states in the next generation. Return false without memory. */
static inline bool room_for(canonical_room_t *room, size_t size)
{
    if (size <= room->next_room)
        return true;
    puzzle_state_t *grown = realloc(room->next, 2 * size * sizeof *grown);
    if (!grown)
        return false;
    room->next = grown;
    room->next_room = 2 * size;
    return true;
}

static void swap_generations(canonical_room_t *room)
{
    puzzle_state_t *states = room->next;
    const size_t states_room = room->next_room;
    room->next = room->states;
    room->next_room = room->states_room;
    room->states = states;
    room->states_room = states_room;
}

static bool first_states(canonical_room_t *room)
{
    if (!room_for(room, 2))
        return false;
    swap_generations(room);
    for (unsigned side = 0; side < 2; side++) {
        puzzle_state_t *state = room->states + side;
        memset(state, 0, sizeof *state);
        memset(state->order, GAP, 16);
        for (unsigned column = 0; column < 9; column++)
            state->order[GAPPED(column)] = (uint8_t)GAPPED(column);
        memset(state->label, 0xf0, 16);
        state->label[0] = 0;
        state->free = 0x777;
        state->side = (uint8_t)side;
        state->band = NO_BAND;
    }
    return true;
}

/* Return the number of geometric maps of a final state: the orders of empty lines. Bit r of
 * empty_rows means that row r of the canonical puzzle is empty. */
static long orders_left(const puzzle_state_t *state, unsigned empty_rows)
{
    unsigned orders = 1, empty_bands = 0;
    for (unsigned i = 0; i < 3; i++) {
        orders *= orders_of[bits_of[empty_rows >> 3 * i & 7]];
        orders *= orders_of[bits_of[state->free >> 4 * i & 7]];
        empty_bands += (empty_rows >> 3 * i & 7) == 7;
    }
    return (long)(orders * orders_of[empty_bands] *
                  orders_of[bits_of[per_stack(whole_stacks(state->free))]]);
}

static void write_puzzle(const grid9_t *grid, const puzzle_state_t *state, uint8_t empty,
                         uint8_t *line)
{
    uint8_t signs[16] = {empty}, rows[9 * 9 + 7];
    for (unsigned digit = 1; digit <= 9; digit++)
        signs[digit] = (uint8_t)('0' + (state->label[digit] >> 4));
    const bytes_t order = bytes_pick(bytes_load(state->order), bytes_load(without_gaps));
    for (unsigned row = 0; row < 9; row++) {
        const bytes_t symbols = bytes_load(grid->rows[state->side][state->rows[row]]);
        bytes_store(rows + 9 * row, bytes_pick(bytes_load(signs), bytes_pick(symbols, order)));
    }
    memcpy(line, rows, 81);
}

/* Write the canonical form of a valid puzzle. Return its automorphisms or WORK_NO_MEMORY. */
static long canonical_puzzle(const grid9_t *grid, uint8_t empty, uint8_t *line,
                             canonical_room_t *room)
{
    unsigned empty_rows = 0;
    size_t states = 2;
    if (!first_states(room))
        return WORK_NO_MEMORY;
    for (unsigned place = 0; place < 9; place++) {
        uint64_t least;
        const size_t steps = least_steps(grid, room, states, place == 0, &least);
        if (!steps)
            return WORK_NO_MEMORY;
        empty_rows |= (unsigned)!least << place;
        states = 0;
        for (size_t i = 0; i < steps; i++) {
            if (!room_for(room, states + 1296))
                return WORK_NO_MEMORY;
            const puzzle_state_t *state = room->states + room->steps[i].state;
            const unsigned row = room->steps[i].row;
            puzzle_state_t *after = room->next + states;
            const unsigned made =
                settle_row(state, row, bytes_load(grid->rows[state->side][row]), after);
            for (unsigned j = 0; j < made; j++)
                after[j].rows[place] = (uint8_t)row;
            states += made;
        }
        swap_generations(room);
    }
    write_puzzle(grid, room->states, empty, line);
    return (long)states * orders_left(room->states, empty_rows);
}
