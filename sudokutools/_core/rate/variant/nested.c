/* rate/nested.c for variants. */
#include "rate/variant/variant.h"
#include "rate/nested.c"
