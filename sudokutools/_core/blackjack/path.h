/* The path of the first player's bankroll through a block, cut into sessions.
 *
 *     session k-1      session k           session k+1
 *   ------------|----------------------|------------------
 *        |<----- block: head, whole sessions, tail ---->| */
#pragma once

#include "blackjack/simulate.h"

typedef struct {
    int64_t sum, low; /* since the last cut */
    int64_t to_end;   /* rounds to the end of the session, 0: no sessions */
} path_t;

/* Begin a block that is all zeros but for its rounds; `number` counts from the first of a run. */
static inline void path_start(path_t *path, const sim_rules_t *rules, uint64_t number)
{
    path->sum = path->low = path->to_end = 0;
    if (rules->session) {
        unsigned __int128 played = (unsigned __int128)number * SIM_BLOCK;
        path->to_end = rules->session - (int64_t)(played % (uint64_t)rules->session);
    }
}

/* Add the first player's winnings of a round. */
static inline void path_add(path_t *path, const sim_rules_t *rules, sim_block_t *block, int64_t won)
{
    path->sum += won;
    if (path->sum < path->low)
        path->low = path->sum;
    if (--path->to_end != 0)
        return;
    block->sum += path->sum;
    if (block->ends++ == 0) {
        block->head_sum = path->sum;
        block->head_low = path->low;
    } else if (path->low <= -rules->bankroll) {
        block->ruined++;
    }
    *path = (path_t){0, 0, rules->session};
}

/* End a block. */
static inline void path_end(const path_t *path, sim_block_t *block)
{
    block->sum += path->sum;
    if (block->ends == 0) {
        block->head_sum = path->sum;
        block->head_low = path->low;
    } else {
        block->tail_sum = path->sum;
        block->tail_low = path->low;
    }
}
