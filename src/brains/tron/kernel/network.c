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
static Byte distanceKinds[FURTHEST + 1];
/** By seat. */
static int sums[2][SUMS], besideHead[2];

/** Turns the learned evaluation on. */
void learn(void) {
  isLearned = 1;
  for (int kind = 0; kind < KINDS; kind++)
    for (int pair = 0; pair < PAIRS; pair++)
      pairs[kind][pair] = (long long)cellWeights[kind][2 * pair + 1] * (1LL << 32) + cellWeights[kind][2 * pair];
  for (int away = 0; away <= FURTHEST; away++)
    distanceKinds[away] = (Byte)(away < 3   ? larger(0, away - 1)
                                 : away < 5  ? 2
                                 : away < 8  ? 3
                                 : away < 12 ? 4
                                 : away < 18 ? 5
                                 : away < 26 ? 6
                                             : 7);
}

static ALWAYS void addKind(long long *all, int kind, int count) {
  for (int pair = 0; pair < PAIRS; pair++) all[pair] += count * pairs[kind][pair];
}

static void writeSums(int seat, const long long *all) {
  for (int pair = 0; pair < PAIRS; pair++) {
    sums[seat][2 * pair] = (int)all[pair];
    sums[seat][2 * pair + 1] = (int)((all[pair] - (int)all[pair]) >> 32);
  }
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
  writeSums(seat, all);
}

/** The last distance of each kind but the last. */
static const int lastOfKind[DISTANCES - 1] = {1, 2, 4, 7, 11, 17, 25};

/** Adds up the weights of the territory that was measured last, by planes. */
static void gatherPlanes(int seat) {
  long long all[PAIRS] = {0, 0, 0, 0, 0};
  const int head = heads[seat];
  followWay(head);
  writePartsOfPlanes(head);
  besideHead[seat] = sidesInPlane(head) & NEIGHBOURS;
  for (int away = 0, last = 0; last < lastLevel[seat]; away++) {
    const Plane *const before = &reached[seat][last];
    last = away < DISTANCES - 1 ? smaller(lastOfKind[away], lastLevel[seat]) : lastLevel[seat];
    const Plane *const after = &reached[seat][last];
    // Most cells are in the middle of a room: these are counted, the others are looked at one by one.
    Plane rest, middle[PARTS];
    for (int at = 0; at < vectors; at++) {
      const Rows cells = after->at[at] & ~before->at[at] & inside.at[at], inMiddle = cells & fours.at[at] & ~fronts.at[at];
      middle[FILLED].at[at] = inMiddle & filled.at[at];
      middle[PASSED].at[at] = inMiddle & passed.at[at];
      middle[ASIDE].at[at] = inMiddle & ~filled.at[at] & ~passed.at[at];
      rest.at[at] = cells & ~inMiddle;
    }
    for (int part = 0; part < PARTS; part++) {
      const int count = countOf(&middle[part]);
      if (count > 0) addKind(all, 4 + SIDES * (away + DISTANCES * part), count);
    }
    for (int y = firstLine; y < firstLine + rows; y++)
      for (Word left = rest.line[y]; left != 0; left &= left - 1) {
        const int x = __builtin_ctz(left);
        const int part = (int)((filled.line[y] >> x & 1) | (passed.line[y] >> x & 1) << 1);
        addKind(all, sidesAt(y, x) + SIDES * (away + DISTANCES * part), 1);
      }
  }
  writeSums(seat, all);
}

/** The output of the layers, for `seat` against the other one, in points times 1 << OUT_BITS. */
static int layers(const int *inputs) {
  long long value = 0;
  for (int unit = 0; unit < OUTER; unit++) {
    long long sum = outerBias[unit];
    for (int input = 0; input < INPUTS; input++) sum += (long long)outerWeights[unit][input] * inputs[input];
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
