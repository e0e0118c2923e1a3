/* rate/bug.c for variants. */
#include "rate/variant/variant.h"
#include "rate/bug.c"
