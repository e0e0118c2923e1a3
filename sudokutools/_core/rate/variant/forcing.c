/* rate/forcing.c for variants. */
#include "rate/variant/variant.h"
#include "rate/forcing.c"
