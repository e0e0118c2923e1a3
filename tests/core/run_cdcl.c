/* Run the search of cdcl/search.c on known puzzles, under sanitizers or valgrind, without Python:
 * run_cdcl tests/data/nxn.tsv. Solutions are counted up to 2, in pieces of few steps; then some
 * cells of a solution are asked for as assumptions, and fixed. Exit status 1: a wrong answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cdcl/cdcl.h"

enum { STEPS = 5000, MAX_CELLS = 10000, MAX_LINE = 100000 };

static int finish(cdcl_t *search)
{
    int answer;
    while ((answer = cdcl_run(search, STEPS)) == SEARCH_PAUSED)
        continue;
    return answer;
}

static int read_cells(char *text, uint8_t *cells)
{
    int count = 0;
    for (char *cell = strtok(text, ","); cell && count < MAX_CELLS; cell = strtok(NULL, ","))
        cells[count++] = (uint8_t)atoi(cell);
    return count;
}

/* Return the number of solutions, up to 2, and leave one in `solution`. */
static int count(cdcl_t *search, uint8_t *solution)
{
    int found = 0;
    while (found < 2 && finish(search) == SEARCH_SOLUTION) {
        cdcl_solution(search, solution);
        cdcl_forbid(search, solution);
        found++;
    }
    return found;
}

/* Return whether half of a solution has a solution, whether the whole of it has none when it is
 * excluded, for reasons that are cells of it, and whether fixing some of it does no harm. */
static int dig(const cdcl_shape_t *shape, const uint8_t *solution, int cells)
{
    static uint8_t none[MAX_CELLS], some[MAX_CELLS], core[MAX_CELLS];
    cdcl_t *search = cdcl_new(shape, none, NULL, false);
    if (!search)
        return 0;
    for (int cell = 0; cell < cells; cell++)
        some[cell] = cell % 2 ? solution[cell] : 0;
    cdcl_assume(search, some);
    int right = finish(search) == SEARCH_SOLUTION;
    cdcl_forbid(search, solution);
    cdcl_assume(search, solution);
    right &= finish(search) == SEARCH_NONE;
    cdcl_core(search, core);
    for (int cell = 0; cell < cells; cell++)
        right &= !core[cell] || core[cell] == solution[cell];
    cdcl_fix(search, some);
    cdcl_assume(search, none);
    right &= finish(search) != WORK_NO_MEMORY;
    cdcl_free(search);
    return right;
}

/* Return the number of solutions, up to 2, that a search finds in an order of its own when it is told
 * the short clauses of another that has looked for one. */
static int count_told(const cdcl_shape_t *shape, const uint8_t *cells)
{
    static const uint64_t key[4] = {5, 6, 7, 8};
    static uint8_t solution[MAX_CELLS];
    cdcl_t *teller = cdcl_new(shape, cells, NULL, false),
           *told = cdcl_new(shape, cells, key, false);
    int found = -1;
    if (teller && told) {
        size_t length = 0;
        finish(teller);
        const int32_t *clauses = cdcl_short(teller, &length);
        if (cdcl_are_clauses(told, clauses, length) && cdcl_learn(told, clauses, length))
            found = count(told, solution);
        cdcl_forget_short(teller);
    }
    cdcl_free(teller);
    cdcl_free(told);
    return found;
}

int main(int argc, char **argv)
{
    static char line[MAX_LINE], text[MAX_LINE];
    static uint8_t cells[MAX_CELLS], solution[MAX_CELLS];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int puzzles = 0, wrong = 0;
    while (file && fgets(line, sizeof line, file)) {
        cdcl_shape_t shape;
        int known;
        if (sscanf(line, "%dx%d\t%dx%d\t%*s\t%d\t%s", &shape.box_width, &shape.box_height,
                   &shape.boxes_across, &shape.boxes_down, &known, text) != 6)
            continue;
        int size = read_cells(text, cells);
        cdcl_t *search = cdcl_new(&shape, cells, NULL, true);
        int found = search ? count(search, solution) : -1;
        cdcl_free(search);
        puzzles++;
        wrong += found != known || count_told(&shape, cells) != known ||
                 (found > 0 && size <= 256 && !dig(&shape, solution, size));
    }
    if (file)
        fclose(file);
    printf("%d puzzles, %d wrong\n", puzzles, wrong);
    return puzzles == 0 || wrong > 0;
}
