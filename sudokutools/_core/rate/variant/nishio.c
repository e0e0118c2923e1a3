/* rate/nishio.c for variants. */
#include "rate/variant/variant.h"
#include "rate/nishio.c"
