/* Clause learning: grids of other sizes, and models. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cdcl/cdcl.h"

enum { MOST_CELLS = 10000, STEPS = 5000, MOST_CONFLICTS = 300 };

static const uint64_t key[4] = {5, 6, UINT64_C(0xfedcba9876543210), 8};

/* Add solutions, two at most, and leave the last one in `solution`; as far as some conflicts go.
 * Return how many there were. */
static int digest_run(cdcl_t *search, uint8_t *solution, size_t size)
{
    int answer, found = 0;
    int64_t most = cdcl_conflicts(search) + MOST_CONFLICTS;
    do {
        answer = cdcl_run(search, STEPS);
        if (answer == SEARCH_SOLUTION) {
            cdcl_solution(search, solution);
            add_bytes(solution, size);
            must(cdcl_forbid(search, solution), "cdcl_forbid");
            found++;
        }
    } while (answer > SEARCH_NONE && found < 2 && cdcl_conflicts(search) < most);
    add((uint64_t)answer);
    return found;
}

/* Add the trace of a search, and free it. */
static void finish(cdcl_t *search)
{
    size_t length;
    const int32_t *trace = cdcl_trace(search, &length);
    for (size_t k = 0; k < length; k++)
        add((uint64_t)(int64_t)trace[k]);
    cdcl_free(search);
}

/* Search a grid in its own order and in a random one; then ask why a solution that is excluded is
 * none, and search with a part of it. */
static void digest_grid(const cdcl_shape_t *shape, const uint8_t *cells, size_t size)
{
    static _Thread_local uint8_t solution[MOST_CELLS], core[MOST_CELLS], none[MOST_CELLS];
    for (int round = 0; round < 2; round++) {
        cdcl_t *search = cdcl_new(shape, cells, round ? key : NULL, true);
        must(search != NULL, "cdcl_new");
        if (digest_run(search, solution, size)) {
            cdcl_assume(search, solution);
            if (cdcl_run(search, STEPS) == SEARCH_NONE) {
                cdcl_core(search, core);
                add_bytes(core, size);
            }
            for (size_t cell = 0; cell < size; cell += 3)
                solution[cell] = 0;
            cdcl_fix(search, solution);
            cdcl_assume(search, none);
            digest_run(search, solution, size);
        }
        finish(search);
    }
}

/* Whether two candidates of a 9x9 grid with diagonals exclude each other. */
static bool exclude(int v, int w)
{
    int a = v / 9, b = w / 9;
    if (a == b || v % 9 != w % 9)
        return a == b && v != w;
    bool box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    bool diagonal = a % 10 == 0 && b % 10 == 0;
    bool other = a % 8 == 0 && b % 8 == 0 && a % 80 && b % 80;
    return a / 9 == b / 9 || a % 9 == b % 9 || box || diagonal || other;
}

/* Search the empty grid with diagonals, as a model: cells and rows hold exactly one, the rest
 * follows from what excludes each other; and one clause more. */
static void digest_model(void)
{
    enum { N = 729 };
    static _Thread_local int32_t model[4 + 2 * N + 162 * 10 + N * 40 + 3];
    static _Thread_local uint8_t cells[81], solution[81];
    static const cdcl_shape_t shape = {3, 3, 3, 3};
    int32_t *to = model;
    *to++ = N, *to++ = N, *to++ = 162, *to++ = 1;
    for (int v = 0; v < N; v++)
        *to++ = v / 9, *to++ = v % 9 + 1;
    for (int list = 0; list < 162; list++) {
        *to++ = 9;
        for (int k = 0; k < 9; k++)
            *to++ = list < 81 ? 9 * list + k : (list - 81) / 9 * 81 + 9 * k + list % 9;
    }
    for (int v = 0; v < N; v++) {
        int32_t *length = to++;
        for (int w = 0; w < N; w++)
            if (exclude(v, w))
                *to++ = w;
        *length = (int32_t)(to - length) - 1;
    }
    *to++ = 2, *to++ = 2 * 5, *to++ = 2 * 700 + 1; /* 6 in the first cell, or not 8 in another. */
    size_t length = (size_t)(to - model);
    must(cdcl_is_model(&shape, cells, model, length), "cdcl_is_model");
    cdcl_t *search = cdcl_new_model(&shape, cells, model, length, key, true);
    must(search != NULL, "cdcl_new_model");
    must(digest_run(search, solution, 81) == 2, "the search of a model");
    finish(search);
}

void digest_cdcl(const char *name)
{
    static _Thread_local char line[100000], text[100000];
    static _Thread_local uint8_t cells[MOST_CELLS];
    FILE *file = fopen(name, "r");
    int puzzles = 0;
    while (file && fgets(line, sizeof line, file)) {
        cdcl_shape_t shape;
        if (sscanf(line, "%dx%d\t%dx%d\t%*s\t%*d\t%s", &shape.box_width, &shape.box_height,
                   &shape.boxes_across, &shape.boxes_down, text) != 5)
            continue;
        size_t size = 0;
        for (char *cell = text; cell; cell = strchr(cell, ',') ? strchr(cell, ',') + 1 : NULL)
            cells[size++] = (uint8_t)atoi(cell);
        if (size <= 625) { /* Larger ones take seconds where they are emulated. */
            digest_grid(&shape, cells, size);
            puzzles++;
        }
    }
    if (file)
        fclose(file);
    must(puzzles > 0, name);
    digest_model();
}
