#include "rate/variant/variant.h"

#include "rate.c"
