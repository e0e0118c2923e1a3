/* Between text and the lanes of the bulk solver: the 81 characters of a puzzle become one column of
 * 27 words, and back. Part of bulk/kernel.h, which explains the words.
 *
 * Every kind of vector has three things of its own here: the tables `text_tables_t` with
 * make_tables(), read_givens(), and write_solution(). Wide vectors compare many characters with a
 * symbol at once, after a permutation has put them in the order of the bits: the mask that comes
 * out is the word. */

/* Return the i and j of a cell as 3i + j. */
static inline int word_of(int cell) { return cell / 9 % 3 * 3 + cell % 3; }

/* Return the B and S of a cell as 3B + S. */
static inline int bit_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

#if LANES == 16

/* A vector of 64 bytes holds two words: byte 32h + b is bit b of the word 3i + j = 2k + h. */
typedef struct {
    __m512i gather[5];     /* For each k: which character each byte is. */
    __m512i symbol[3];     /* For each g: the symbol of each byte. */
    __m512i scatter[2][3]; /* For characters 0 to 63, 64 to 80: which byte of k = 0, 1; 2, 3; 4. */
    __m512i after_9, after_18;
} text_tables_t;

static void make_tables(text_tables_t *tables)
{
    unsigned char gather[5][64], symbol[3][64], scatter[2][3][64], after[2][64];
    memset(gather, 127, sizeof gather);
    memset(symbol, 255, sizeof symbol);
    memset(scatter, 63, sizeof scatter); /* The last byte of a first operand is always zero. */
    for (int cell = 0; cell < 81; cell++) {
        int k = word_of(cell) / 2, at = 32 * (word_of(cell) % 2) + bit_of(cell);
        for (int t = 0; t < 3; t++)
            gather[k][at + 9 * t] = (unsigned char)cell;
        scatter[cell / 64][k / 2][cell % 64] = (unsigned char)(64 * (k % 2) + at);
    }
    for (int at = 0; at < 64; at++) {
        for (int g = 0; g < 3 && at % 32 < 27; g++)
            symbol[g][at] = (unsigned char)('1' + 3 * g + at % 32 / 9);
        after[0][at] = (unsigned char)((at + 9) % 64);
        after[1][at] = (unsigned char)((at + 18) % 64);
    }
    for (int k = 0; k < 5; k++)
        tables->gather[k] = _mm512_loadu_si512(gather[k]);
    for (int k = 0; k < 3; k++) {
        tables->symbol[k] = _mm512_loadu_si512(symbol[k]);
        tables->scatter[0][k] = _mm512_loadu_si512(scatter[0][k]);
        tables->scatter[1][k] = _mm512_loadu_si512(scatter[1][k]);
    }
    tables->after_9 = _mm512_loadu_si512(after[0]);
    tables->after_18 = _mm512_loadu_si512(after[1]);
}

static void read_givens(const text_tables_t *tables, vec_t stage[27][STAGE / LANES],
                        const bulk_job_t *jobs, int count)
{
    uint64_t pair[3][5][STAGE]; /* For each g, k and puzzle: the words 2k and 2k + 1. */
    for (int p = 0; p < count; p++) {
        __m512i start = _mm512_loadu_si512(jobs[p].cells);
        __m512i end = _mm512_maskz_loadu_epi8(0x1ffff, jobs[p].cells + 64);
        for (int k = 0; k < 5; k++) {
            __m512i x = _mm512_permutex2var_epi8(start, tables->gather[k], end);
            for (int g = 0; g < 3; g++)
                pair[g][k][p] = _mm512_cmpeq_epi8_mask(x, tables->symbol[g]);
        }
    }
    const __m512i even = (__m512i)(lane_numbers() * 2), odd = (__m512i)(lane_numbers() * 2 + 1);
    for (int v = 0; LANES * v < count; v++)
        for (int g = 0; g < 3; g++)
            for (int k = 0; k < 5; k++) {
                __m512i a = _mm512_loadu_si512(&pair[g][k][LANES * v]);
                __m512i b = _mm512_loadu_si512(&pair[g][k][LANES * v + 8]);
                stage[9 * g + 2 * k][v] = (vec_t)_mm512_permutex2var_epi32(a, even, b);
                if (k < 4)
                    stage[9 * g + 2 * k + 1][v] = (vec_t)_mm512_permutex2var_epi32(a, odd, b);
            }
}

static void write_solution(const text_tables_t *tables, unsigned char *text, const uint32_t *word)
{
    __m512i symbol[6];
    for (int k = 0; k < 5; k++) {
        __m512i x = _mm512_setzero_si512();
        for (int g = 0; g < 3; g++) {
            const uint32_t *w = word + (9 * g + 2 * k) * LANES;
            uint64_t mask = w[0] | (k < 4 ? (uint64_t)w[LANES] << 32 : 0);
            x = _mm512_mask_mov_epi8(x, mask, tables->symbol[g]);
        }
        /* The symbol of a cell is in one of three bytes; join them in the first. */
        x = _mm512_ternarylogic_epi32(x, _mm512_permutexvar_epi8(tables->after_9, x),
                                      _mm512_permutexvar_epi8(tables->after_18, x), 0xfe);
        symbol[k] = _mm512_maskz_mov_epi8(UINT64_C(0x000001ff000001ff), x);
    }
    symbol[5] = _mm512_setzero_si512();
    __m512i part[2];
    for (int half = 0; half < 2; half++) {
        __m512i x[3];
        for (int k = 0; k < 3; k++)
            x[k] = _mm512_permutex2var_epi8(symbol[2 * k], tables->scatter[half][k],
                                            symbol[2 * k + 1]);
        part[half] = _mm512_ternarylogic_epi32(x[0], x[1], x[2], 0xfe);
    }
    _mm512_storeu_si512(text, part[0]);
    _mm512_mask_storeu_epi8(text + 64, 0x1ffff, part[1]);
}

#elif LANES == 8

/* Of the 32 bytes of a vector 27 are used. */
INLINE __m128i load16(const unsigned char *from) { return _mm_loadu_si128((const __m128i *)from); }
INLINE __m256i load32(const unsigned char *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* Return 16 bytes that begin with row 0 to 8 of a text; nothing beyond its 81 bytes is read. */
INLINE __m128i load_row(const unsigned char *text, int row)
{
    return row < 8 ? load16(text + 9 * row) : _mm_srli_si128(load16(text + 65), 7);
}

typedef struct {
    __m256i gather[3];     /* For each B: bytes 9j + 3B + S of a row i are its characters 3S + j. */
    __m256i bit_byte, bit; /* Bit b of a word: bit b % 8 of its byte b / 8. */
    __m256i symbol[3];     /* For each g: the symbol of each bit. */
    __m128i scatter[3][3]; /* For each B and j: bits 3B + S to the characters 3S + j of a row. */
} text_tables_t;

static void make_tables(text_tables_t *tables)
{
    unsigned char gather[3][32], scatter[3][3][16], bit_byte[32], bit[32], symbol[3][32];
    memset(gather, 128, sizeof gather);
    memset(scatter, 128, sizeof scatter);
    memset(symbol, 0, sizeof symbol);
    for (int b = 0; b < 32; b++) {
        bit_byte[b] = (unsigned char)(b / 8);
        bit[b] = (unsigned char)(1 << b % 8);
        for (int g = 0; g < 3 && b < 27; g++)
            symbol[g][b] = (unsigned char)('1' + 3 * g + b / 9);
    }
    for (int B = 0; B < 3; B++)
        for (int j = 0; j < 3; j++)
            for (int S = 0; S < 3; S++) {
                gather[B][9 * j + 3 * B + S] = (unsigned char)(3 * S + j);
                scatter[B][j][3 * S + j] = (unsigned char)(3 * B + S);
            }
    for (int k = 0; k < 3; k++) {
        tables->gather[k] = load32(gather[k]);
        tables->symbol[k] = load32(symbol[k]);
        for (int j = 0; j < 3; j++)
            tables->scatter[k][j] = load16(scatter[k][j]);
    }
    tables->bit_byte = load32(bit_byte);
    tables->bit = load32(bit);
}

static void read_givens(const text_tables_t *tables, vec_t stage[27][STAGE / LANES],
                        const bulk_job_t *jobs, int count)
{
    /* For each symbol, i and puzzle: the cells that hold the symbol as bits 9j + 3B + S. */
    uint32_t places[9][3][STAGE] __attribute__((aligned(64)));
    for (int p = 0; p < count; p++)
        for (int i = 0; i < 3; i++) {
            __m256i x = _mm256_setzero_si256();
            for (int B = 0; B < 3; B++) {
                __m128i row = load_row(jobs[p].cells, 3 * B + i);
                x = _mm256_or_si256(
                    x, _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), tables->gather[B]));
            }
            for (int symbol = 0; symbol < 9; symbol++)
                places[symbol][i][p] = (uint32_t)_mm256_movemask_epi8(
                    _mm256_cmpeq_epi8(x, _mm256_set1_epi8((char)('1' + symbol))));
        }
    /* The j of a word are bit fields here and have to become words, the t the reverse. */
    const vec_t field = all(0777);
    for (int v = 0; LANES * v < count; v++)
        for (int g = 0; g < 3; g++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    vec_t t[3];
                    for (int k = 0; k < 3; k++)
                        t[k] =
                            (*(const vec_t *)&places[3 * g + k][i][LANES * v] >> (9 * j)) & field;
                    stage[WORD(g, i, j)][v] = OR3(t[0], t[1] << 9, t[2] << 18);
                }
}

static void write_solution(const text_tables_t *tables, unsigned char *text, const uint32_t *word)
{
    __m128i symbol[9]; /* For each 3i + j: the symbols of its nine cells, in the order 3B + S. */
    for (int k = 0; k < 9; k++) {
        __m256i x = _mm256_setzero_si256();
        for (int g = 0; g < 3; g++) {
            __m256i w = _mm256_set1_epi32((int)word[(9 * g + k) * LANES]);
            __m256i bits = _mm256_and_si256(_mm256_shuffle_epi8(w, tables->bit_byte), tables->bit);
            x = _mm256_or_si256(
                x, _mm256_and_si256(_mm256_cmpeq_epi8(bits, tables->bit), tables->symbol[g]));
        }
        /* The symbol of a cell is in one of three bytes, nine apart; join them in the first. */
        __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);
        __m128i after_9 = _mm_alignr_epi8(high, low, 9), after_18 = _mm_srli_si128(high, 2);
        symbol[k] = _mm_or_si128(low, _mm_or_si128(after_9, after_18));
    }
    unsigned char rows[96]; /* A row is written as 16 bytes, of which the next row replaces 7. */
    for (int row = 0; row < 9; row++) {
        __m128i x = _mm_setzero_si128();
        for (int j = 0; j < 3; j++)
            x = _mm_or_si128(
                x, _mm_shuffle_epi8(symbol[row % 3 * 3 + j], tables->scatter[row / 3][j]));
        _mm_storeu_si128((__m128i *)(rows + 9 * row), x);
    }
    memcpy(text, rows, 81);
}

#else

typedef struct {
    unsigned char word[81], bit[81];
} text_tables_t;

static void make_tables(text_tables_t *tables)
{
    for (int cell = 0; cell < 81; cell++) {
        tables->word[cell] = (unsigned char)word_of(cell);
        tables->bit[cell] = (unsigned char)bit_of(cell);
    }
}

static void read_givens(const text_tables_t *tables, vec_t stage[27][STAGE / LANES],
                        const bulk_job_t *jobs, int count)
{
    uint32_t(*number)[STAGE] = (uint32_t(*)[STAGE])stage;
    memset(stage, 0, 27 * STAGE * sizeof **number);
    for (int p = 0; p < count; p++)
        for (int cell = 0; cell < 81; cell++) {
            unsigned symbol = jobs[p].cells[cell] - (unsigned)'1';
            if (symbol < 9)
                number[9 * (symbol / 3) + tables->word[cell]][p] |=
                    UINT32_C(1) << (9 * (symbol % 3) + tables->bit[cell]);
        }
}

static void write_solution(const text_tables_t *tables, unsigned char *text, const uint32_t *word)
{
    (void)tables;
    for (int g = 0; g < 3; g++)
        for (int k = 0; k < 9; k++)
            for (uint32_t rest = word[(9 * g + k) * LANES]; rest; rest &= rest - 1) {
                int bit = __builtin_ctz(rest), B = bit % 9 / 3, S = bit % 3;
                text[9 * (3 * B + k / 3) + 3 * S + k % 3] = (unsigned char)('1' + 3 * g + bit / 9);
            }
}

#endif

/* Take one candidate, 9 * cell + symbol - 1, from a puzzle of the stage. */
static inline void remove_candidate(vec_t stage[27][STAGE / LANES], int puzzle, int candidate)
{
    int cell = candidate / 9, symbol = candidate % 9;
    uint32_t *number = (uint32_t *)stage + (9 * (symbol / 3) + word_of(cell)) * STAGE + puzzle;
    *number &= ~(UINT32_C(1) << (9 * (symbol % 3) + bit_of(cell)));
}

/* Turn clues, given as words, into the candidates that rows, columns and boxes leave. */
INLINE void fill_candidates(vec_t stage[27][STAGE / LANES], int v)
{
    vec_t filled[9]; /* For each cell: every t, if it has a clue. */
    UNROLLED
    for (int k = 0; k < 9; k++) {
        vec_t clue = OR3(stage[k][v], stage[9 + k][v], stage[18 + k][v]), one, two;
        other_symbols(clue, &one, &two);
        filled[k] = OR3(clue, one, two);
    }
    EACH(g)
    {
        vec_t w[3][3], row[3], column[3];
        EACH(i) EACH(j) w[i][j] = stage[WORD(g, i, j)][v];
        EACH(i) row[i] = OR3(w[i][0], w[i][1], w[i][2]);
        EACH(j) column[j] = OR3(w[0][j], w[1][j], w[2][j]);
        vec_t box = OR3(row[0], row[1], row[2]);
        EACH(k)
        {
            vec_t right = next_stack(row[k]), below = next_band(column[k]);
            row[k] = OR3(row[k], right, next_stack(right)) | box;
            column[k] = OR3(column[k], below, next_band(below));
        }
        EACH(i)
        {
            EACH(j)
            {
                vec_t seen = OR3(row[i], column[j], filled[3 * i + j]);
                stage[WORD(g, i, j)][v] = (w[i][j] | ~seen) & all(EVERY_BIT);
            }
        }
    }
}

/* Read puzzles, at most STAGE, as their candidates, without the ones that a clue excludes: a round
 * would take as long for that as three times this. A clue that a job removes leaves the eight other
 * symbols. */
static void read_puzzles(const text_tables_t *tables, vec_t stage[27][STAGE / LANES],
                         const bulk_job_t *jobs, int count)
{
    read_givens(tables, stage, jobs, count);
    for (int p = 0; p < count; p++)
        if (jobs[p].removed >= 0)
            remove_candidate(stage, p, jobs[p].removed);
    for (int v = 0; LANES * v < count; v++)
        fill_candidates(stage, v);
    for (int p = 0; p < count; p++)
        if (jobs[p].removed >= 0)
            remove_candidate(stage, p, jobs[p].removed);
}
