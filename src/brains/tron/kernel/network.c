// The learned evaluation, while the cycles can meet: a small network over the cells of both territories. It works with integers, so
// it gives the same value everywhere. training/tron made its weights, and says how.
//
// Each cell of a territory has a kind: its neighbours in the room, whether it is at the front, its distance from the cycle, and what
// the cycle does with its chamber. The weights of all cells of a territory are added up (`sums`). Two layers judge both territories from
// each side; the difference is the value, so exchanging the cycles negates it.

#include "planes.c"
#include "weights.c"

enum { SIDES = 16, DISTANCES = 8, FURTHEST = 26, KINDS = SIDES * DISTANCES * PARTS };
/** Of each sum: the weights for the layers, and two that go past them, the second times the share of free cells. */
enum { HIDDEN = 8, SUMS = HIDDEN + 2, PAIRS = SUMS / 2, OUTER = 16, SCALARS = 8, INPUTS = 2 * HIDDEN + SCALARS };
/** What stands for 1: in the sums, in the inputs of a layer, in its weights, in points of the value past the layers, and at the end. */
enum { SUM_BITS = 12, INPUT_BITS = 8, WEIGHT_BITS = 10, PLAIN_BITS = 6, OUT_BITS = 4 };

static int isLearned;
/** The weights of a kind, two in each number: adding such numbers adds both. */
static long long pairs[KINDS][PAIRS];
/** The same as four numbers at a time. */
typedef int Ints __attribute__((vector_size(16)));
enum { FOURS = (SUMS + 3) / 4 };
static Ints kindWeights[KINDS][FOURS];
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

/** Adds the weights of cells of one kind to the sums. */
static ALWAYS void addKind(Ints *all, int kind, int count) {
  for (int four = 0; four < FOURS; four++) all[four] += kindWeights[kind][four] * count;
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

/** The last distance of each kind but the last. */
static const int lastOfKind[DISTANCES - 1] = {1, 2, 4, 7, 11, 17, 25};

/** Two lines of a plane. */
static ALWAYS unsigned long long linesOf(const Plane *plane, int pair) {
  unsigned long long two;
  __builtin_memcpy(&two, &plane->line[2 * pair], sizeof two);
  return two;
}

/** Of a part: its cells with four, three and two neighbours in the room that are not beside the rival's. All others are `rare`. */
static Plane with4, with3, with2, rare;

enum { COUNT_BITS = 20, COUNT_MASK = (1 << COUNT_BITS) - 1 };

/** How many of these cells a plane has, as three numbers in one. */
static __attribute__((noinline)) unsigned long long countIn(const Plane *plane, int from, int to) {
  unsigned long long four = 0, three = 0, two = 0;
  for (int pair = from; pair < to; pair++) {
    const unsigned long long cells = linesOf(plane, pair);
    four += (unsigned long long)__builtin_popcountll(cells & linesOf(&with4, pair));
    three += (unsigned long long)__builtin_popcountll(cells & linesOf(&with3, pair));
    two += (unsigned long long)__builtin_popcountll(cells & linesOf(&with2, pair));
  }
  return four | three << COUNT_BITS | two << 2 * COUNT_BITS;
}

/** Adds up the weights of the cells of a part but the rare ones: the cells of each kind are counted. */
static void addPart(int seat, int part, int from, int to, Ints *all) {
  unsigned long long before = 0;
  for (int away = 0, last = 0; last < lastLevel[seat]; away++) {
    last = away < DISTANCES - 1 ? smaller(lastOfKind[away], lastLevel[seat]) : lastLevel[seat];
    const unsigned long long until = countIn(&reached[seat][last], from, to), counts = until - before;
    before = until;
    const int kind = SIDES * (away + DISTANCES * part);
    for (int near = 4; near >= 2; near--) {
      const int count = (int)(counts >> (4 - near) * COUNT_BITS & COUNT_MASK);
      if (count > 0) addKind(all, kind + near, count);
    }
  }
}

/** Adds up the weights of the rare cells. */
static void addRare(int seat, int from, int to, Ints *all) {
  int kinds = 0;
  while (kinds < DISTANCES - 1 && lastOfKind[kinds] < lastLevel[seat]) kinds++;
  for (int pair = from; pair < to; pair++)
    for (unsigned long long left = linesOf(&rare, pair); left != 0; left &= left - 1) {
      const int bit = __builtin_ctzll(left), y = 2 * pair + (bit >> 5), x = bit & 31;
      int away = kinds;
      for (int kind = 0; kind < kinds; kind++) away -= (int)(reached[seat][lastOfKind[kind]].line[y] >> x & 1);
      const int part = (int)((filled.line[y] >> x & 1) | (passed.line[y] >> x & 1) << 1);
      addKind(all, sidesAt(y, x) + SIDES * (away + DISTANCES * part), 1);
    }
}

/** Adds up the weights of the territory that was measured last, by planes. */
static void gatherPlanes(int seat) {
  Ints all[FOURS] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  const int head = heads[seat];
  const Plane *const mine = land[seat];
  followWay(head);
  writePartsOfPlanes(head);
  besideHead[seat] = sidesInPlane(head) & NEIGHBOURS;
  int from = 0, to = 2 * vectors;
  while (from < to && linesOf(mine, from) == 0) from++;
  while (from < to && linesOf(mine, to - 1) == 0) to--;
  for (int part = 0; part < PARTS; part++) {
    Rows any = {0, 0, 0, 0};
    for (int at = 0; at < vectors; at++) {
      const Rows cells = mine->at[at] & ~reached[seat][0].at[at] & inside.at[at];
      const Rows inPart = part == FILLED ? filled.at[at] : part == PASSED ? passed.at[at] : ~(filled.at[at] | passed.at[at]);
      const Rows quiet = cells & inPart & ~fronts.at[at];
      with4.at[at] = quiet & fours.at[at];
      with3.at[at] = quiet & ones.at[at] & twos.at[at];
      with2.at[at] = quiet & twos.at[at] & ~ones.at[at];
      any |= quiet;
      rare.at[at] = part == 0 ? cells & (fronts.at[at] | ~(fours.at[at] | twos.at[at])) : rare.at[at];
    }
    if (isAny(any)) addPart(seat, part, from, to, all);
  }
  addRare(seat, from, to, all);
  for (int at = 0; at < SUMS; at++) sums[seat][at] = all[at / 4][at % 4];
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
