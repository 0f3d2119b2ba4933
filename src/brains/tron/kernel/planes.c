// The rooms of a quick search by rows of 32 bits: as in rows.c, but four rows at a time, and the sums of the network as well.

#include "flood.c"

/** Of the room measured last: the pivots and the other cells; the bits of the number of neighbours in the room; the cells beside the
 * rival's; the cells of chambers that are FILLED and PASSED. */
static Plane pivots, others, ones, twos, fours, fronts, filled, passed;

/** The seat whose room is measured. */
static int measured;

static ALWAYS int sidesAt(int y, int x) {
  return (int)((ones.line[y] >> x & 1) | (twos.line[y] >> x & 1) << 1 | (fours.line[y] >> x & 1) << 2 | (fronts.line[y] >> x & 1) << 3);
}

static ALWAYS int sidesInPlane(int cell) { return sidesAt(lineAt[cell], __builtin_ctz(bitAt[cell])); }

static void writeDistancesByPlanes(int entrance, int end) {
  int hasRace = 0;
  for (int at = pendingCount; at < end; at++) {
    const int exit = pending[at];
    if (behind[exit].steps == 0 || !behind[exit].isFront) continue;
    distance[exit] = distanceInPlanes(measured, exit);
    hasRace = 1;
  }
  if (hasRace) distance[entrance] = distanceInPlanes(measured, entrance);
}

/** Finds the pivots of a territory, and the sides of all its cells. */
static ALWAYS void findPivotsOfPlanes(int seat, const int count, const int isAround) {
  const Plane *const mine = land[seat];
  Plane rivals;
  for (int at = 0; at < count; at++) rivals.at[at] = land[1 - seat]->at[at] | shared.at[at];
  Window room = atTop(mine, count, isAround), rival = atTop(&rivals, count, isAround);
  for (int at = 0; at < count; at++) {
    const Rows own = room.here, n = above(room.before, own), s = below(own, room.after, at + 1 == count);
    const Rows e = eastOf(own, isAround), w = westOf(own, isAround);
    const Rows newN = n & ~(w & westOf(n, isAround)), newE = e & ~(n & eastOf(n, isAround));
    const Rows newS = s & ~(e & eastOf(s, isAround)), newW = w & ~(s & westOf(s, isAround));
    const Rows cells = own & inside.at[at], cut = cells & ((newN & newE) | (newS & newW) | ((newN | newE) & (newS | newW)));
    const Rows oneDown = n ^ s, twoDown = n & s, oneAcross = e ^ w, twoAcross = e & w;
    pivots.at[at] = cut;
    others.at[at] = cells & ~cut;
    ones.at[at] = oneDown ^ oneAcross;
    twos.at[at] = twoDown ^ twoAcross ^ (oneDown & oneAcross);
    fours.at[at] = twoDown & twoAcross;
    fronts.at[at] = besidesIn(rival, at, count, isAround);
    room = goDown(room, mine, at, count, isAround);
    rival = goDown(rival, &rivals, at, count, isAround);
  }
  const int y = lineAt[heads[seat]];
  const Word head = bitAt[heads[seat]];
  pivots.line[y] |= head;
  others.line[y] &= ~head;
}

/** The first cell of a row. */
static ALWAYS int startOf(int y) { return y * columns; }

/** The first cell of the run with a bit of a row that has these others. */
static ALWAYS int runOf(int y, Word line, Word bit) {
  const unsigned long long gaps = (unsigned long long)(~line & (bit - 1)) << 1 | 1;
  return startOf(y) + 63 - __builtin_clzll(gaps);
}

static ALWAYS int runInPlane(int y, Word bit) { return runOf(y, others.line[y], bit); }

/** The runs in order, with their lines; `leader` has the first run of the node of each. */
static struct {
  Word bits;
  int first, line;
} spans[LINES * LINES / 2];
static int spanCount;

/** Makes one node of a run and of those that it touches in a line. */
static ALWAYS void joinInPlanes(int y, Word bits, int run) {
  for (Word touching = others.line[y] & bits; touching != 0; touching &= touching + (touching & -touching)) {
    const int one = leader[runInPlane(y, touching & -touching)], other = leader[run];
    if (one == other) continue;
    for (int at = 0; at < spanCount; at++)
      if (leader[spans[at].first] == other) leader[spans[at].first] = one;
  }
}

/** Makes nodes of the cells that are no pivots. */
static void findRunsOfPlanes(int withWorth) {
  spanCount = 0;
  Word aboveBits = 0;
  for (int y = 0; y < rows; y++) {
    const Word all = others.line[y];
    for (Word left = all, bits; left != 0; left ^= bits) {
      const Word low = left & -left;
      bits = left & ~(left + low);
      const int run = startOf(y) + __builtin_ctz(low);
      spans[spanCount].bits = bits;
      spans[spanCount].line = y;
      spans[spanCount++].first = run;
      const Word touching = aboveBits & bits, lowest = touching & -touching;
      contents[run].all = contents[run].odd = contents[run].open = contents[run].isFront = contents[run].isPivot = 0;
      number[run] = 0;
      firstEdge[run] = -1;
      leader[run] = run;
      // Without a branch: whether a run touches another one is hard to foresee.
      const int other = runOf(y - 1, aboveBits, lowest);
      leader[run] = leader[touching == 0 ? run : other];
      // Most runs touch one run above.
      if ((touching & (touching + lowest)) != 0) joinInPlanes(y - 1, bits, run);
    }
    if (isOpenAcross && all >> (columns - 1) & all & 1) joinInPlanes(y, 1, runInPlane(y, 1u << (columns - 1)));
    aboveBits = all;
  }
  if (isOpenDown)
    for (int at = spanCount - 1; at >= 0 && spans[at].line == rows - 1; at--) joinInPlanes(0, spans[at].bits, spans[at].first);
  for (int at = 0; at < spanCount; at++) {
    const int y = spans[at].line, to = leader[spans[at].first];
    const Word bits = spans[at].bits;
    contents[to].all += __builtin_popcount(bits);
    contents[to].odd += __builtin_popcount(bits & odds.line[y]);
    contents[to].isFront |= (fronts.line[y] & bits) != 0;
    if (!withWorth) continue;
    const Word one = ones.line[y] & bits, two = twos.line[y] & bits;
    contents[to].open += worth[1] * __builtin_popcount(one & ~two) + worth[2] * __builtin_popcount(two & ~one) +
                         worth[3] * __builtin_popcount(one & two) + worth[4] * __builtin_popcount(fours.line[y] & bits);
  }
}

/** Makes a node of each pivot, and connects it. */
static void connectPivotsOfPlanes(int seat) {
  const Plane *const mine = land[seat];
  edgeCount = 0;
  for (int y = 0; y < rows; y++)
    for (Word left = pivots.line[y]; left != 0; left &= left - 1) {
      const int x = __builtin_ctz(left), cell = startOf(y) + x;
      makePivot(cell, sidesAt(y, x));
      for (int arm = 3; arm >= 0; arm--) {
        const int to = next[cell][arm];
        if (!isIn(mine, to)) continue;
        if (isIn(&pivots, to)) addEdge(cell, to);
        else {
          const int node = leader[runInPlane(lineAt[to], bitAt[to])];
          addEdge(cell, node);
          addEdge(node, cell);
        }
      }
    }
}

/** Measures the room of a seat as `measureRows` does; the openness only with `withWorth`. */
static Room measurePlanes(int seat, int withWorth) {
  const int head = heads[seat];
  measured = seat;
  if (isOpenAcross) findPivotsOfPlanes(seat, vectors, 1);
  else findPivotsOfPlanes(seat, vectors, 0);
  findRunsOfPlanes(withWorth);
  connectPivotsOfPlanes(seat);
  measureNodes(head);
  return (Room){behind[head].steps, behind[head].openness + headWorth * (sidesInPlane(head) & NEIGHBOURS)};
}

/** Writes the parts of the chambers as planes. */
static void writePartsOfPlanes(int head) {
  __builtin_memset(&filled, 0, sizeof filled);
  __builtin_memset(&passed, 0, sizeof passed);
  for (int y = 0; y < rows; y++)
    for (Word left = pivots.line[y]; left != 0; left &= left - 1) {
      const int cell = startOf(y) + __builtin_ctz(left), part = cell == head ? ASIDE : chambers[chamberOf[cell]].part;
      filled.line[y] |= part == FILLED ? left & -left : 0;
      passed.line[y] |= part == PASSED ? left & -left : 0;
    }
  for (int at = 0; at < spanCount; at++) {
    const int part = chambers[chamberOf[leader[spans[at].first]]].part, y = spans[at].line;
    filled.line[y] |= part == FILLED ? spans[at].bits : 0;
    passed.line[y] |= part == PASSED ? spans[at].bits : 0;
  }
}

// ---- The sums of the network.

/** Adds the weights of cells of one kind to the sums. */
static ALWAYS void addKind(Ints *all, int kind, int count) {
  for (int four = 0; four < FOURS; four++) all[four] += __builtin_convertvector(kindWeights[kind][four], Ints) * count;
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
static void addPart(int seat, int part, int from, int to, Ints *total) {
  Ints all[FOURS];
  __builtin_memcpy(all, total, sizeof all);
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
  __builtin_memcpy(total, all, sizeof all);
}

/** Adds up the weights of the rare cells. */
static void addRare(int seat, int from, int to, Ints *total) {
  Ints all[FOURS];
  __builtin_memcpy(all, total, sizeof all);
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
  __builtin_memcpy(total, all, sizeof all);
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

/** Measures the room of a seat by planes. */
static Room roomOfPlanes(int seat) {
  const Room room = measurePlanes(seat, contact && !isLearned);
  if (contact && isLearned) gatherPlanes(seat);
  return room;
}
