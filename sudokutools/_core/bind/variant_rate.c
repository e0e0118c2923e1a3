/* Python's view of the ladder of variants: bind/rate.c once more. */
#include "rate/variant.h"
#include "bind/rate.c"
