/* What takes and writes lines: the bulk solver, digging, canonical forms; and random streams. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "bulk/block.h"
#include "bulk/propagate.h"
#include "canonical/block.h"
#include "dig/block.h"
#include "generate/mix.h"
#include "generate/uniform.h"

static const uint64_t key[4] = {1, UINT64_C(0x8000000000000002), 3, 4};

void draw_grid(uint64_t record, uint8_t cells[81])
{
    stream_t stream = stream_of(record);
    must(uniform_cells(3, 3, &stream, cells) == WORK_DONE, "uniform_cells");
}

void digest_streams(void)
{
    stream_t stream = stream_of(UINT64_C(0x123456789abcdef0));
    for (int k = 0; k < 100; k++) {
        add(stream_next(&stream));
        add(stream_below(&stream, UINT64_MAX / 3 * 2 + (uint64_t)k));
    }
}

void digest_search(const puzzles_t *puzzles)
{
    static _Thread_local bulk_search_t search;
    unsigned char cells[81], solution[81];
    for (size_t k = 0; k < puzzles->count; k++) {
        stream_t stream = stream_of(k);
        memcpy(cells, puzzles->text + LINE * k, 81);
        memset(cells + 9, '.', k % 30); /* Several solutions for most. */
        bulk_search_start(&search, cells, k % 2 ? &stream : NULL);
        for (int found = 0; found < 3; found++)
            if (bulk_search_next(&search, solution, UINT64_MAX) == SEARCH_SOLUTION)
                add_bytes(solution, 81);
        add(search.steps);
    }
}

/* Write the puzzles as lines of many kinds: with notes, other signs, some clues dropped or
 * changed. Return the length. */
static size_t write_kinds(const puzzles_t *puzzles, unsigned char *to)
{
    static const char *const notes[] = {"", "\r", "  , a note ", "\t; \xc3\xa9 x", " # 1"};
    static const char signs[] = "._*?-0";
    unsigned char *at = to;
    stream_t stream = stream_of(0);
    for (size_t k = 0; k < 4 * puzzles->count; k++) {
        memcpy(at, puzzles->text + LINE * (k % puzzles->count), 81);
        if (k >= puzzles->count)
            for (uint64_t drops = stream_below(&stream, 12); drops; drops--)
                at[stream_below(&stream, 81)] = (unsigned char)signs[drops % 6];
        if (stream_below(&stream, 4) == 0)
            at[stream_below(&stream, 81)] = (unsigned char)('1' + stream_below(&stream, 9));
        at += 81;
        const char *note = notes[k % 5];
        memcpy(at, note, strlen(note));
        at += strlen(note);
        *at++ = '\n';
    }
    return (size_t)(at - to);
}

void digest_bulk(core_t core, const puzzles_t *puzzles)
{
    static _Thread_local unsigned char block[4 * MOST_PUZZLES * (LINE + 16)];
    static const unsigned char form[] = {LINE_NUMBER, '.',           LINE_CLUES, ':', LINE_COUNT,
                                         ' ',         LINE_SOLUTION, LINE_NOTE,  ' ', LINE_PUZZLE,
                                         ' ',         LINE_RAW,      '\n'};
    size_t length = write_kinds(puzzles, block);
    bulk_plan_t plan = {.solve = bulk_solver(core), .start = 5, .number = 99, .empty = '0'};
    for (int status = 0; status < BULK_STATUSES; status++) {
        plan.form[status] = form;
        plan.form_length[status] = sizeof form;
    }
    for (int round = 0; round < 3; round++) {
        bulk_answer_t answer;
        plan.limit = round == 0 ? 2 : 1 + 9 * (uint64_t)round;
        plan.minimal = round == 1;
        plan.key = round == 0 ? NULL : key;
        must(bulk_block_solve(&plan, block, length, &answer, NULL, NULL) == WORK_DONE, "bulk");
        add(answer.consumed);
        add_bytes(answer.status, answer.records);
        add_bytes(answer.output.text, answer.output.length);
        bulk_block_free(&answer);
    }
}

/* Write complete grids as lines. */
static void write_grids(unsigned char *to, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint8_t cells[81];
        draw_grid(k, cells);
        for (int cell = 0; cell < 81; cell++)
            to[LINE * k + (size_t)cell] = (unsigned char)('0' + cells[cell]);
        to[LINE * k + 81] = '\n';
    }
}

void digest_dig(core_t core)
{
    enum { GRIDS = 24 };
    static _Thread_local unsigned char grids[GRIDS * LINE];
    static const unsigned char form[] = {LINE_CLUES, ' ', LINE_PUZZLE, ' ', LINE_SOLUTION, '\n'};
    static const dig_difficulty_t medium = {
        .low = 20, .high = 30, .stop_above = 30, .technique = -1};
    const dig_forms_t forms = {form, form, sizeof form, sizeof form, '.'};
    write_grids(grids, GRIDS);
    for (int round = 0; round < 4; round++) {
        static const int clues[] = {DIG_MINIMAL, DIG_ORBIT_MINIMAL, 30, DIG_DEEP};
        dig_request_t request = {.solve = bulk_solver(core), .tries = 2, .clues = clues[round]};
        request.difficulty = round == 3 ? &medium : NULL;
        request.orbits = round == 0 ? 81 : 41; /* No symmetry, or that of half a turn. */
        for (int k = 0, at = 0; k < request.orbits; k++) {
            request.first[k] = (unsigned char)at;
            request.cells[at++] = (unsigned char)k;
            if (round > 0 && k < 40)
                request.cells[at++] = (unsigned char)(80 - k);
        }
        request.first[request.orbits] = 81;
        dig_answer_t answer;
        size_t length = round == 3 ? sizeof grids / 4 : sizeof grids;
        must(dig_block(&request, &forms, grids, length, key, 7, &answer, NULL, NULL) == WORK_DONE,
             "dig");
        add(answer.consumed);
        add_bytes(answer.output.text, answer.output.length);
        dig_block_free(&answer);
    }
}

void digest_canonical(core_t core, const puzzles_t *puzzles)
{
    enum { GRIDS = 20 };
    static _Thread_local unsigned char grids[GRIDS * LINE];
    write_grids(grids, GRIDS);
    for (int round = 0; round < 2; round++) {
        canonical_answer_t answer;
        const unsigned char *text = round ? grids : puzzles->text;
        size_t length = round ? sizeof grids : LINE * puzzles->count;
        must(canonical_block(core, text, length, '.', &answer, NULL, NULL) == WORK_DONE,
             "canonical");
        add(answer.consumed);
        for (size_t k = 0; k < answer.records; k++)
            add(answer.automorphisms[k]);
        add_bytes(answer.output, answer.length);
        canonical_block_free(&answer);
    }
}

void digest_canonical_general(void)
{
    static const canonical_shape_t shapes[] = {
        {2, 2, 2, 2, true}, {3, 2, 2, 3, false}, {3, 3, 2, 3, false}, {4, 4, 4, 4, true}};
    static _Thread_local mix_t mix;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const canonical_shape_t *shape = &shapes[k];
        uint8_t cells[256], form[256];
        uint64_t automorphisms[2] = {0, 0};
        stream_t stream = stream_of(k);
        mix_start(&mix, shape->box_width, shape->box_height, shape->boxes_across,
                  shape->boxes_down);
        mix_construct(&mix, &stream);
        mix_moves(&mix, &stream, 200);
        mix_cells(&mix, cells);
        for (int cell = 0; cell < mix.rows * mix.columns; cell++)
            if (stream_below(&stream, 3) == 0)
                cells[cell] = 0;
        add((uint64_t)canonical_general(shape, cells, 1000000, 10000, form, automorphisms, NULL,
                                        NULL));
        add(automorphisms[0]);
        add(automorphisms[1]);
        add_bytes(form, (size_t)(mix.rows * mix.columns));
    }
}
