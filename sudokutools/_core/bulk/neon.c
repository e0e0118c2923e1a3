/* The bulk solver with four lanes in the vectors that every 64-bit ARM processor has: the compiler
 * makes NEON of the plain vector operations. */
#include "bulk/bulk.h"

#if defined(__aarch64__)
#define LANES 4
#define BULK_SOLVE bulk_solve_neon
#include "bulk/kernel.h"
#endif
