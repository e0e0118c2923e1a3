/* rate/paths.c for variants. */
#include "rate/variant/variant.h"
#include "rate/paths.c"
