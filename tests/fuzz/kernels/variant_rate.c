/* The ladder of variants: rate.c compiled again. */
#include "rate/variant.h"
#include "rate.c"
