/* rate/branching.c for variants. */
#include "rate/variant/variant.h"
#include "rate/branching.c"
