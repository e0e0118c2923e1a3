/* The ladder of variants: rate.c once more, which says what must hold. */
#include "rate/variant.h"
#include "rate.c"
