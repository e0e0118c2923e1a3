/* Records of one 9x9 grid a line: found, checked and cut into cells and note. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "work.h"

/* A longer line is for others to judge. */
#define LINE_MAX_LENGTH ((size_t)1 << 20)

/* Keys of rules and clues, with which a note is not plain. Begin with zeros. */
enum { LINE_KEY_LENGTH = 16, LINE_MAX_KEYS = 128 };
typedef struct {
    size_t count;
    char key[LINE_MAX_KEYS][LINE_KEY_LENGTH]; /* Lower-case letters, then zeros. */
    uint32_t lengths[32]; /* By the last letter: bit n if a key has n letters. */
    bool objects;         /* Objects of JSON are records, too. */
} line_keys_t;

/* Add a key; false: it is too long, or there are too many. */
bool line_keys_add(line_keys_t *keys, const char *key, size_t length);

/* A record by its places in the block: cells at `start`, note from `note` to `note_end`, without
 * blanks around it, empty where the two are equal; the line ends before `end`, its line feed (and
 * carriage return) not counted, and the next one begins at `next`. */
typedef struct {
    size_t start, note, note_end, end, next;
    int clues;
    bool is_object, has_solution; /* An object has its cells and its solution elsewhere. */
} line_record_t;

enum { OBJECT_SCRATCH = 243 };

/* Return the number of characters, at most 81, before the first that is not a cell of a 9x9 line:
 * '1' to '9' or one of . 0 _ * ? - for an empty cell; at most `length` are read. */
int line_cells(const unsigned char *text, size_t length);

/* Whether a row, column or box of 81 cells, symbols from `first`, has a symbol twice. */
bool line_clashes(const unsigned char *cells, unsigned char first);

/* Whether 81 cells, symbols from `first`, are a grid without empty cells and clashes. */
bool line_is_complete(const unsigned char *cells, unsigned char first);

/* Read the line that begins at `start` of a block of `length` bytes (start < length). Return true
 * and fill in the record; false: the line is not a plain record of 81 cells: a comment, a blank
 * line, another size, a bad character, a note with control characters, a frame sign or what may
 * be rules, a sign before the note that only the reader knows, or a non-ASCII end. */
bool line_read(const line_keys_t *keys, const unsigned char *block, size_t length, size_t start,
               line_record_t *record);

/* Read an object of JSON likewise: its cells are the first 81 characters of `scratch` then, the
 * solution that it names, if it does, the next. False: it is none, or is for others to read. */
bool object_read(const unsigned char *block, size_t length, size_t start,
                 unsigned char scratch[OBJECT_SCRATCH], line_record_t *record);

/* Count the clues of 81 cells. */
int line_clues(const unsigned char *text);

/* The parts of a form besides literal text: bytes that no line has. */
enum {
    LINE_NUMBER = 1,   /* the number of the record */
    LINE_CLUES = 2,    /* the number of its clues */
    LINE_COUNT = 3,    /* the number of its solutions */
    LINE_SOLUTION = 4, /* its solution, or nothing */
    LINE_PUZZLE = 5,   /* its cells, the empty ones all written alike */
    LINE_NOTE = 6,     /* a tab and its note, or nothing */
    LINE_RAW = 7,      /* the line as it was read, without its line feed */
    LINE_JSON = 8,     /* the next part as JSON: rows of numbers; of a note `,"note":"..."` */
    LINE_NODES = 11,   /* the number of guesses */
};

typedef struct {
    const unsigned char *block; /* where the record was read */
    const line_record_t *record;
    const unsigned char *puzzle;   /* 81 characters */
    const unsigned char *solution; /* 81 characters, or NULL */
    uint64_t number, count, nodes;
    int clues;
    unsigned char empty;
} line_parts_t;

/* A text that grows; free(text) belongs to the caller. Begin with zeros. */
typedef struct {
    unsigned char *text;
    size_t length, room;
} line_output_t;

/* Make room for `more` bytes, if it is not there. WORK_DONE or WORK_NO_MEMORY. */
int line_grow(line_output_t *output, size_t more);

static inline int line_reserve(line_output_t *output, size_t more)
{
    return output->room - output->length >= more ? WORK_DONE : line_grow(output, more);
}

/* Write a number in decimals and return the end. */
unsigned char *line_number(unsigned char *to, uint64_t number);

/* Write a record in a form of `length` bytes. WORK_DONE or WORK_NO_MEMORY. */
int line_write(line_output_t *output, const unsigned char *form, size_t length,
               const line_parts_t *parts);
