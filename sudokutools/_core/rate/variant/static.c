/* rate/static.c for variants. */
#include "rate/variant/variant.h"
#include "rate/static.c"
