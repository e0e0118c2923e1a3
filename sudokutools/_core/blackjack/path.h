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
    int64_t *at;      /* the sum of the current step */
    int to_next;      /* rounds to the next one */
} path_t;

/* Begin block `at` of those from `first` on; it is all zeros but for its rounds. */
static inline void path_start(path_t *path, const sim_rules_t *rules, uint64_t first, int64_t at)
{
    *path = (path_t){0};
    if (rules->step) {
        path->at = rules->path + at * (SIM_BLOCK / rules->step);
        path->to_next = rules->step;
    }
    if (rules->session) {
        unsigned __int128 played = (unsigned __int128)(first + (uint64_t)at) * SIM_BLOCK;
        path->to_end = rules->session - (int64_t)(played % (uint64_t)rules->session);
    }
}

static inline void path_add(path_t *path, const sim_rules_t *rules, sim_block_t *block, int64_t won)
{
    *path->at += won;
    if (--path->to_next == 0) {
        path->at++;
        path->to_next = rules->step;
    }
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
    path->sum = path->low = 0;
    path->to_end = rules->session;
}

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
