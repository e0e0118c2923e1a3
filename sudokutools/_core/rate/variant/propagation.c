/* rate/propagation.c for variants. */
#include "rate/variant/variant.h"
#include "rate/propagation.c"
