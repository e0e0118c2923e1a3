/* The classes of column sets that the uniform generator starts from, explained in
 * sudokutools/generating/classes.py, which reads the same files. Tests recompute them. */
#pragma once

#include <stdint.h>

typedef struct {
    uint16_t second, third; /* partitions of boxes 2 and 3, as numbered in generate/columns.h */
    uint16_t size, ways;
    uint64_t completions;
    uint32_t most;
} nine_class_t;

enum { NINE_CLASSES = 84 };

static const nine_class_t nine_classes[NINE_CLASSES] = {
#include "../../generating/nine_classes.txt"
};

typedef struct {
    uint8_t words[8]; /* the word of each digit */
    uint32_t size, ways;
} two_band_class_t;

static const two_band_class_t two_band_classes_2[2] = {
#include "../../generating/two_band_classes_2.txt"
};
static const two_band_class_t two_band_classes_3[4] = {
#include "../../generating/two_band_classes_3.txt"
};
static const two_band_class_t two_band_classes_4[26] = {
#include "../../generating/two_band_classes_4.txt"
};
