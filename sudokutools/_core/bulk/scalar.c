/* The bulk solver with one lane, in plain C for every processor. */
#include "bulk/bulk.h"

#define LANES 1
#define BULK_SOLVE bulk_solve_scalar
#include "bulk/kernel.h"
