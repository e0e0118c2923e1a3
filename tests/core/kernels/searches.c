/* What searches for grids with other rules, and what draws grids, cages and regions. */
#include "kernels.h"

#include "cages/cages.h"
#include "generate/mix.h"
#include "generate/ranking.h"
#include "generate/regions.h"
#include "generate/uniform.h"
#include "variant/variant.h"

enum { MOST_CELLS = 10000 };

static void add_state(const stream_t *stream)
{
    for (int word = 0; word < 4; word++)
        add(stream->s[word]);
}

/* Cages of a grid as the search takes them, of some kinds of clues the rest: chains of falling
 * symbols from each cell of a column to the right, and cells that hold even symbols. */
typedef struct {
    uint16_t cages[3 * 81], less[3 * 81], even[81], pairs[200];
    variant_clues_t clues;
} clues_t;

static void make_clues(clues_t *made, const uint8_t cells[81], stream_t *stream)
{
    const cages_task_t task = {cells, 9, 9, 9, 2, 5, 3};
    cage_map_t *map = cage_map_new(&task, stream);
    must(map != NULL, "cage_map_new");
    const uint16_t *owner = cage_map_owner(map);
    size_t length = 0, less = 0, even = 0;
    for (int first = 0; first < 81; first++) {
        size_t head = length;
        bool is_first = true;
        for (int cell = 0; cell < first; cell++)
            is_first &= owner[cell] != owner[first];
        if (!is_first)
            continue;
        made->cages[head] = made->cages[head + 1] = 0;
        length += 2;
        for (int cell = first; cell < 81; cell++)
            if (owner[cell] == owner[first]) {
                made->cages[head] = (uint16_t)(made->cages[head] + cells[cell]);
                made->cages[head + 1]++;
                made->cages[length++] = (uint16_t)cell;
            }
    }
    cage_map_free(map);
    for (int cell = 0; cell < 81; cell++) {
        if (cell % 9 == 4) {
            bool falls = cells[cell] > cells[cell + 1];
            made->less[less++] = 2;
            made->less[less++] = (uint16_t)(falls ? cell + 1 : cell);
            made->less[less++] = (uint16_t)(falls ? cell : cell + 1);
        }
        if (cell % 7 == 0 && cells[cell] % 2 == 0)
            made->even[even++] = (uint16_t)cell;
    }
    made->clues = (variant_clues_t){
        .cages = {made->cages, length}, .less = {made->less, less}, .even = {made->even, even}};
}

/* Search under these rules with and without a random order, then dig the solution. */
static void digest_clues(variant_rules_t *rules, const clues_t *clues, const uint8_t solution[81],
                         stream_t *stream)
{
    static const uint8_t empty[81];
    variant_t *search = variant_new(rules, &clues->clues);
    must(search != NULL, "variant_new");
    for (int round = 0; round < 2; round++) {
        const variant_task_t task = {
            .cells = empty, .other = -1, .stream = round ? stream : NULL, .max_steps = 400};
        variant_start(search, &task);
        int answer;
        do {
            answer = variant_run(search, 20000);
            if (answer == SEARCH_SOLUTION)
                add_bytes(variant_solution(search), 81);
        } while (answer == SEARCH_SOLUTION || answer == SEARCH_PAUSED);
        add((uint64_t)answer);
        add((uint64_t)variant_steps(search));
        if (round)
            add_state(variant_stream(search));
    }
    uint16_t orbits[2 * 81];
    uint8_t dug[81];
    for (int k = 0; k < 81; k++) {
        orbits[2 * k] = 1;
        orbits[2 * k + 1] = (uint16_t)(k * 32 % 81);
    }
    must(variant_dig(search, solution, (variant_list_t){orbits, 162}, 300, dug, NULL, NULL) ==
             WORK_DONE,
         "variant_dig");
    add_bytes(dug, 81);
    variant_free(search);
}

void digest_variant(void)
{
    uint8_t regions[81];
    for (int cell = 0; cell < 81; cell++)
        regions[cell] = (uint8_t)(cell / 27 * 3 + cell % 9 / 3);
    const variant_shape_t shape = {.n = 9, .rows = 9, .columns = 9, .regions = regions};
    must(variant_shape_fits(&shape), "variant_shape_fits");
    variant_rules_t *rules = variant_rules_new(&shape);
    must(rules != NULL, "variant_rules_new");
    for (uint64_t record = 0; record < 4; record++) {
        uint8_t cells[81];
        clues_t clues;
        stream_t stream = stream_of(record);
        draw_grid(record, cells);
        make_clues(&clues, cells, &stream);
        must(variant_clues_fit(&clues.clues, 9, 81), "variant_clues_fit");
        if (record % 2) /* Few cages: they leave more to find. */
            clues.clues.cages.length = 0;
        digest_clues(rules, &clues, cells, &stream);
    }
    variant_rules_free(rules);
}

void digest_cages(void)
{
    static _Thread_local mix_t mix;
    static _Thread_local uint8_t cells[256], other[256];
    stream_t stream = stream_of(11);
    mix_start(&mix, 4, 4, 4, 4);
    mix_construct(&mix, &stream);
    mix_cells(&mix, cells);
    const cages_task_t task = {cells, 16, 16, 16, 1, 9, 2};
    cage_map_t *map = cage_map_new(&task, &stream);
    must(map != NULL, "cage_map_new");
    for (int round = 0; round < 5; round++) {
        mix_moves(&mix, &stream, 20);
        mix_cells(&mix, other);
        cage_map_ease(map, &stream);
        add((uint64_t)cage_map_rule_out(map, other, &stream));
        add_words(cage_map_owner(map), 256);
        add_state(&stream);
    }
    cage_map_free(map);
}

/* Add grids that are drawn by the chain of moves. */
static void digest_mix(int box_width, int box_height, int boxes_across, int boxes_down)
{
    static _Thread_local mix_t mix;
    static _Thread_local uint8_t cells[MOST_CELLS];
    stream_t stream = stream_of((uint64_t)(box_width * boxes_across));
    mix_start(&mix, box_width, box_height, boxes_across, boxes_down);
    mix_construct(&mix, &stream);
    mix_moves(&mix, &stream, 300);
    mix_cells(&mix, cells);
    add_bytes(cells, (size_t)(mix.rows * mix.columns));
    add_state(&stream);
}

void digest_generate(void)
{
    static const int boxes[][2] = {{2, 2}, {3, 2}, {4, 2}, {3, 3}};
    uint8_t cells[81];
    for (uint64_t k = 0; k < 40; k++) {
        const int *box = boxes[k % 4];
        stream_t stream = stream_of(k);
        must(uniform_is_exact(box[0], box[1]), "uniform_is_exact");
        must(uniform_cells(box[0], box[1], &stream, cells) == WORK_DONE, "uniform_cells");
        add_bytes(cells, (size_t)(box[0] * box[1] * box[0] * box[1]));
        add_state(&stream);
        if (k % 4 == 3) {
            uint32_t number;
            uint64_t place;
            must(ranking_of_cells(cells, &number, &place) == WORK_DONE, "ranking_of_cells");
            add(number);
            add(place);
            must(ranking_cells(number / 2, place / 3, cells) == WORK_DONE, "ranking_cells");
            add_bytes(cells, 81);
        }
    }
    digest_mix(3, 2, 2, 3);
    digest_mix(3, 3, 2, 3);
    digest_mix(4, 4, 4, 4);
    digest_mix(10, 10, 10, 10);
    static _Thread_local regions_t map;
    stream_t stream = stream_of(1);
    regions_start(&map, 12, 4);
    regions_exchange(&map, &stream, 190);
    regions_number(&map);
    add_bytes(map.region, 144);
    add_state(&stream);
}
