/* Small unavoidable sets of any complete grid, and the clues of any puzzle of it. The sets call a
 * clue needed exactly if a plain search finds a set of their two kinds in which it stands alone;
 * clues that are toggled one by one leave the same as a fresh start. */
#include "bulk/unavoidable.h"

#include "nine.h"

/* Whether two cells that hold one of two symbols each are exchanged together. */
static bool are_linked(const uint8_t *grid, int a, int b)
{
    if (grid[a] == grid[b])
        return false;
    for (int kind = 0; kind < 3; kind++)
        if (house_of(a, kind) == house_of(b, kind))
            return true;
    return false;
}

/* Whether a clue is the only one of the part of two symbols that its cell is in. */
static bool is_alone_in_part(const uint8_t *grid, const bool *is_clue, int cell, int other)
{
    int waiting[17], left = 0, part[18], count = 1;
    for (int at = 0; at < 81; at++)
        if (at != cell && (grid[at] == grid[cell] || grid[at] == other))
            waiting[left++] = at;
    part[0] = cell;
    for (int k = 0; k < count; k++)
        for (int w = 0; w < left;)
            if (are_linked(grid, part[k], waiting[w])) {
                if (is_clue[waiting[w]])
                    return false;
                part[count++] = waiting[w];
                waiting[w] = waiting[--left];
            } else {
                w++;
            }
    return true;
}

/* Return the cell at a line and a place in it; lines are rows, or columns where it is turned. */
static int cell_of(int line, int place, bool is_turned)
{
    return is_turned ? 9 * place + line : 9 * line + place;
}

/* Whether a clue is the only one of the cycle of two lines of a band or a stack that it is in. */
static bool is_alone_in_cycle(const uint8_t *grid, const bool *is_clue, int cell, int to,
                              bool is_turned)
{
    int line = is_turned ? cell % 9 : cell / 9, place = is_turned ? cell / 9 : cell % 9;
    for (int at = place;;) {
        int here = cell_of(line, at, is_turned), there = cell_of(to, at, is_turned);
        if ((here != cell && is_clue[here]) || is_clue[there])
            return false;
        int next = 0;
        while (grid[cell_of(line, next, is_turned)] != grid[there])
            next++;
        if (next == place)
            return true;
        at = next;
    }
}

static bool needs(const uint8_t *grid, const bool *is_clue, int cell)
{
    for (int other = '1'; other <= '9'; other++)
        if (other != grid[cell] && is_alone_in_part(grid, is_clue, cell, other))
            return true;
    for (int turn = 0; turn < 2; turn++) {
        int line = turn ? cell % 9 : cell / 9;
        for (int to = line / 3 * 3; to < line / 3 * 3 + 3; to++)
            if (to != line && is_alone_in_cycle(grid, is_clue, cell, to, turn))
                return true;
    }
    return false;
}

SUBJECT(unavoidable)
{
    static _Thread_local unavoidable_t sets;
    unavoidable_clues_t clues, fresh;
    uint8_t grid[81], puzzle[81];
    bool is_clue[81];
    take_grid(&input, grid);
    memcpy(puzzle, grid, 81);
    take_clues(&input, puzzle);
    unavoidable_list(&sets, grid);
    unavoidable_start(&sets, &clues, puzzle);
    for (int left = (int)(input.size < 3 ? input.size : 3); left >= 0; left--) {
        int asked = take_up_to(&input, 80), toggled = take_up_to(&input, 80);
        answer((uint64_t)unavoidable_needs(&sets, &clues, asked));
        for (int cell = 0; cell < 81; cell++)
            is_clue[cell] = puzzle[cell] != '.';
        if (is_clue[asked])
            check(unavoidable_needs(&sets, &clues, asked) == needs(grid, is_clue, asked));
        unavoidable_toggle(&sets, &clues, toggled);
        puzzle[toggled] = is_clue[toggled] ? '.' : grid[toggled];
        unavoidable_start(&sets, &fresh, puzzle);
        check(memcmp(&clues, &fresh, sizeof fresh) == 0);
    }
}
