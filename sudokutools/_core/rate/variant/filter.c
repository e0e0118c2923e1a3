/* rate/filter.c for variants. */
#include "rate/variant/variant.h"
#include "rate/filter.c"
