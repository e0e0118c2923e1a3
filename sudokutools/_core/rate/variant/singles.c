/* rate/singles.c for variants. */
#include "rate/variant/variant.h"
#include "rate/singles.c"
