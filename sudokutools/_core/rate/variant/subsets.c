/* rate/subsets.c for variants. */
#include "rate/variant/variant.h"
#include "rate/subsets.c"
