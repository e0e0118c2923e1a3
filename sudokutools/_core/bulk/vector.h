/* The vector operations of the bulk solver: LANES lanes of 32 bits, one puzzle in each.
 *
 *     lane     0          1          2         ...  LANES - 1
 *     vec_t  [ puzzle a | puzzle b | puzzle c | ... | puzzle x ]
 *
 * Logic and shifts are the compiler's own vector operations; AVX-512 has any function of three bits
 * as one instruction, named by its truth table. A set of lanes is a `lanes_t`, lane 0 the lowest
 * bit. Packing takes the lanes of a set to the front, in order; spreading brings them back. */

typedef uint32_t lanes_t;

/* May alias: single lanes are read and written as the numbers they are. */
typedef uint32_t vec_t __attribute__((vector_size(4 * LANES), may_alias));

#define INLINE static inline __attribute__((always_inline))
#define ALL_LANES ((lanes_t)((UINT64_C(1) << LANES) - 1))

/* The loops over g, i and j are to vanish, so that indices are constants and every V a register. */
#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 9")
#endif

/* A loop over 0, 1, 2 that vanishes. */
#define EACH(k) \
    UNROLLED \
    for (int k = 0; k < 3; k++)

INLINE int lane_count(lanes_t set) { return __builtin_popcount(set); }

/* Return the lowest `count` lanes of a set that has that many. */
INLINE lanes_t lowest_lanes(lanes_t set, int count)
{
#if LANES >= 8
    return _pdep_u32((UINT32_C(1) << count) - 1, set);
#else
    lanes_t rest = set;
    while (count-- > 0)
        rest &= rest - 1;
    return set & ~rest;
#endif
}

INLINE vec_t all(uint32_t x) { return (vec_t){0} + x; }
INLINE vec_t load(const uint32_t *from)
{
    vec_t a;
    memcpy(&a, from, sizeof a);
    return a;
}
INLINE vec_t lane_numbers(void)
{
    static const uint32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return load(numbers);
}

#if LANES == 16

#define TERNARY(a, b, c, table) \
    ((vec_t)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#define OR3(a, b, c) TERNARY(a, b, c, 0xfe)
#define AND3(a, b, c) TERNARY(a, b, c, 0x80)
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define MAJORITY(a, b, c) TERNARY(a, b, c, 0xe8)
#define EXACTLY_ONE(a, b, c) TERNARY(a, b, c, 0x16)
#define SELECT(mask, a, b) TERNARY(mask, a, b, 0xca)
#define AND_OR(a, b, c) TERNARY(a, b, c, 0xe0)      /* a & (b | c) */
#define AND_NOT_OR(a, b, c) TERNARY(a, b, c, 0xb0)  /* a & (~b | c) */
#define AND_NOT_NOT(a, b, c) TERNARY(a, b, c, 0x10) /* a & ~b & ~c */
#define OR_AND(a, b, c) TERNARY(a, b, c, 0xf8)      /* a | (b & c) */
#define OR_XOR(a, b, c) TERNARY(a, b, c, 0xf6)      /* a | (b ^ c) */
/* The upper 32 bits of the 64 bits (a, b) after a shift to the left. */
#define FUNNEL(a, b, count) ((vec_t)_mm512_shldi_epi32((__m512i)(a), (__m512i)(b), count))

INLINE lanes_t nonzero(vec_t a) { return _mm512_test_epi32_mask((__m512i)a, (__m512i)a); }
INLINE lanes_t different(vec_t a, vec_t b)
{
    return _mm512_cmpneq_epi32_mask((__m512i)a, (__m512i)b);
}
INLINE vec_t replace(vec_t a, lanes_t set, vec_t b)
{
    return (vec_t)_mm512_mask_mov_epi32((__m512i)a, (__mmask16)set, (__m512i)b);
}
INLINE vec_t minimum(vec_t a, vec_t b) { return (vec_t)_mm512_min_epu32((__m512i)a, (__m512i)b); }
INLINE vec_t bit_count(vec_t a) { return (vec_t)_mm512_popcnt_epi32((__m512i)a); }
INLINE vec_t spread_from(vec_t a, lanes_t set, const uint32_t *from)
{
    return (vec_t)_mm512_mask_expand_epi32((__m512i)a, (__mmask16)set, _mm512_loadu_si512(from));
}
INLINE void pack_to(uint32_t *to, lanes_t set, vec_t a)
{
    /* Packing in a register and storing all is several times faster than the packing store. */
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)set, (__m512i)a));
}
INLINE vec_t route(lanes_t from, lanes_t to)
{
    __m512i packed = _mm512_maskz_compress_epi32((__mmask16)from, (__m512i)lane_numbers());
    return (vec_t)_mm512_maskz_expand_epi32((__mmask16)to, packed);
}
INLINE vec_t move_lanes(vec_t a, lanes_t to, vec_t way, vec_t b)
{
    return (vec_t)_mm512_mask_permutexvar_epi32((__m512i)a, (__mmask16)to, (__m512i)way,
                                                (__m512i)b);
}

#else

#define OR3(a, b, c) ((a) | (b) | (c))
#define AND3(a, b, c) ((a) & (b) & (c))
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
INLINE vec_t MAJORITY(vec_t a, vec_t b, vec_t c) { return (a & b) | ((a | b) & c); }
INLINE vec_t EXACTLY_ONE(vec_t a, vec_t b, vec_t c) { return (a ^ b ^ c) & ~(a & b); }
INLINE vec_t SELECT(vec_t mask, vec_t a, vec_t b) { return (a & mask) | (b & ~mask); }
#define AND_OR(a, b, c) ((a) & ((b) | (c)))
#define AND_NOT_OR(a, b, c) ((a) & ~((b) & ~(c)))
#define AND_NOT_NOT(a, b, c) ((a) & ~((b) | (c)))
#define OR_AND(a, b, c) ((a) | ((b) & (c)))
#define OR_XOR(a, b, c) ((a) | ((b) ^ (c)))

INLINE void store(uint32_t *to, vec_t a) { memcpy(to, &a, sizeof a); }
INLINE vec_t lane_mask(lanes_t set)
{
    const vec_t own = all(1) << lane_numbers();
    return (vec_t)((all(set) & own) == own);
}

#if LANES == 8
INLINE lanes_t nonzero(vec_t a)
{
    vec_t zero = (vec_t)(a == all(0));
    return 0xff ^ (lanes_t)_mm256_movemask_ps((__m256)zero);
}
INLINE vec_t minimum(vec_t a, vec_t b) { return (vec_t)_mm256_min_epu32((__m256i)a, (__m256i)b); }
INLINE vec_t permute(vec_t a, vec_t way)
{
    return (vec_t)_mm256_permutevar8x32_epi32((__m256i)a, (__m256i)way);
}
/* Return a byte of ones for every lane of a set. */
INLINE uint64_t lane_bytes(lanes_t set)
{
    return _pdep_u64(set, UINT64_C(0x0101010101010101)) * 255;
}
INLINE vec_t packing(lanes_t set)
{
    uint64_t way = _pext_u64(UINT64_C(0x0706050403020100), lane_bytes(set));
    return (vec_t)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)way));
}
INLINE vec_t spreading(lanes_t set)
{
    uint64_t way = _pdep_u64(UINT64_C(0x0706050403020100), lane_bytes(set));
    return (vec_t)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)way));
}
#else /* Four lanes: the vectors of any processor. */
INLINE vec_t minimum(vec_t a, vec_t b)
{
    vec_t less = (vec_t)(a < b);
    return (a & less) | (b & ~less);
}
INLINE vec_t packing(lanes_t set)
{
    vec_t way = all(0);
    int at = 0;
    for (lanes_t rest = set; rest; rest &= rest - 1)
        way[at++] = (uint32_t)__builtin_ctz(rest);
    return way;
}
INLINE vec_t spreading(lanes_t set)
{
    vec_t way = all(0);
    uint32_t at = 0;
    for (lanes_t rest = set; rest; rest &= rest - 1)
        way[__builtin_ctz(rest)] = at++;
    return way;
}
INLINE lanes_t nonzero(vec_t a)
{
    return (lanes_t)(a[0] != 0) | (lanes_t)(a[1] != 0) << 1 | (lanes_t)(a[2] != 0) << 2 |
           (lanes_t)(a[3] != 0) << 3;
}
INLINE vec_t permute(vec_t a, vec_t way)
{
    return (vec_t){a[way[0] & 3], a[way[1] & 3], a[way[2] & 3], a[way[3] & 3]};
}
#endif

INLINE vec_t replace(vec_t a, lanes_t set, vec_t b) { return SELECT(lane_mask(set), b, a); }
INLINE vec_t spread_from(vec_t a, lanes_t set, const uint32_t *from)
{
    return replace(a, set, permute(load(from), spreading(set)));
}
INLINE void pack_to(uint32_t *to, lanes_t set, vec_t a) { store(to, permute(a, packing(set))); }
INLINE vec_t route(lanes_t from, lanes_t to) { return permute(packing(from), spreading(to)); }
INLINE vec_t move_lanes(vec_t a, lanes_t to, vec_t way, vec_t b)
{
    return replace(a, to, permute(b, way));
}

INLINE lanes_t different(vec_t a, vec_t b) { return nonzero(a ^ b); }
INLINE vec_t bit_count(vec_t x)
{
    x = x - ((x >> 1) & all(0x55555555));
    x = (x & all(0x33333333)) + ((x >> 2) & all(0x33333333));
    x = (x + (x >> 4)) & all(0x0f0f0f0f);
    x = x + (x >> 8);
    return (x + (x >> 16)) & all(63);
}

#endif

/* `all`: x in every lane. `lane_numbers`: 0, 1, 2, ... `nonzero`, `different`: the lanes of which
 * it is true. `replace`: b in the lanes of a set, a in the others. `spread_from`: consecutive
 * numbers from memory, of which LANES may be read, into the lanes of a set, a in the others.
 * `pack_to`: the lanes of a set to consecutive numbers in memory; LANES numbers may be written.
 * `route`: the way that takes the k-th lane of one set to the k-th of another; `move_lanes`: the
 * lanes `to` of a replaced by the lanes that the way brings from b. */
