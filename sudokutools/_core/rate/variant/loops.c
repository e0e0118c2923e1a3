/* rate/loops.c for variants. */
#include "rate/variant/variant.h"
#include "rate/loops.c"
