/* rate/exclusion.c for variants. */
#include "rate/variant/variant.h"
#include "rate/exclusion.c"
