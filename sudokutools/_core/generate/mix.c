/* The construction and the chain; sudokutools/generating/mix.py has the method and its proof.
 *
 *   two rows of a band   1 2 3 | 4 5 6 | 7 8 9      cycle 1 -> 4 -> 7 -> 1: swap these three
 *                        4 5 6 | 7 8 9 | 1 2 3      columns, or leave them
 *
 *   in_row[3][0] = 2     in_column[3][2] = 0     in_box[3][0] = 0 */
#include "generate/mix.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { ABSENT = 255 };

typedef struct {
    int size;
    const uint8_t *allowed; /* allowed[left * MIX_MAX + right] */
    uint8_t rights[MIX_MAX], left_of[MIX_MAX], right_of[MIX_MAX], found_from[MIX_MAX];
} matching_t;

/* Search breadth first for a right end that is free; note where each was found from. */
static int free_right(matching_t *matching, int left)
{
    uint8_t queue[MIX_MAX + 1];
    int length = 0;
    queue[length++] = (uint8_t)left;
    memset(matching->found_from, ABSENT, sizeof matching->found_from);
    for (int at = 0; at < length; at++) {
        const uint8_t *allowed = matching->allowed + queue[at] * MIX_MAX;
        for (int i = 0; i < matching->size; i++) {
            int right = matching->rights[i];
            if (!allowed[right] || matching->found_from[right] != ABSENT)
                continue;
            matching->found_from[right] = queue[at];
            if (matching->left_of[right] == ABSENT)
                return right;
            queue[length++] = matching->left_of[right];
        }
    }
    assert(0); /* A regular bipartite graph has a perfect matching. */
    return ABSENT;
}

/* Find a random perfect matching: right_of has the right end of each left. */
static void match(matching_t *matching, stream_t *stream)
{
    uint8_t lefts[MIX_MAX];
    for (int i = 0; i < matching->size; i++)
        lefts[i] = matching->rights[i] = (uint8_t)i;
    stream_shuffle(stream, lefts, matching->size);
    stream_shuffle(stream, matching->rights, matching->size);
    memset(matching->left_of, ABSENT, sizeof matching->left_of);
    memset(matching->right_of, ABSENT, sizeof matching->right_of);
    for (int i = 0; i < matching->size; i++) {
        int end = free_right(matching, lefts[i]);
        while (end != ABSENT) {
            int joined = matching->left_of[end] = matching->found_from[end];
            int before = matching->right_of[joined];
            matching->right_of[joined] = (uint8_t)end;
            end = before;
        }
    }
}

static inline int box_of(const mix_t *mix, int row, int column)
{
    return mix->box_row[row] + mix->stack[column];
}

static inline void put(mix_t *mix, int row, int column, int symbol)
{
    mix->cells[row][column] = (uint8_t)symbol;
    mix->in_row[symbol][row] = (uint8_t)column;
    mix->in_column[symbol][column] = (uint8_t)row;
    mix->in_box[symbol][box_of(mix, row, column)] = (uint8_t)row;
}

static inline void take(mix_t *mix, int row, int column, int symbol)
{
    mix->in_row[symbol][row] = ABSENT;
    mix->in_column[symbol][column] = ABSENT;
    mix->in_box[symbol][box_of(mix, row, column)] = ABSENT;
}

static void add_kind(mix_t *mix, int move, int groups, int size)
{
    if (size > 1) {
        mix->kinds[mix->kind_count].move = move;
        mix->kinds[mix->kind_count].groups = groups;
        mix->kinds[mix->kind_count++].size = size;
    }
}

enum { SYMBOLS, ROWS, COLUMNS };

void mix_start(mix_t *mix, int box_width, int box_height, int boxes_across, int boxes_down)
{
    mix->box_width = box_width;
    mix->box_height = box_height;
    mix->boxes_across = boxes_across;
    mix->boxes_down = boxes_down;
    mix->n = box_width * box_height;
    mix->rows = box_height * boxes_down;
    mix->columns = box_width * boxes_across;
    assert(mix->n <= MIX_MAX && boxes_across <= box_height && boxes_down <= box_width);
    for (int row = 0; row < mix->rows; row++)
        mix->box_row[row] = (uint8_t)(row / box_height * boxes_across);
    for (int column = 0; column < mix->columns; column++)
        mix->stack[column] = (uint8_t)(column / box_width);
    mix->kind_count = 0;
    add_kind(mix, SYMBOLS, 1, mix->n);
    /* Boxes one cell high are rows, and any two rows are a pair; likewise for columns. */
    if (box_height == 1)
        add_kind(mix, ROWS, 1, boxes_down);
    else
        add_kind(mix, ROWS, boxes_down, box_height);
    if (box_width == 1)
        add_kind(mix, COLUMNS, 1, boxes_across);
    else
        add_kind(mix, COLUMNS, boxes_across, box_width);
}

/* Say for each band which symbols its columns hold. */
static void construct_stacks(mix_t *mix, stream_t *stream)
{
    int width = mix->box_width;
    for (int band = 0; band < width; band++)
        memset(mix->holds[band], 0, (size_t)mix->n * sizeof mix->holds[0][0]);
    for (int stack = 0; stack < mix->box_height; stack++) {
        uint8_t room[MIX_MAX][MIX_MAX];
        matching_t matching = {.size = width, .allowed = room[0]};
        for (int band = 0; band < width; band++)
            memset(room[band], mix->box_height, (size_t)width);
        for (int symbol = 0; symbol < mix->n; symbol++) {
            match(&matching, stream);
            for (int band = 0; band < width; band++) {
                int column = matching.right_of[band];
                room[band][column]--;
                mix->holds[band][stack * width + column][symbol] = 1;
            }
        }
    }
}

void mix_construct(mix_t *mix, stream_t *stream)
{
    construct_stacks(mix, stream);
    memset(mix->in_row, ABSENT, sizeof mix->in_row);
    memset(mix->in_column, ABSENT, sizeof mix->in_column);
    memset(mix->in_box, ABSENT, sizeof mix->in_box);
    for (int row = 0; row < mix->rows; row++) {
        uint8_t(*holds)[MIX_MAX] = mix->holds[row / mix->box_height];
        matching_t matching = {.size = mix->n, .allowed = holds[0]};
        match(&matching, stream);
        for (int column = 0; column < mix->n; column++) {
            int symbol = matching.right_of[column];
            holds[column][symbol] = 0;
            if (column < mix->columns)
                put(mix, row, column, symbol);
        }
    }
}

typedef struct {
    stream_t *stream;
    uint64_t bits;
    int left;
} coins_t;

static inline bool toss(coins_t *coins)
{
    if (coins->left == 0) {
        coins->bits = stream_next(coins->stream);
        coins->left = 64;
    }
    bool bit = coins->bits & 1;
    coins->bits >>= 1;
    coins->left--;
    return bit;
}

typedef struct {
    uint8_t side, row;
} member_t;

static inline int add_member(member_t *component, int length, uint8_t seen[2][MIX_MAX], int side,
                             int row)
{
    if (row == ABSENT || seen[side][row])
        return length;
    seen[side][row] = 1;
    component[length] = (member_t){(uint8_t)side, (uint8_t)row};
    return length + 1;
}

/* Find the cells that are linked with a cell; return their number. */
static int linked_cells(const mix_t *mix, const int symbols[2], int side, int row,
                        uint8_t seen[2][MIX_MAX], member_t component[2 * MIX_MAX])
{
    int length = add_member(component, 0, seen, side, row);
    for (int at = 0; at < length; at++) {
        row = component[at].row;
        int other = 1 - component[at].side;
        int column = mix->in_row[symbols[1 - other]][row];
        int symbol = symbols[other];
        if (mix->in_row[symbol][row] != ABSENT)
            length = add_member(component, length, seen, other, row);
        length = add_member(component, length, seen, other, mix->in_column[symbol][column]);
        length = add_member(component, length, seen, other,
                            mix->in_box[symbol][box_of(mix, row, column)]);
    }
    return length;
}

static void swap_symbols(mix_t *mix, const int symbols[2], const member_t *component, int length)
{
    uint8_t columns[2 * MIX_MAX];
    for (int i = 0; i < length; i++) {
        int symbol = symbols[component[i].side];
        columns[i] = mix->in_row[symbol][component[i].row];
        take(mix, component[i].row, columns[i], symbol);
    }
    for (int i = 0; i < length; i++)
        put(mix, component[i].row, columns[i], symbols[1 - component[i].side]);
}

static void move_symbols(mix_t *mix, int one, int other, coins_t *coins)
{
    const int symbols[2] = {one, other};
    uint8_t seen[2][MIX_MAX];
    member_t component[2 * MIX_MAX];
    /* Where a symbol is not before the move, it is not looked for after a swap either. */
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < mix->rows; row++)
            seen[side][row] = mix->in_row[symbols[side]][row] == ABSENT;
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < mix->rows; row++) {
            if (seen[side][row])
                continue;
            int length = linked_cells(mix, symbols, side, row, seen, component);
            if (toss(coins))
                swap_symbols(mix, symbols, component, length);
        }
}

/* Two rows or columns: their symbols by line (column or row), and where a line has a symbol. */
typedef struct {
    int one, other, lines;
    uint8_t first[MIX_MAX], second[MIX_MAX];
    const uint8_t (*place)[MIX_MAX];
} pair_t;

/* Find the lines that are linked with a line; return their number. */
static int linked_lines(const pair_t *pair, int start, uint8_t component[MIX_MAX])
{
    int length = 0, at = start;
    do {
        component[length++] = (uint8_t)at;
        at = pair->place[pair->second[at]][pair->one];
    } while (at != ABSENT && at != start);
    if (at == start)
        return length;
    /* An open path: walk it the other way, too. */
    at = pair->place[pair->first[start]][pair->other];
    while (at != ABSENT) {
        component[length++] = (uint8_t)at;
        at = pair->place[pair->first[at]][pair->other];
    }
    return length;
}

/* Toss a coin for each component of two rows (not `across`: columns), and swap the winning ones. */
static inline void move_lines(mix_t *mix, bool across, int one, int other, coins_t *coins)
{
    pair_t pair = {.one = one, .other = other};
    pair.lines = across ? mix->columns : mix->rows;
    pair.place = across ? mix->in_row : mix->in_column;
    for (int line = 0; line < pair.lines; line++) {
        pair.first[line] = across ? mix->cells[one][line] : mix->cells[line][one];
        pair.second[line] = across ? mix->cells[other][line] : mix->cells[line][other];
    }
    uint8_t seen[MIX_MAX] = {0};
    uint8_t component[MIX_MAX];
    for (int start = 0; start < pair.lines; start++) {
        if (seen[start])
            continue;
        int length = linked_lines(&pair, start, component);
        for (int i = 0; i < length; i++)
            seen[component[i]] = 1;
        if (!toss(coins))
            continue;
        for (int i = 0; i < length; i++) {
            int line = component[i];
            take(mix, across ? pair.one : line, across ? line : pair.one, pair.first[line]);
            take(mix, across ? pair.other : line, across ? line : pair.other, pair.second[line]);
        }
        for (int i = 0; i < length; i++) {
            int line = component[i];
            put(mix, across ? pair.one : line, across ? line : pair.one, pair.second[line]);
            put(mix, across ? pair.other : line, across ? line : pair.other, pair.first[line]);
        }
    }
}

static void make_move(mix_t *mix, stream_t *stream)
{
    int kind = (int)stream_below(stream, (uint64_t)mix->kind_count);
    int size = mix->kinds[kind].size;
    int pairs = mix->kinds[kind].groups * size * (size - 1);
    int drawn = (int)stream_below(stream, (uint64_t)pairs);
    int other = drawn % (size - 1);
    int one = drawn / (size - 1) % size;
    int start = drawn / (size - 1) / size * size;
    other += start + (other >= one);
    one += start;
    coins_t coins = {.stream = stream};
    if (mix->kinds[kind].move == SYMBOLS)
        move_symbols(mix, one, other, &coins);
    else
        move_lines(mix, mix->kinds[kind].move == ROWS, one, other, &coins);
}

void mix_moves(mix_t *mix, stream_t *stream, uint64_t moves)
{
    if (mix->kind_count)
        for (uint64_t i = 0; i < moves; i++)
            make_move(mix, stream);
}

void mix_cells(const mix_t *mix, uint8_t *cells)
{
    for (int row = 0; row < mix->rows; row++)
        for (int column = 0; column < mix->columns; column++)
            *cells++ = mix->cells[row][column] + 1;
}
