/* Whether a grid is complete and keeps the rules, the test of any bytes by digging and ranking:
 * both accept exactly the grids where no house has a digit twice, by a plain look, and all are
 * there. */
#include "dig/block.h"
#include "generate/ranking.h"

#include "nine.h"

/* Exchange two rows of a band, or two columns of a stack: the rules are kept. Exchanges between
 * bands or stacks leave rows and columns as they should be, but no boxes. */
static void exchange(uint8_t cells[81], int kind, bool is_turned)
{
    int first = kind % 9, second = first / 3 * 3 + (first + 1 + kind / 9 % 2) % 3;
    if (kind / 18 == 6)
        second = (first + 3) % 9;
    int step = is_turned ? 9 : 1, from = is_turned ? 1 : 9;
    for (int k = 0; k < 9; k++) {
        uint8_t *a = &cells[from * first + step * k], *b = &cells[from * second + step * k];
        uint8_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

SUBJECT(complete)
{
    uint8_t cells[81], numbers[81];
    int kind = take_byte(&input);
    for (int cell = 0; cell < 81; cell++)
        cells[cell] = (uint8_t)('1' + (cell / 9 * 3 + cell / 27 + cell % 9) % 9);
    for (int left = kind % 8; left; left--) {
        int lines = take_byte(&input);
        exchange(cells, lines & 127, lines & 128);
    }
    for (int left = kind / 8 % 4; left; left--) {
        int cell = take_up_to(&input, 80), other = take_up_to(&input, 80);
        uint8_t swap = cells[cell];
        cells[cell] = cells[other];
        cells[other] = kind & 128 ? take_byte(&input) : swap;
    }
    if (kind & 64 && input.size >= 81)
        memcpy(cells, input.data, 81);
    bool is_complete = count_clues(cells) == 81 && keeps_rules(cells);
    answer(is_complete);
    check(dig_is_complete(cells) == is_complete);
    for (int cell = 0; cell < 81; cell++)
        numbers[cell] = (uint8_t)(cells[cell] - '0');
    check(ranking_is_grid(numbers) == is_complete);
}
