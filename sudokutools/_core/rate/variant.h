/* Names of the ladder for 9x9 variants: rate/variant.c compiles the files of rate/ once more, with
 * all functions but these local to it. */
#pragma once

#define RATE_VARIANT

#define rate_free variant_rate_free
#define rate_new variant_rate_new
#define rate_puzzle variant_rate_puzzle
#define rate_rows variant_rate_rows
#define rate_set_check variant_rate_set_check
#define rate_set_shortcuts variant_rate_set_shortcuts
