/* The ladder of rate/rate.h for 9x9 variants: with houses of any shape, more of them, and pairs of
 * cells that differ. It is rate/ compiled again in one file, with wider sets of houses and other
 * names; only locking.c, which relies on boxes, has its own version. Plain grids pay nothing for
 * what variants need. */
#include "rate/variant.h"

#include "rate/variant_locking.h"
#include "rate/bug.c"
#include "rate/chains.c"
#include "rate/branching.c"
#include "rate/exclusion.c"
#include "rate/filter.c"
#include "rate/fish.c"
#include "rate/forcing.c"
#include "rate/grid.c"
#include "rate/ladder.c"
#include "rate/loops.c"
#include "rate/nested.c"
#include "rate/nishio.c"
#include "rate/paths.c"
#include "rate/propagation.c"
#include "rate/sets.c"
#include "rate/singles.c"
#include "rate/static.c"
#include "rate/subsets.c"
#include "rate/wings.c"
