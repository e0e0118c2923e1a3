/* Canonical forms of 9x9 grids. A form is equivalent to its grid by the general search, has itself
 * as its form, and all equivalent grids have the same one, by each method and each set of
 * instructions; grids with a repeated digit, and only they, have no form and no automorphism. */
#include "canonical/kernel.h"

#include "nine.h"
#include "symmetry.h"

/* Grids with more ways to begin than that, which few clues have, take long. */
enum { MOST_WAYS = 1500, ROOM_AT_ONCE = 1296 };

typedef struct {
    uint8_t line[82];
    long maps;
} form_t;

static _Thread_local const band_tables_t *tables;
static _Thread_local canonical_room_t room;

/* Write the form of 81 signs by the instructions that the processor has. */
static void write_form(const uint8_t *cells, uint8_t empty, form_t *form)
{
    canonical_one_t *one = canonical_one_plain;
#if defined(__x86_64__)
    if (core_has(CORE_SSE41, CORE_SSE41))
        one = canonical_one_sse;
#endif
    form->maps = one(cells, empty, form->line, tables, &room);
    check(form->maps >= 0);
}

/* Free the room, so that its size shows the needs of the next grid. */
static void empty_room(void)
{
    free(room.states);
    free(room.next);
    free(room.steps);
    room = (canonical_room_t){0};
}

static bool was_long(void)
{
    const size_t most = 2 * (MOST_WAYS + ROOM_AT_ONCE);
    return room.states_room > most || room.next_room > most;
}

/* Write it in another way, which takes longer: without special instructions, without tables. */
static void write_again(const uint8_t *cells, const form_t *form, int kind)
{
    form_t again;
    again.maps = canonical_one_plain(cells, '.', again.line, kind & 8 ? NULL : tables, &room);
    check(again.maps == form->maps && (!form->maps || memcmp(again.line, form->line, 81) == 0));
}

/* Take signs: any, or a complete grid, or some of its clues, with a few of them changed. */
static void take_signs(input_t *input, int kind, uint8_t cells[81])
{
    if (kind & 1 && input->size >= 81) {
        for (int cell = 0; cell < 81; cell++)
            cells[cell] = take_byte(input);
        return;
    }
    take_grid(input, cells);
    if (kind & 2)
        take_clues(input, cells);
    for (int left = kind >> 6; left; left--) {
        int cell = take_up_to(input, 80), sign = take_byte(input);
        cells[cell] = (uint8_t)(sign < 128 ? sign : '1' + sign % 9);
    }
}

static void compare_with_search(const uint8_t *numbers, const form_t *form)
{
    static const canonical_shape_t shape = {3, 3, 3, 3, true};
    uint8_t found[81];
    uint64_t maps[2];
    if (canonical_general(&shape, numbers, 3000, 1000, found, maps, NULL, NULL) != WORK_DONE)
        return;
    check(maps[0] == (uint64_t)form->maps && maps[1] == 0);
    for (int cell = 0; cell < 81; cell++)
        check(form->line[cell] == (found[cell] ? found[cell] + '0' : '.'));
}

SUBJECT(canonical)
{
    static const int three[2] = {3, 3};
    uint8_t cells[81], numbers[81], moved[81];
    form_t form, again;
    int kind = take_byte(&input);
    uint8_t empty = take_byte(&input);
    stream_t stream = take_stream(&input);
    if (!tables)
        tables = canonical_band_tables();
    check(tables != NULL);
    take_signs(&input, kind, cells);
    empty_room();
    write_form(cells, '.', &form);
    check((form.maps == 0) == !keeps_rules(cells));
    answer((uint64_t)form.maps);
    answer_bytes(form.line, form.maps ? 81 : 0);
    if (was_long())
        return;
    if (kind & 24)
        write_again(cells, &form, kind);
    if (form.maps == 0)
        return;
    check(keeps_rules(form.line) && count_clues(form.line) == count_clues(cells));
    write_form(form.line, '.', &again);
    check(again.maps == form.maps && memcmp(again.line, form.line, 81) == 0);
    for (int cell = 0; cell < 81; cell++)
        numbers[cell] = cells[cell] - (unsigned)'1' < 9 ? (uint8_t)(cells[cell] - '0') : 0;
    transform(&stream, three, three, numbers, moved);
    for (int cell = 0; cell < 81; cell++)
        moved[cell] = moved[cell] ? (uint8_t)('0' + moved[cell]) : '0';
    write_form(moved, empty, &again);
    check(again.maps == form.maps);
    for (int cell = 0; cell < 81; cell++)
        check(again.line[cell] == (form.line[cell] == '.' ? empty : form.line[cell]));
    if (kind & 4)
        compare_with_search(numbers, &form);
}
