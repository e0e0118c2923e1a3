#include "rate/variant.h"

#include "rate.c"
