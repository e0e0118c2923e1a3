/* rate/ladder.c for variants. */
#include "rate/variant/variant.h"
#include "rate/ladder.c"
