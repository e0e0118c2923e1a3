/* rate/fish.c for variants. */
#include "rate/variant/variant.h"
#include "rate/fish.c"
