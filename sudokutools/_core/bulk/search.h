/* The search of the bulk solver: lanes take puzzles, go through their rounds, split, and end. Part
 * of bulk/kernel.h. */

/* Steps that gcc is not to mix with others: a tenth of the time of the hardest puzzles. */
#if defined(__clang__)
#define APART static
#else
#define APART static __attribute__((noinline))
#endif

/* Lanes that go through their rounds together. */
typedef struct {
    vec_t word[WORDS];
    lanes_t active, waiting, were_free; /* At work; wait to be split; free when last looked at. */
    lanes_t halves;                     /* Halves of splits; the others are whole puzzles. */
    round_t done;                       /* The findings of the last round. */
} tile_t;

typedef struct {
    text_tables_t text;
    tile_t tile[TILES];
    vec_t stage[27][STAGE / LANES]; /* Puzzles that were read: 27 rows of STAGE numbers, */
    vec_t beyond;                   /* and what spread_from() may read behind the last one. */
    size_t stage_first;             /* The job of the first of them, */
    int stage_size, stage_next;     /* how many there are, and the next to be taken. */
    uint32_t *pool; /* WORDS rows of `pool_row` numbers, each used up to pool_size. */
    size_t pool_row, pool_size;
    bool asks;        /* For some puzzles one solution is enough. */
    bool is_draining; /* The pool still comes first. */
    bulk_job_t *jobs;
    size_t count, next; /* Jobs, and the next to be read. */
} search_t;

/* Make room in the pool for a split of all lanes and what pack_to() writes beyond. */
static int pool_reserve(search_t *s)
{
    if (s->pool_size + 2 * LANES <= s->pool_row)
        return WORK_DONE;
    size_t row = s->pool_row ? 2 * s->pool_row : 256;
    uint32_t *pool = malloc(WORDS * row * sizeof *pool);
    if (!pool)
        return WORK_NO_MEMORY;
    for (size_t k = 0; k < WORDS && s->pool_size; k++)
        memcpy(pool + k * row, s->pool + k * s->pool_row, s->pool_size * sizeof *pool);
    free(s->pool);
    s->pool = pool;
    s->pool_row = row;
    return WORK_DONE;
}

INLINE uint32_t lane_of(const vec_t *vector, int lane) { return ((const uint32_t *)vector)[lane]; }

INLINE bulk_job_t *job_of(const search_t *s, const tile_t *tile, int lane)
{
    return &s->jobs[lane_of(&tile->word[JOB], lane)];
}

/* Whether a job has as many solutions as were wanted. */
INLINE bool is_settled(const bulk_job_t *job) { return job->count >= job->limit; }

INLINE void take_from_pool(search_t *s, tile_t *tile)
{
    lanes_t free = ALL_LANES & ~tile->active;
    size_t taken = (size_t)lane_count(free);
    if (taken > s->pool_size) {
        taken = s->pool_size;
        free = lowest_lanes(free, (int)taken);
    }
    s->pool_size -= taken;
    const uint32_t *top = s->pool + s->pool_size;
    for (int k = 0; k < WORDS; k++)
        tile->word[k] = spread_from(tile->word[k], free, top + (size_t)k * s->pool_row);
    tile->active |= free;
    tile->halves |= free;
}

INLINE void take_from_stage(search_t *s, tile_t *tile)
{
    lanes_t free = ALL_LANES & ~tile->active;
    int taken = lane_count(free), left = s->stage_size - s->stage_next;
    if (taken > left) {
        taken = left;
        free = lowest_lanes(free, taken);
    }
    uint32_t numbers[LANES];
    for (int k = 0; k < LANES; k++)
        numbers[k] = (uint32_t)s->stage_first + (uint32_t)(s->stage_next + k);
    for (int k = 0; k < 27; k++)
        tile->word[k] =
            spread_from(tile->word[k], free, (const uint32_t *)s->stage[k] + s->stage_next);
    tile->word[JOB] = spread_from(tile->word[JOB], free, numbers);
    s->stage_next += taken;
    tile->active |= free;
    tile->halves &= ~free;
}

static void fill_stage(search_t *s)
{
    size_t left = s->count - s->next;
    s->stage_first = s->next;
    s->stage_size = left < STAGE ? (int)left : STAGE;
    s->stage_next = 0;
    s->next += (size_t)s->stage_size;
    read_puzzles(&s->text, s->stage, s->jobs + s->stage_first, s->stage_size);
}

/* Drop what other lanes have settled from the pool, but not entries below `from`. */
static void sift_pool(search_t *s, size_t from)
{
    size_t kept = from;
    const uint32_t *number = s->pool + JOB * s->pool_row;
    for (size_t at = from; at < s->pool_size; at += LANES) {
        lanes_t open = 0;
        for (size_t k = 0; k < LANES && at + k < s->pool_size; k++)
            if (!is_settled(&s->jobs[number[at + k]]))
                open |= (lanes_t)1 << k;
        for (size_t k = 0; k < WORDS; k++) {
            uint32_t *row = s->pool + k * s->pool_row;
            pack_to(row + kept, open, spread_from(all(0), ALL_LANES, row + at));
        }
        kept += (size_t)lane_count(open);
    }
    s->pool_size = kept;
}

/* Whether new puzzles come before the pool: for questions, until the pool has too much. */
INLINE bool are_new_first(search_t *s)
{
    if (!s->asks || (s->stage_next == s->stage_size && s->next == s->count))
        return false;
    if (s->is_draining) {
        s->is_draining = s->pool_size > POOL_FULL / 2;
    } else if (s->pool_size >= POOL_FULL) {
        sift_pool(s, 0);
        s->is_draining = s->pool_size > POOL_FULL / 2;
    }
    return !s->is_draining;
}

INLINE void sift_top(search_t *s)
{
    const uint32_t *number = s->pool + JOB * s->pool_row;
    if (s->asks)
        sift_pool(s, s->pool_size > LANES ? s->pool_size - LANES : 0);
    while (s->pool_size && is_settled(&s->jobs[number[s->pool_size - 1]]))
        s->pool_size--;
}

APART void refill(search_t *s, tile_t *tile)
{
    while (tile->active != ALL_LANES) {
        bool takes_new = are_new_first(s);
        if (!takes_new && s->pool_size)
            sift_top(s);
        if (!takes_new && s->pool_size) {
            take_from_pool(s, tile);
        } else {
            if (s->stage_next == s->stage_size) {
                if (s->next == s->count)
                    break;
                fill_stage(s);
            }
            take_from_stage(s, tile);
        }
    }
}

/* Count the solutions in some lanes of a tile; return all its lanes whose jobs have enough. */
static lanes_t take_solutions(search_t *s, const tile_t *tile, lanes_t solved)
{
    lanes_t settled = 0;
    for (lanes_t rest = solved; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        bulk_job_t *job = job_of(s, tile, lane);
        if (is_settled(job))
            continue;
        if (job->count++ == 0 && job->solution)
            write_solution(&s->text, job->solution, (const uint32_t *)tile->word + lane);
        if (is_settled(job))
            settled |= ALL_LANES & ~different(tile->word[JOB], all((uint32_t)(job - s->jobs)));
    }
    return settled & tile->active;
}

/* Split the lanes of a set; lanes of another set, disjoint, are free to be written. A lane that is
 * about to be solved has nothing left to split. */
APART void split(search_t *s, tile_t *tile, lanes_t splitting, lanes_t free)
{
    choice_t chosen;
    splitting = choose(&chosen, tile->word, splitting);
    for (lanes_t rest = splitting; rest; rest &= rest - 1)
        job_of(s, tile, __builtin_ctz(rest))->guesses++;

    int wanted = lane_count(splitting), found = lane_count(free);
    lanes_t to = found > wanted ? lowest_lanes(free, wanted) : free;
    lanes_t from = wanted > found ? lowest_lanes(splitting, found) : splitting;
    seconds_t seconds = {to, splitting & ~from, route(from, to), s->pool + s->pool_size,
                         s->pool_row};
    if (!seconds.to_pool)
        divide(tile->word, &chosen, &seconds, true, false);
    else if (!to)
        divide(tile->word, &chosen, &seconds, false, true);
    else
        divide(tile->word, &chosen, &seconds, true, true);
    if (seconds.to_pool)
        pack_to(seconds.top + JOB * s->pool_row, seconds.to_pool, tile->word[JOB]);
    if (to)
        tile->word[JOB] = move_lanes(tile->word[JOB], to, seconds.way, tile->word[JOB]);
    s->pool_size += (size_t)lane_count(seconds.to_pool);
    tile->active |= to;
    tile->halves |= to | splitting;
}

static __attribute__((noinline)) void advance(tile_t *tile) { do_round(tile->word, false); }

static __attribute__((noinline)) void complete(tile_t *tile)
{
    tile->done = do_round(tile->word, true);
}

/* Split the lanes that are stuck, or let them wait for others; all but the active ones are free. */
static int settle_stuck(search_t *s, tile_t *tile, lanes_t stuck)
{
    if (lane_count(stuck) < SPLIT_AT && !(stuck & tile->waiting)) {
        tile->waiting = stuck;
        return WORK_DONE;
    }
    tile->waiting = 0;
    lanes_t settled = 0;
    for (lanes_t rest = stuck; rest; rest &= rest - 1)
        if (is_settled(job_of(s, tile, __builtin_ctz(rest))))
            settled |= rest & -rest;
    tile->active &= ~settled;
    stuck &= ~settled;
    if (!stuck)
        return WORK_DONE;
    if (pool_reserve(s) < 0)
        return WORK_NO_MEMORY;
    split(s, tile, stuck, are_new_first(s) ? 0 : ALL_LANES & ~tile->active);
    return WORK_DONE;
}

/* Process the findings of the last round of a tile. WORK_DONE or WORK_NO_MEMORY. */
INLINE int settle(search_t *s, tile_t *tile)
{
    lanes_t dead = tile->done.dead & tile->active;
    lanes_t ready = tile->halves & tile->done.unsolved & ~tile->done.busy;
    lanes_t stuck = tile->active & ~dead & (ready | ~tile->done.changed);
    if (dead | stuck) {
        lanes_t solved = stuck & ~tile->done.unsolved;
        if (solved)
            dead |= solved | take_solutions(s, tile, solved);
        tile->active &= ~dead;
        stuck &= ~dead;
        if (!stuck)
            tile->waiting = 0;
        else if (settle_stuck(s, tile, stuck) != WORK_DONE)
            return WORK_NO_MEMORY;
    }
    lanes_t free = ALL_LANES & ~tile->active;
    if (lane_count(free) >= REFILL_AT || (free & tile->were_free))
        refill(s, tile);
    tile->were_free = ALL_LANES & ~tile->active;
    return WORK_DONE;
}

static int run(search_t *s, check_t *check, void *context)
{
    for (uint32_t rounds = 1;; rounds++) {
        if (rounds % CHECK_EVERY == 0 && check && check(context))
            return WORK_STOPPED;
        /* The findings of a round are read when the other tile has had a round since: then it is
         * known, and no branch has to be guessed. As no two rounds in a row belong to one tile,
         * each begins before the last one has ended. */
        for (int k = 0; k < TILES; k++) {
            if (settle(s, &s->tile[k]) != WORK_DONE)
                return WORK_NO_MEMORY;
            advance(&s->tile[k]);
        }
        if (!(s->tile[0].active | s->tile[TILES - 1].active))
            return WORK_DONE;
        for (int k = 0; k < TILES; k++)
            complete(&s->tile[k]);
    }
}

int BULK_SOLVE(bulk_job_t *jobs, size_t count, check_t *check, void *context)
{
    search_t s = {.jobs = jobs, .count = count};
    make_tables(&s.text);
    for (size_t k = 0; k < count; k++) {
        jobs[k].count = jobs[k].guesses = 0;
        s.asks = s.asks || jobs[k].limit == 1;
    }
    int result = run(&s, check, context);
    free(s.pool);
    return result;
}
