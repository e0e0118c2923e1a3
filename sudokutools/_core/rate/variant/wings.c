/* rate/wings.c for variants. */
#include "rate/variant/variant.h"
#include "rate/wings.c"
