// The learned evaluation, while the cycles can meet: a small network over the cells of both territories. It works with integers, so
// it gives the same value everywhere. training/tron made its weights, and says how.
//
// Each cell of a territory has a kind: its neighbours in the room, whether it is at the front, its distance from the cycle, and what
// the cycle does with its chamber. The weights of all cells of a territory are added up (`sums`). Two layers judge both territories from
// each side; the difference is the value, so exchanging the cycles negates it.

#include "rows.c"
#include "weights.c"

enum { SIDES = 16, DISTANCES = 8, FURTHEST = 26, KINDS = SIDES * DISTANCES * PARTS };
/** Of each sum: the weights for the layers, and two that go past them, the second times the share of free cells. */
enum { HIDDEN = 8, SUMS = HIDDEN + 2, PAIRS = SUMS / 2, OUTER = 16, SCALARS = 8, INPUTS = 2 * HIDDEN + SCALARS };
/** What stands for 1: in the sums, in the inputs of a layer, in its weights, in points of the value past the layers, and at the end. */
enum { SUM_BITS = 12, INPUT_BITS = 8, WEIGHT_BITS = 10, PLAIN_BITS = 6, OUT_BITS = 4 };

static int isLearned;
/** The weights of a kind, two in each number: adding such numbers adds both. */
static long long pairs[KINDS][PAIRS];
/** The same four at a time. */
typedef int Ints __attribute__((vector_size(16)));
typedef short Short4 __attribute__((vector_size(8)));
enum { FOURS = (SUMS + 3) / 4 };
static Short4 kindWeights[KINDS][FOURS];
/** The weights of the first layer, of two inputs and four units in each vector, and whether sums of 16-bit inputs fit into 32 bits. */
typedef short Shorts __attribute__((vector_size(16)));
enum { INPUT_PAIRS = INPUTS / 2, UNIT_FOURS = OUTER / 4 };
static Shorts outerPairs[INPUT_PAIRS][UNIT_FOURS];
static int areSumsSmall;
static Byte distanceKinds[FURTHEST + 1];
/** By seat. */
static int sums[2][SUMS], besideHead[2];

/** Turns the learned evaluation on. */
void learn(void) {
  isLearned = 1;
  for (int kind = 0; kind < KINDS; kind++)
    for (int pair = 0; pair < PAIRS; pair++)
      pairs[kind][pair] = (long long)cellWeights[kind][2 * pair + 1] * (1LL << 32) + cellWeights[kind][2 * pair];
  for (int kind = 0; kind < KINDS; kind++)
    for (int at = 0; at < SUMS; at++) kindWeights[kind][at / 4][at % 4] = cellWeights[kind][at];
  areSumsSmall = 1;
  for (int unit = 0; unit < OUTER; unit++) {
    long long most = larger(outerBias[unit], -outerBias[unit]);
    for (int input = 0; input < INPUTS; input++) {
      const short weight = outerWeights[unit][input];
      outerPairs[input / 2][unit / 4][unit % 4 * 2 + input % 2] = weight;
      most += (1LL << 15) * larger(weight, -weight);
    }
    if (most >= 1LL << 31) areSumsSmall = 0;
  }
  for (int away = 0; away <= FURTHEST; away++)
    distanceKinds[away] = (Byte)(away < 3   ? larger(0, away - 1)
                                 : away < 5  ? 2
                                 : away < 8  ? 3
                                 : away < 12 ? 4
                                 : away < 18 ? 5
                                 : away < 26 ? 6
                                             : 7);
}

static ALWAYS int sidesOf(int cell) { return isByRows ? sidesInRow(cell) : sides[cell]; }

/** Adds up the weights of the territory that was measured last. */
static void gather(int seat) {
  const Byte mine = (Byte)(seat + 1);
  const int *const queue = queues[seat], end = writtenTo[seat];
  long long all[PAIRS] = {0, 0, 0, 0, 0};
  followWay(heads[seat]);
  if (isByRows) writeParts(heads[seat]);
  besideHead[seat] = sidesOf(heads[seat]) & NEIGHBOURS;
  for (int at = 1; at < end; at++) {
    const int cell = queue[at];
    if (owner[cell] != mine) continue;
    const int away = distanceKinds[smaller(distance[cell], FURTHEST)], part = isByRows ? partInRow(cell) : chambers[chamberOf[cell]].part;
    const long long *const add = pairs[sidesOf(cell) + SIDES * (away + DISTANCES * part)];
    for (int pair = 0; pair < PAIRS; pair++) all[pair] += add[pair];
  }
  for (int pair = 0; pair < PAIRS; pair++) {
    sums[seat][2 * pair] = (int)all[pair];
    sums[seat][2 * pair + 1] = (int)((all[pair] - (int)all[pair]) >> 32);
  }
}

/** Multiplies numbers of 16 bits and adds them up two by two. */
static ALWAYS Ints multiplyPairs(Shorts one, Shorts other) {
#if defined __wasm_simd128__
  return __builtin_wasm_dot_s_i32x4_i16x8(one, other);
#elif defined __SSE2__
  return (Ints)__builtin_ia32_pmaddwd128(one, other);
#else
  Ints sum;
  for (int at = 0; at < 4; at++) sum[at] = one[2 * at] * other[2 * at] + one[2 * at + 1] * other[2 * at + 1];
  return sum;
#endif
}

/** The sums of the first layer, if all inputs have 16 bits; else gives 0. */
static ALWAYS int addPairs(const int *inputs, int *unitSums) {
  int misfits = !areSumsSmall;
  for (int input = 0; input < INPUTS; input++) misfits |= inputs[input] != (short)inputs[input];
  if (misfits) return 0;
  Ints all[UNIT_FOURS];
  __builtin_memcpy(all, outerBias, sizeof all);
  for (int pair = 0; pair < INPUT_PAIRS; pair++) {
    const int both = (inputs[2 * pair] & 0xffff) | (int)((Word)inputs[2 * pair + 1] << 16);
    const Ints all4 = {both, both, both, both};
    for (int four = 0; four < UNIT_FOURS; four++) all[four] += multiplyPairs((Shorts)all4, outerPairs[pair][four]);
  }
  __builtin_memcpy(unitSums, all, sizeof all);
  return 1;
}

/** The output of the layers, for `seat` against the other one, in points times 1 << OUT_BITS. */
static int layers(const int *inputs) {
  long long value = 0;
  int unitSums[OUTER];
  const int isDone = addPairs(inputs, unitSums);
  for (int unit = 0; unit < OUTER; unit++) {
    long long sum = isDone ? unitSums[unit] : outerBias[unit];
    for (int input = 0; input < INPUTS && !isDone; input++) sum += (long long)outerWeights[unit][input] * inputs[input];
    if (sum > 0) value += (sum >> INPUT_BITS) * outWeights[unit];
  }
  return (int)(value >> WEIGHT_BITS);
}

static void writeInputs(int seat, int mine, int theirs, int share, int *inputs) {
  const int one = 1 << INPUT_BITS, rival = 1 - seat;
  for (int at = 0; at < HIDDEN; at++) {
    inputs[at] = larger(0, sums[seat][at] + innerBias[at]) >> (SUM_BITS - INPUT_BITS);
    inputs[HIDDEN + at] = larger(0, sums[rival][at] + innerBias[at]) >> (SUM_BITS - INPUT_BITS);
  }
  int *const scalars = inputs + 2 * HIDDEN;
  scalars[0] = one * freeCells / 300;
  scalars[1] = share;
  scalars[2] = one * smaller(between, 40) / 20;
  scalars[3] = one * ties / 20;
  scalars[4] = one * mine / 50;
  scalars[5] = one * theirs / 50;
  scalars[6] = one * besideHead[seat] / 2;
  scalars[7] = one * besideHead[rival] / 2;
}

/** The value for `seat`, after both rooms were gathered, with the steps that each cycle can drive. */
static int judge(int seat, int mine, int theirs) {
  const int share = (freeCells << INPUT_BITS) / cells, rival = 1 - seat;
  int inputs[INPUTS];
  writeInputs(seat, mine, theirs, share, inputs);
  int value = layers(inputs);
  writeInputs(rival, theirs, mine, share, inputs);
  value -= layers(inputs);
  const int plain = sums[seat][HIDDEN] - sums[rival][HIDDEN] + stepWeights[0] * (mine - theirs);
  const int early = sums[seat][HIDDEN + 1] - sums[rival][HIDDEN + 1] + stepWeights[1] * (mine - theirs);
  return value / (1 << OUT_BITS) + (plain + early * share / (1 << INPUT_BITS)) / (1 << PLAIN_BITS);
}
