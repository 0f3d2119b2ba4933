// The evaluation of a quick search once more, faster: on boards of up to 32 columns and rows, with 32 bits for a row and four rows at a time.
//
// Both floods grow by whole levels. All levels are kept: they give the distance of a cell when it is needed.

#include "rows.c"

/** Four rows, one bit for each column, from bit 0 on. */
typedef Word Rows __attribute__((vector_size(16)));

enum { LINES = 32, VECTORS = LINES / 4, MOST_LEVELS = LINES * LINES };

/** All rows of a board. On a torus that is open downwards the lines before the first row and behind the last one repeat the other side. */
typedef union {
  Rows at[VECTORS];
  Word line[LINES];
} Plane;

/** Whether a board of this size can be evaluated by planes. */
static int fitsPlanes;
/** The line of the first row, and how many vectors hold all lines. */
static int firstLine, vectors;
/** All cells of the board. */
static Plane inside;
/** By seat and level: the cells that the flood has reached. */
static Plane reached[2][MOST_LEVELS];
/** By seat: the last level, and the territory. */
static int lastLevel[2];
static const Plane *land[2];
/** Cells that neither has reached, and those that both reach at once. */
static Plane unreached, shared;
/** Of the room measured last: the pivots and the other cells; the bits of the number of neighbours in the room; the cells beside the
 * rival's; the cells of chambers that are FILLED and PASSED. */
static Plane pivots, others, ones, twos, fours, fronts, filled, passed;

/** Has boards that fit evaluated by planes from now on; `layRows` came before. */
static void layPlanes(void) {
  fitsPlanes = 0;
  if (columns > LINES || rows + 2 * isOpenDown > LINES || isOpenAcross != isOpenDown) return;
  fitsPlanes = 1;
  firstLine = isOpenDown;
  vectors = (rows + 2 * isOpenDown + 3) / 4;
  for (int at = 0; at < LINES; at++)
    inside.line[at] = at < firstLine || at >= firstLine + rows ? 0 : columns == LINES ? ~0u : (1u << columns) - 1;
}

static ALWAYS int lineOf(int cell) { return rowOf[cell] - 1 + firstLine; }

static ALWAYS int isIn(const Plane *plane, int cell) { return (int)(plane->line[lineOf(cell)] >> (columnOf[cell] - 1) & 1); }

static ALWAYS int isAny(Rows rows) {
  const unsigned long long *const halves = (const unsigned long long *)&rows;
  return (halves[0] | halves[1]) != 0;
}

static ALWAYS int countOf(const Plane *plane) {
  int count = 0;
  for (int at = 0; at < 2 * vectors; at++) {
    unsigned long long two;
    __builtin_memcpy(&two, &plane->line[2 * at], sizeof two);
    count += __builtin_popcountll(two);
  }
  return count;
}

/** Repeats the first and the last row on the other side of a torus. */
static ALWAYS void wrap(Plane *plane) {
  if (!isOpenDown) return;
  plane->line[0] = plane->line[rows];
  plane->line[rows + 1] = plane->line[1];
}

// ---- The neighbours of all cells in one direction.

static ALWAYS Rows above(const Plane *plane, int at) {
  const Rows none = {0, 0, 0, 0};
  return __builtin_shufflevector(at > 0 ? plane->at[at - 1] : none, plane->at[at], 3, 4, 5, 6);
}

static ALWAYS Rows below(const Plane *plane, int at, int count) {
  const Rows none = {0, 0, 0, 0};
  return __builtin_shufflevector(plane->at[at], at + 1 < count ? plane->at[at + 1] : none, 1, 2, 3, 4);
}

static ALWAYS Rows eastOf(Rows cells, int isAround) { return isAround ? cells >> 1 | cells << (columns - 1) : cells >> 1; }

static ALWAYS Rows westOf(Rows cells, int isAround) { return isAround ? cells << 1 | cells >> (columns - 1) : cells << 1; }

static ALWAYS Rows besides(const Plane *plane, int at, int count, int isAround) {
  const Rows here = plane->at[at];
  return above(plane, at) | below(plane, at, count) | eastOf(here, isAround) | westOf(here, isAround);
}

// ---- The territories.

/** Sees which cells are free. */
static void findUnreached(void) {
  for (int y = 0; y < rows; y++) {
    const Byte *const from = tiles + y * columns;
    Word line = 0;
    for (int x = 0; x < columns; x += 8) {
      unsigned long long eight;
      __builtin_memcpy(&eight, from + x, 8);
      eight = ~(eight | eight >> 1) & 0x0101010101010101ull;
      line |= (Word)(eight * 0x0102040810204080ull >> 56) << x;
    }
    unreached.line[firstLine + y] = line & inside.line[firstLine + y];
  }
}

static void setOut(int seat) {
  __builtin_memset(&reached[seat][0], 0, sizeof(Plane));
  reached[seat][0].line[lineOf(heads[seat])] = 1u << (columnOf[heads[seat]] - 1);
  wrap(&reached[seat][0]);
  lastLevel[seat] = 0;
}

/** Notes that the floods have met. */
static ALWAYS void meet(int way) {
  if (way < between) between = way;
}

/** Grows both floods by turns of one cell; cells that both reach at once belong to both. */
static ALWAYS void growTogether(const int count, const int isAround) {
  Plane *mine = reached[0], *theirs = reached[1];
  for (int level = 0;; level++) {
    Rows touching = {0, 0, 0, 0}, tied = {0, 0, 0, 0}, any = {0, 0, 0, 0};
    for (int at = 0; at < count; at++) {
      const Rows toMine = besides(mine, at, count, isAround), toTheirs = besides(theirs, at, count, isAround), left = unreached.at[at];
      const Rows newMine = toMine & left, newTheirs = toTheirs & left;
      touching |= toMine & (theirs->at[at] & ~reached[1][0].at[at]);
      tied |= newMine & newTheirs;
      any |= newMine | newTheirs;
      mine[1].at[at] = mine->at[at] | (newMine & ~newTheirs);
      theirs[1].at[at] = theirs->at[at] | (newTheirs & ~newMine);
      unreached.at[at] = left & ~(newMine | newTheirs);
    }
    if (between == NO_WAY && isAny(touching)) meet(2 * level + 1);
    if (!isAny(any)) {
      lastLevel[0] = lastLevel[1] = level;
      return;
    }
    if (between == NO_WAY && isAny(tied)) meet(2 * level + 2);
    mine++;
    theirs++;
    if (isAround) {
      wrap(mine);
      wrap(theirs);
    }
  }
}

/** Grows one flood by one cell; with `tied`, leaves out these cells. Gives whether it grew. */
static int growAlone(int seat, const Plane *tied) {
  const int rival = 1 - seat;
  const Plane *const own = &reached[seat][lastLevel[seat]], *const theirs = &reached[rival][lastLevel[rival]];
  Plane *const after = &reached[seat][lastLevel[seat] + 1];
  Rows touching = {0, 0, 0, 0}, any = {0, 0, 0, 0};
  for (int at = 0; at < vectors; at++) {
    const Rows to = besides(own, at, vectors, isOpenAcross), new = to & unreached.at[at];
    touching |= to & (theirs->at[at] & ~reached[rival][0].at[at]);
    any |= new;
    after->at[at] = own->at[at] | (tied ? new & ~tied->at[at] : new);
    unreached.at[at] &= ~new;
  }
  if (isAny(touching)) meet(lastLevel[0] + lastLevel[1] + 1);
  if (!isAny(any)) return 0;
  wrap(after);
  lastLevel[seat]++;
  return 1;
}

/** Grows both floods by one cell at once. Gives whether one grew. */
static int growBoth(void) {
  Plane tied, before = unreached;
  Rows any = {0, 0, 0, 0};
  for (int at = 0; at < vectors; at++) {
    tied.at[at] = before.at[at];
    for (int seat = 0; seat < 2; seat++) tied.at[at] &= besides(&reached[seat][lastLevel[seat]], at, vectors, isOpenAcross);
    any |= tied.at[at];
  }
  if (isAny(any)) meet(lastLevel[0] + lastLevel[1] + 2);
  const int first = growAlone(0, &tied);
  for (int at = 0; at < vectors; at++) unreached.at[at] |= tied.at[at];
  const int second = growAlone(1, &tied);
  return first | second;
}

/** Grows both floods as `spread` does: with boosts, or by turns. */
static void growUnevenly(int first) {
  const int early = simultaneous ? 0 : first, late = 1 - early;
  const int fastEarly = boosted[early] + boosts[early], fastLate = boosted[late] + boosts[late];
  int hasGrown = 1;
  for (int turns = 0; hasGrown; turns++) {
    const int reachEarly = turns < fastEarly ? BOOSTED_CELLS : 1, reachLate = turns < fastLate ? BOOSTED_CELLS : 1;
    hasGrown = 0;
    if (simultaneous)
      for (int cell = 0; cell < reachEarly || cell < reachLate; cell++)
        hasGrown |= cell >= reachLate ? growAlone(early, 0) : cell >= reachEarly ? growAlone(late, 0) : growBoth();
    else {
      for (int cell = 0; cell < reachEarly; cell++) hasGrown |= growAlone(early, 0);
      for (int cell = 0; cell < reachLate; cell++) hasGrown |= growAlone(late, 0);
    }
  }
}

/** Floods the board from both cycles as `spread` does, where ties belong to neither. The shortest way is right only without boosts. */
static void spreadPlanes(int first) {
  between = NO_WAY;
  findUnreached();
  Plane open = unreached;
  for (int seat = 0; seat < 2; seat++) setOut(seat);
  if (!simultaneous || boosted[0] + boosts[0] + boosted[1] + boosts[1] > 0) growUnevenly(first);
  else if (isOpenAcross) {
    if (vectors == 5) growTogether(5, 1);
    else growTogether(vectors, 1);
  } else if (vectors == 4) growTogether(4, 0);
  else if (vectors == 5) growTogether(5, 0);
  else growTogether(vectors, 0);
  for (int seat = 0; seat < 2; seat++) land[seat] = &reached[seat][lastLevel[seat]];
  for (int at = 0; at < vectors; at++) shared.at[at] = open.at[at] & ~(unreached.at[at] | land[0]->at[at] | land[1]->at[at]);
  ties = countOf(&shared);
  contact = between < NO_WAY;
  for (int arm = 0; arm < 4; arm++) contact |= next[heads[0]][arm] == heads[1];
}

/** Cells from the seat's cycle. */
static int distanceInPlanes(int seat, int cell) {
  int from = 0, to = lastLevel[seat];
  while (from < to) {
    const int middle = (from + to) / 2;
    if (isIn(&reached[seat][middle], cell)) to = middle;
    else from = middle + 1;
  }
  return to;
}

// ---- The rooms, as in rows.c.

/** The seat whose room is measured. */
static int measured;

static ALWAYS int sidesAt(int y, int x) {
  return (int)((ones.line[y] >> x & 1) | (twos.line[y] >> x & 1) << 1 | (fours.line[y] >> x & 1) << 2 | (fronts.line[y] >> x & 1) << 3);
}

static ALWAYS int sidesInPlane(int cell) { return sidesAt(lineOf(cell), columnOf[cell] - 1); }

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
  wrap(&rivals);
  for (int at = 0; at < count; at++) {
    const Rows own = mine->at[at], n = above(mine, at), s = below(mine, at, count), e = eastOf(own, isAround), w = westOf(own, isAround);
    const Rows newN = n & ~(w & westOf(n, isAround)), newE = e & ~(n & eastOf(n, isAround));
    const Rows newS = s & ~(e & eastOf(s, isAround)), newW = w & ~(s & westOf(s, isAround));
    const Rows cells = own & inside.at[at], cut = cells & ((newN & newE) | (newS & newW) | ((newN | newE) & (newS | newW)));
    const Rows oneDown = n ^ s, twoDown = n & s, oneAcross = e ^ w, twoAcross = e & w;
    pivots.at[at] = cut;
    others.at[at] = cells & ~cut;
    ones.at[at] = oneDown ^ oneAcross;
    twos.at[at] = twoDown ^ twoAcross ^ (oneDown & oneAcross);
    fours.at[at] = twoDown & twoAcross;
    fronts.at[at] = besides(&rivals, at, count, isAround);
  }
  const int y = lineOf(heads[seat]);
  const Word head = 1u << (columnOf[heads[seat]] - 1);
  pivots.line[y] |= head;
  others.line[y] &= ~head;
}

/** The first cell of a row. */
static ALWAYS int startOf(int y) { return (y - firstLine) * columns; }

/** The first cell of the run with a column of a row. */
static ALWAYS int runInPlane(int y, int x) {
  const Word gaps = ~others.line[y] & ((1u << x) - 1);
  return startOf(y) + (gaps == 0 ? 0 : 32 - __builtin_clz(gaps));
}

static ALWAYS int nodeInPlane(int cell) {
  return isIn(&pivots, cell) ? cell : leader[runInPlane(lineOf(cell), columnOf[cell] - 1)];
}

/** Makes one node of the runs of two rows that touch. */
static ALWAYS void joinInPlanes(int y, Word bits, int run) {
  for (Word touching = others.line[y] & bits; touching != 0; touching &= touching + (touching & -touching)) {
    const int one = leaderOf(runInPlane(y, __builtin_ctz(touching))), other = leaderOf(run);
    leader[larger(one, other)] = smaller(one, other);
  }
}

/** Makes nodes of the cells that are no pivots. */
static void findRunsOfPlanes(int withWorth) {
  runCount = 0;
  const int end = firstLine + rows;
  for (int y = firstLine; y < end; y++)
    for (Word left = others.line[y], bits; left != 0; left ^= bits) {
      bits = left & ~(left + (left & -left));
      const int run = startOf(y) + __builtin_ctz(bits);
      const Word even = (y - firstLine) & 1 ? 0xaaaaaaaa : 0x55555555;
      runs[runCount].bits = bits;
      runs[runCount++].first = run;
      leader[run] = run;
      contents[run].all = __builtin_popcount(bits);
      contents[run].odd = __builtin_popcount(bits & ~even);
      if (withWorth) {
        const Word one = ones.line[y] & bits, two = twos.line[y] & bits;
        contents[run].open = worth[1] * __builtin_popcount(one & ~two) + worth[2] * __builtin_popcount(two & ~one) +
                             worth[3] * __builtin_popcount(one & two) + worth[4] * __builtin_popcount(fours.line[y] & bits);
      }
      contents[run].isFront = (fronts.line[y] & bits) != 0;
      contents[run].isPivot = 0;
      if (y > firstLine) joinInPlanes(y - 1, bits, run);
      if (isOpenAcross && bits >> (columns - 1) & 1) joinInPlanes(y, 1, run);
      if (isOpenDown && y == end - 1) joinInPlanes(firstLine, bits, run);
    }
  for (int at = 0; at < runCount; at++) {
    const int run = runs[at].first, to = leader[run] = leader[leader[run]];
    number[run] = 0;
    firstEdge[run] = -1;
    if (to == run) continue;
    contents[to].all += contents[run].all;
    contents[to].odd += contents[run].odd;
    contents[to].open += contents[run].open;
    contents[to].isFront |= contents[run].isFront;
  }
}

/** Makes a node of each pivot, and connects it. */
static void connectPivotsOfPlanes(int seat) {
  edgeCount = 0;
  for (int y = firstLine; y < firstLine + rows; y++)
    for (Word left = pivots.line[y]; left != 0; left &= left - 1) {
      const int x = __builtin_ctz(left), cell = startOf(y) + x, side = sidesAt(y, x);
      number[cell] = 0;
      firstEdge[cell] = -1;
      contents[cell].all = 1;
      contents[cell].odd = colour[cell];
      contents[cell].open = worth[side & NEIGHBOURS];
      contents[cell].isFront = side >= AT_FRONT;
      contents[cell].isPivot = 1;
      for (int arm = 3; arm >= 0; arm--) {
        const int to = next[cell][arm];
        if (to == cells || !isIn(land[seat], to)) continue;
        const int node = nodeInPlane(to);
        addEdge(cell, node);
        if (!isIn(&pivots, to)) addEdge(node, cell);
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
  for (int y = firstLine; y < firstLine + rows; y++) {
    filled.line[y] = passed.line[y] = 0;
    for (Word left = pivots.line[y]; left != 0; left &= left - 1) {
      const int cell = startOf(y) + __builtin_ctz(left), part = cell == head ? ASIDE : chambers[chamberOf[cell]].part;
      if (part == FILLED) filled.line[y] |= left & -left;
      if (part == PASSED) passed.line[y] |= left & -left;
    }
  }
  for (int at = 0; at < runCount; at++) {
    const int run = runs[at].first, part = chambers[chamberOf[leader[run]]].part, y = lineOf(run);
    if (part == FILLED) filled.line[y] |= (Word)runs[at].bits;
    if (part == PASSED) passed.line[y] |= (Word)runs[at].bits;
  }
}
