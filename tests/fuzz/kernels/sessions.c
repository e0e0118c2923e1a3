/* What rounds come to, cut into blocks and sessions in any way: played as one block, or as blocks
 * that are joined in any order of joining, it is the same, and equal to a plain recount. */
#include "blackjack/path.h"
#include "subject.h"

enum { MOST_ROUNDS = 64 };

static _Thread_local sim_rules_t rules;
static _Thread_local int64_t won[MOST_ROUNDS];

/* Play rounds from `begin` to `end` as one block, as blackjack/simulate.c does. */
static sim_block_t play(int begin, int end)
{
    sim_block_t block = {.rounds = end - begin, .first_run = -1};
    int64_t run = 0, sums[MOST_ROUNDS] = {0};
    path_t path = {.at = sums, .to_next = 1};
    if (rules.session)
        path.to_end = rules.session - begin % rules.session;
    for (int at = begin; at < end; at++) {
        path_add(&path, &rules, &block, won[at]);
        if (won[at] >= 0 && block.first_run < 0)
            block.first_run = run;
        run = won[at] < 0 ? run + 1 : 0;
        if (run > block.longest_run)
            block.longest_run = run;
    }
    path_end(&path, &block);
    check(memcmp(sums, won + begin, sizeof *won * (size_t)(end - begin)) == 0);
    if (block.first_run < 0)
        block.first_run = run;
    block.last_run = run;
    return block;
}

/* Where a block begins within its session, whatever its number. */
static void look_at_start(uint64_t number, int64_t session)
{
    const sim_rules_t any = {.session = session};
    path_t path;
    path_start(&path, &any, number, 0);
    unsigned __int128 played = (unsigned __int128)number * SIM_BLOCK;
    check(path.to_end == (session ? session - (int64_t)(played % (uint64_t)session) : 0));
}

/* Sessions are ruined, wherever they were cut: count the ones that end, and the ruined ones except
 * the first, which the block calls its head. */
static void recount(const sim_block_t *block, int rounds)
{
    int64_t sum = 0, low = 0, ends = 0, ruined = 0, all = 0;
    for (int at = 0; at < rounds; at++) {
        sum += won[at];
        all += won[at];
        low = sum < low ? sum : low;
        if (rules.session && (at + 1) % rules.session == 0) {
            ruined += ends++ > 0 && low <= -rules.bankroll;
            sum = low = 0;
        }
    }
    check(block->sum == all && block->rounds == rounds);
    check(block->ends == ends && block->ruined == ruined);
    check(ends ? block->tail_sum == sum && block->tail_low == low
               : block->head_sum == sum && block->head_low == low);
}

SUBJECT(sessions)
{
    uint64_t number = take(&input, 8), session = take(&input, 8) & INT64_MAX;
    look_at_start(number, (int64_t)session);
    rules.step = 1;
    rules.session = take_up_to(&input, 20);
    rules.bankroll = take_up_to(&input, 40);
    int cut = take_up_to(&input, MOST_ROUNDS), second = take_up_to(&input, MOST_ROUNDS), rounds = 0;
    while (input.size && rounds < MOST_ROUNDS)
        won[rounds++] = (int8_t)take_byte(&input);
    if (cut > rounds || second > rounds || cut > second)
        return;
    sim_block_t whole = play(0, rounds), a = play(0, cut), b = play(cut, second);
    sim_block_t c = play(second, rounds), left = a, right = b;
    recount(&whole, rounds);
    answer((uint64_t)whole.longest_run);
    sim_join(&left, &b, rules.bankroll);
    sim_join(&left, &c, rules.bankroll);
    sim_join(&right, &c, rules.bankroll);
    sim_join(&a, &right, rules.bankroll);
    check(memcmp(&left, &whole, sizeof whole) == 0);
    check(memcmp(&a, &whole, sizeof whole) == 0);
}
