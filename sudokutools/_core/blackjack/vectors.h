/* The operations of the lanes that AVX2 and AVX-512 name alike: OP(add_epi16) and WHOLE(xor) are
 * the intrinsics of the vectors at hand, the second kind without regard to lanes. */
#include <stdint.h>

#define SET16(x) OP(set1_epi16)((short)(x))
#define ADD16 OP(add_epi16)
#define SUB16 OP(sub_epi16)
#define ADD32 OP(add_epi32)
#define SHIFT32 OP(slli_epi32)
#define XOR WHOLE(xor)
#define AND WHOLE(and)
#define MUL_LOW OP(mullo_epi16)
#define MUL_HIGH OP(mulhi_epu16)
#define MAX_U OP(max_epu16)
#define MIN_U OP(min_epu16)
#define SHIFT_R16 OP(srli_epi16)
#define LOAD(p) WHOLE(load)((const vec_t *)(const void *)(p))
#define STORE(p, v) WHOLE(store)((vec_t *)(void *)(p), v)

/* Look up the entries of states and pairs of cards: table[100 * state + pair]. */
static inline vec_t gather(const uint16_t *table, vec_t state, vec_t pair)
{
    const vec_t row = OP(set1_epi32)(1 << 16 | 100), low = OP(set1_epi32)(0xffff);
    vec_t a = GATHER32(table, OP(madd_epi16)(OP(unpacklo_epi16)(state, pair), row));
    vec_t b = GATHER32(table, OP(madd_epi16)(OP(unpackhi_epi16)(state, pair), row));
    return OP(packus_epi32)(AND(a, low), AND(b, low));
}
