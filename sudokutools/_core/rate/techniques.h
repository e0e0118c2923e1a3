/* The table of techniques, a row a technique, in the order of the ladder. Python has the same in
 * sudokutools/logic/techniques.tsv; a test compares the two.
 *
 *     name    for people
 *     least   the lowest rating of its steps, to which its producer adds what lengths add
 *     find    its producer. Rows that follow each other with one producer are one rung of the
 *             ladder. The lowest rating of a rung, which is that of its first row, never falls:
 *             when it passes the limit, so do all that follow.
 *     kind    of its producer, of enum rate_kind */
#pragma once

/* Dynamic forcing chains of a level, with the name of the nested technique. */
#define RATE_DYNAMIC(X, level, least, nested) \
    X(DYNAMIC_CONTRADICTION_##level, "Dynamic contradiction forcing chains" nested, least, \
      rate_dynamic_##level, CHAIN) \
    X(DYNAMIC_DOUBLE_##level, "Dynamic double forcing chains" nested, least, rate_dynamic_##level, \
      CHAIN) \
    X(DYNAMIC_REGION_##level, "Dynamic region forcing chains" nested, least, rate_dynamic_##level, \
      CHAIN) \
    X(DYNAMIC_CELL_##level, "Dynamic cell forcing chains" nested, least, rate_dynamic_##level, \
      CHAIN)

/* What plain grids have no steps of. */
#ifdef RATE_VARIANT
#define RATE_OF_VARIANTS(X) \
    X(INTERSECTION, "Generalised intersection", 29, rate_intersection, PATTERN)
#else
#define RATE_OF_VARIANTS(X)
#endif

#define RATE_TECHNIQUES(X) \
    X(FULL_HOUSE, "Full house", 10, rate_single, SINGLE) \
    X(HIDDEN_SINGLE, "Hidden single", 12, rate_single, SINGLE) \
    X(DIRECT_POINTING, "Direct pointing", 17, rate_direct_locking, PATTERN) \
    X(DIRECT_CLAIMING, "Direct claiming", 19, rate_direct_locking, PATTERN) \
    X(DIRECT_HIDDEN_PAIR, "Direct hidden pair", 20, rate_direct_hidden_pair, PATTERN) \
    X(NAKED_SINGLE, "Naked single", 23, rate_naked_single, PATTERN) \
    X(DIRECT_HIDDEN_TRIPLE, "Direct hidden triple", 25, rate_direct_hidden_triple, PATTERN) \
    X(POINTING, "Pointing", 26, rate_locking, PATTERN) \
    X(CLAIMING, "Claiming", 28, rate_locking, PATTERN) \
    RATE_OF_VARIANTS(X) \
    X(NAKED_PAIR, "Naked pair", 30, rate_naked_pair, PATTERN) \
    X(X_WING, "X-Wing", 32, rate_x_wing, PATTERN) \
    X(HIDDEN_PAIR, "Hidden pair", 34, rate_hidden_pair, PATTERN) \
    X(NAKED_TRIPLE, "Naked triple", 36, rate_naked_triple, PATTERN) \
    X(SWORDFISH, "Swordfish", 38, rate_swordfish, PATTERN) \
    X(HIDDEN_TRIPLE, "Hidden triple", 40, rate_hidden_triple, PATTERN) \
    X(XY_WING, "XY-Wing", 42, rate_xy_wing, PATTERN) \
    X(XYZ_WING, "XYZ-Wing", 44, rate_xyz_wing, PATTERN) \
    X(UNIQUE_RECTANGLE_1, "Unique rectangle type 1", 45, rate_unique_loops, PATTERN) \
    X(UNIQUE_RECTANGLE_2, "Unique rectangle type 2", 45, rate_unique_loops, PATTERN) \
    X(UNIQUE_RECTANGLE_3, "Unique rectangle type 3", 45, rate_unique_loops, PATTERN) \
    X(UNIQUE_RECTANGLE_4, "Unique rectangle type 4", 45, rate_unique_loops, PATTERN) \
    X(UNIQUE_LOOP_1, "Unique loop type 1", 46, rate_unique_loops, PATTERN) \
    X(UNIQUE_LOOP_2, "Unique loop type 2", 46, rate_unique_loops, PATTERN) \
    X(UNIQUE_LOOP_3, "Unique loop type 3", 46, rate_unique_loops, PATTERN) \
    X(UNIQUE_LOOP_4, "Unique loop type 4", 46, rate_unique_loops, PATTERN) \
    X(NAKED_QUAD, "Naked quad", 50, rate_naked_quad, PATTERN) \
    X(JELLYFISH, "Jellyfish", 52, rate_jellyfish, PATTERN) \
    X(HIDDEN_QUAD, "Hidden quad", 54, rate_hidden_quad, PATTERN) \
    X(BUG_1, "BUG type 1", 56, rate_bug, PATTERN) \
    X(BUG_2, "BUG type 2", 57, rate_bug, PATTERN) \
    X(BUG_4, "BUG type 4", 57, rate_bug, PATTERN) \
    X(BUG_3, "BUG type 3", 58, rate_bug, PATTERN) \
    X(ALIGNED_PAIR, "Aligned pair exclusion", 62, rate_aligned_pair, PATTERN) \
    X(X_CYCLE, "Bidirectional X-cycle", 65, rate_static_chains, CHAIN) \
    X(Y_CYCLE, "Bidirectional Y-cycle", 65, rate_static_chains, CHAIN) \
    X(TURBOT_FISH, "Turbot fish", 66, rate_static_chains, CHAIN) \
    X(X_CHAIN, "Forcing X-chain", 66, rate_static_chains, CHAIN) \
    X(XY_CYCLE, "Bidirectional XY-cycle", 70, rate_static_chains, CHAIN) \
    X(FORCING_CHAIN, "Forcing chain", 70, rate_static_chains, CHAIN) \
    X(ALIGNED_TRIPLE, "Aligned triple exclusion", 75, rate_aligned_triple, PATTERN) \
    X(NISHIO, "Nishio forcing chains", 75, rate_nishio, CHAIN) \
    X(CELL_CHAINS, "Cell forcing chains", 80, rate_multiple, CHAIN) \
    X(REGION_CHAINS, "Region forcing chains", 80, rate_multiple, CHAIN) \
    RATE_DYNAMIC(X, 0, 85, "") \
    RATE_DYNAMIC(X, 1, 90, " plus") \
    RATE_DYNAMIC(X, 2, 95, " plus forcing chains") \
    RATE_DYNAMIC(X, 3, 100, " plus multiple forcing chains") \
    RATE_DYNAMIC(X, 4, 105, " plus dynamic forcing chains") \
    RATE_DYNAMIC(X, 5, 110, " plus nested dynamic forcing chains")
