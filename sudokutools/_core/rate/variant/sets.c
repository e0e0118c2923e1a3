/* rate/sets.c for variants. */
#include "rate/variant/variant.h"
#include "rate/sets.c"
