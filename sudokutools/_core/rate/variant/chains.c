/* rate/chains.c for variants. */
#include "rate/variant/variant.h"
#include "rate/chains.c"
