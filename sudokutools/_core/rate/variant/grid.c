/* rate/grid.c for variants. */
#include "rate/variant/variant.h"
#include "rate/grid.c"
