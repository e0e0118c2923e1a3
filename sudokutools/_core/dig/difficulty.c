/* Difficulty while digging. A puzzle that is too hard becomes easier by clues. If the requested
 * difficulty is one that every puzzle with few empty cells meets, the last of the orbits are
 * filled:
 *
 *     emptied    . . . . . . . . . . . . . . . .      in this order
 *     rating     1.0   1.2      1.5    2.6    4.2  7.1
 *                              ^--- the last that is easy enough: bisected
 *
 * Ratings need not rise with every clue that goes, so that bisection is a quick way to a good
 * place, not always the last; its result has been rated. Otherwise a few pairs of orbits are filled
 * on trial: for a narrow range that meets it more often for its time than the way does (of puzzles
 * above 4.4 one pair in ten leads to 2.6 to 4.4), and the puzzle keeps its few clues. All of these
 * puzzles have one solution, as they have more clues than one that has. sudokutools/masking/dig.py
 * is the twin. */
#include "dig/difficulty.h"

#include <string.h>

#define PAIRS 4

/* Compare a rating; difficulty.py has the same in words. */
static int compare(const dig_difficulty_t *wanted, const rate_result_t *found)
{
    if (wanted->is_lower_bound)
        return found->er < wanted->low ? DIFFICULTY_EASIER : DIFFICULTY_MET;
    if (found->status != RATE_SOLVED || found->er > wanted->high)
        return DIFFICULTY_HARDER;
    if (wanted->technique >= 0 && found->hardest != wanted->technique)
        return found->hardest > wanted->technique ? DIFFICULTY_HARDER : DIFFICULTY_EASIER;
    return found->er < wanted->low ? DIFFICULTY_EASIER : DIFFICULTY_MET;
}

/* Whether a puzzle has so many clues, and one in each box. */
static bool has_clues(int least, const unsigned char puzzle[81])
{
    int clues = 0, boxes = 0;
    for (int cell = 0; cell < 81; cell++)
        if (puzzle[cell] != '.') {
            clues++;
            boxes |= 1 << (cell / 27 * 3 + cell % 9 / 3);
        }
    return clues >= least && boxes == 0x1ff;
}

int difficulty_compare(const dig_difficulty_t *wanted, rate_t *rater,
                       const unsigned char puzzle[81], difficulty_nearest_t *nearest)
{
    uint8_t cells[81];
    rate_result_t found;
    nearest->is_rated = true;
    if (wanted->least && !has_clues(wanted->least, puzzle))
        return DIFFICULTY_HARDER;
    for (int cell = 0; cell < 81; cell++)
        cells[cell] = puzzle[cell] == '.' ? 0 : (uint8_t)(puzzle[cell] - '0');
    int status = rate_puzzle(rater, cells, NULL, wanted->stop_above, NULL, NULL, &found);
    if (status < 0)
        return status;
    int verdict = compare(wanted, &found);
    if (verdict == DIFFICULTY_EASIER && status == RATE_SOLVED && found.er >= nearest->rating) {
        nearest->rating = found.er;
        nearest->technique = found.hardest;
        memcpy(nearest->puzzle, puzzle, 81);
    }
    return verdict;
}

/* Try the puzzle with the clues of some of its empty orbits, a few times. */
static int fit_by_pairs(const dig_request_t *request, rate_t *rater, stream_t *stream,
                        const unsigned char grid[81], const unsigned char *emptied, int count,
                        unsigned char puzzle[81], difficulty_nearest_t *nearest)
{
    int verdict = DIFFICULTY_HARDER;
    for (int k = 0; k < PAIRS && count > 1 && verdict != DIFFICULTY_MET; k++) {
        int first = (int)stream_below(stream, (uint64_t)count);
        int second = (int)stream_below(stream, (uint64_t)count - 1);
        second += second >= first;
        dig_set_orbit(request, emptied[first], grid, puzzle);
        dig_set_orbit(request, emptied[second], grid, puzzle);
        verdict = difficulty_compare(request->difficulty, rater, puzzle, nearest);
        if (verdict <= DIFFICULTY_MET)
            return verdict;
        dig_set_orbit(request, emptied[first], NULL, puzzle);
        dig_set_orbit(request, emptied[second], NULL, puzzle);
    }
    return verdict;
}

/* Fill the last of the orbits, as few as bisection finds to be enough. */
static int fit_by_bisection(const dig_request_t *request, rate_t *rater,
                            const unsigned char grid[81], const unsigned char *emptied, int count,
                            unsigned char puzzle[81], difficulty_nearest_t *nearest)
{
    /* With `enough` orbits empty the puzzle is not too hard, with `too_many` it is; `now` are. */
    int enough = 0, too_many = count, of_enough = DIFFICULTY_EASIER, now = count;
    while (too_many - enough > 1) {
        int middle = (enough + too_many) / 2;
        for (; now < middle; now++)
            dig_set_orbit(request, emptied[now], NULL, puzzle);
        while (now > middle)
            dig_set_orbit(request, emptied[--now], grid, puzzle);
        int verdict = difficulty_compare(request->difficulty, rater, puzzle, nearest);
        if (verdict < 0)
            return verdict;
        if (verdict == DIFFICULTY_HARDER) {
            too_many = middle;
        } else {
            enough = middle;
            of_enough = verdict;
        }
    }
    while (now > enough)
        dig_set_orbit(request, emptied[--now], grid, puzzle);
    return of_enough;
}

int difficulty_fit(const dig_request_t *request, rate_t *rater, stream_t *stream,
                   const unsigned char grid[81], const unsigned char *emptied, int count,
                   unsigned char puzzle[81], difficulty_nearest_t *nearest)
{
    const dig_difficulty_t *wanted = request->difficulty;
    int verdict = difficulty_compare(wanted, rater, puzzle, nearest);
    if (verdict != DIFFICULTY_HARDER)
        return verdict;
    if (wanted->is_easy)
        return fit_by_bisection(request, rater, grid, emptied, count, puzzle, nearest);
    return fit_by_pairs(request, rater, stream, grid, emptied, count, puzzle, nearest);
}
