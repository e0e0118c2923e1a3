/* The canonical forms in plain C. */
#define CANONICAL_ONE canonical_one_plain
#include "canonical/variant.h"
