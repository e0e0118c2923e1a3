/* The bulk solver with four lanes in the vector operations of the compiler, for every processor: it
 * makes NEON of them, SSE2, or plain C. */
#include "bulk/bulk.h"

#define LANES 4
#define BULK_SOLVE bulk_solve_plain
#include "bulk/kernel.h"
