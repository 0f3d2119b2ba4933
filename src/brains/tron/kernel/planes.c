// The evaluation of a quick search once more, faster: on boards of up to 32 columns and rows, with 32 bits for a row and four rows at a time.
//
// Both floods grow by whole levels. All levels are kept: they give the distance of a cell when it is needed.

#include "rows.c"

/** Four rows, one bit for each column, from bit 0 on. */
typedef Word Rows __attribute__((vector_size(16)));
typedef unsigned long long Halves __attribute__((vector_size(16)));
typedef signed char Bytes __attribute__((vector_size(16)));

enum { LINES = 32, VECTORS = LINES / 4, MOST_LEVELS = LINES * LINES };

/** All rows of a board, a line for each. */
typedef union {
  Rows at[VECTORS];
  Word line[LINES];
} Plane;

/** Whether a board of this size can be evaluated by planes. */
static int fitsPlanes;
/** How many vectors hold all rows. */
static int vectors;
/** All cells of the board, and those of colour 1. */
static Plane inside, odds;
/** Of the last vector: the last row. */
static Rows lastRow;
/** The line and the bit of each cell; what is outside of the board has a line without cells. */
static Byte lineAt[LINES * LINES + 1];
static Word bitAt[LINES * LINES + 1];
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
  if (columns > LINES || rows >= LINES || isOpenAcross != isOpenDown) return;
  fitsPlanes = 1;
  vectors = (rows + 3) / 4;
  for (int at = 0; at < 4; at++) lastRow[at] = at == (rows - 1) % 4 ? ~0u : 0;
  for (int at = 0; at < LINES; at++) inside.line[at] = odds.line[at] = 0;
  for (int cell = 0; cell < cells; cell++) {
    const int line = lineAt[cell] = (Byte)(cell / columns);
    const Word bit = bitAt[cell] = 1u << cell % columns;
    inside.line[line] |= bit;
    if ((cell / columns + cell % columns) & 1) odds.line[line] |= bit;
  }
  lineAt[cells] = LINES - 1;
  bitAt[cells] = 0;
}

static ALWAYS int isIn(const Plane *plane, int cell) { return (plane->line[lineAt[cell]] & bitAt[cell]) != 0; }

static ALWAYS int isAny(Rows rows) {
#ifdef __wasm_simd128__
  return __builtin_wasm_any_true_v128((Bytes)rows);
#else
  const Halves halves = (Halves)rows;
  return (halves[0] | halves[1]) != 0;
#endif
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

// ---- The neighbours of all cells in one direction. On a torus the first row is below the last one.

static ALWAYS Rows above(const Plane *plane, int at, int isAround) {
  const Word last = isAround ? plane->line[rows - 1] : 0;
  const Rows around = {last, last, last, last};
  return __builtin_shufflevector(at > 0 ? plane->at[at - 1] : around, plane->at[at], 3, 4, 5, 6);
}

static ALWAYS Rows below(const Plane *plane, int at, int count, int isAround) {
  const Word first = isAround ? plane->line[0] : 0;
  const Rows around = {first, first, first, first};
  if (at + 1 < count) return __builtin_shufflevector(plane->at[at], plane->at[at + 1], 1, 2, 3, 4);
  return __builtin_shufflevector(plane->at[at], around & 0, 1, 2, 3, 4) | (around & lastRow);
}

static ALWAYS Rows eastOf(Rows cells, int isAround) { return isAround ? cells >> 1 | cells << (columns - 1) : cells >> 1; }

static ALWAYS Rows westOf(Rows cells, int isAround) { return isAround ? cells << 1 | cells >> (columns - 1) : cells << 1; }

static ALWAYS Rows besides(const Plane *plane, int at, int count, int isAround) {
  const Rows here = plane->at[at];
  return above(plane, at, isAround) | below(plane, at, count, isAround) | eastOf(here, isAround) | westOf(here, isAround);
}

// ---- The territories.

/** The bits of the tiles that are FREE, from a tile on. */
static ALWAYS Word freeFrom(const Byte *tile) {
  Bytes sixteen;
  __builtin_memcpy(&sixteen, tile, sizeof sixteen);
  sixteen = sixteen == FREE;
#if defined __wasm_simd128__
  return (Word)__builtin_wasm_bitmask_i8x16(sixteen);
#elif defined __SSE2__
  return (Word)__builtin_ia32_pmovmskb128((char __attribute__((vector_size(16))))sixteen);
#else
  Word bits = 0;
  for (int at = 0; at < 16; at++) bits |= (Word)(sixteen[at] & 1) << at;
  return bits;
#endif
}

/** Sees which cells are free. */
static void findUnreached(void) {
  const int isWide = columns > 16;
  for (int y = 0; y < rows; y++) {
    const Byte *const from = tiles + y * columns;
    Word line = freeFrom(from);
    if (isWide) line |= freeFrom(from + 16) << 16;
    unreached.line[y] = line & inside.line[y];
  }
}

static void setOut(int seat) {
  __builtin_memset(&reached[seat][0], 0, sizeof(Plane));
  reached[seat][0].line[lineAt[heads[seat]]] = bitAt[heads[seat]];
  lastLevel[seat] = 0;
}

/** Notes that the floods have met. */
static ALWAYS void meet(int way) {
  if (way < between) between = way;
}

/**
 * Grows both floods to the end, by turns of one cell. Cells that both reach at once belong to both, if both grow at once; else to
 * `early`, which grows first.
 */
static ALWAYS void growOn(int early, const int isAtOnce, const int count, const int isAround) {
  const int late = 1 - early;
  const Plane *const earlyHead = &reached[early][0], *const lateHead = &reached[late][0];
  Plane *mine = &reached[early][lastLevel[early]], *theirs = &reached[late][lastLevel[late]];
  for (int way = lastLevel[0] + lastLevel[1] + 1, turns = 0;; way += 2, turns++, mine++, theirs++) {
    Rows touching = {0, 0, 0, 0}, later = {0, 0, 0, 0}, any = {0, 0, 0, 0};
    for (int at = 0; at < count; at++) {
      const Rows toMine = besides(mine, at, count, isAround), toTheirs = besides(theirs, at, count, isAround), left = unreached.at[at];
      const Rows newMine = toMine & left, newTheirs = isAtOnce ? toTheirs & left : toTheirs & left & ~newMine;
      const Rows after = mine->at[at] | (isAtOnce ? newMine & ~newTheirs : newMine);
      touching |= toMine & (theirs->at[at] & ~lateHead->at[at]);
      later |= isAtOnce ? newMine & newTheirs : toTheirs & (after & ~earlyHead->at[at]);
      any |= newMine | newTheirs;
      mine[1].at[at] = after;
      theirs[1].at[at] = theirs->at[at] | (isAtOnce ? newTheirs & ~newMine : newTheirs);
      unreached.at[at] = left & ~(newMine | newTheirs);
    }
    if (between == NO_WAY) {
      if (isAny(touching)) between = way;
      else if (isAny(later)) between = way + 1;
    }
    if (isAny(any)) continue;
    lastLevel[early] += turns;
    lastLevel[late] += turns;
    return;
  }
}

/** Grows one flood by one cell; with `tied`, leaves out these cells. */
static void growAlone(int seat, const Plane *tied) {
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
  lastLevel[seat] += isAny(any);
}

/** Grows both floods by one cell at once. */
static void growBoth(void) {
  Plane tied;
  Rows any = {0, 0, 0, 0};
  for (int at = 0; at < vectors; at++) {
    tied.at[at] = unreached.at[at];
    for (int seat = 0; seat < 2; seat++) tied.at[at] &= besides(&reached[seat][lastLevel[seat]], at, vectors, isOpenAcross);
    any |= tied.at[at];
  }
  if (isAny(any)) meet(lastLevel[0] + lastLevel[1] + 2);
  growAlone(0, &tied);
  for (int at = 0; at < vectors; at++) unreached.at[at] |= tied.at[at];
  growAlone(1, &tied);
}

/** Grows both floods for the turns in which one can be fast. */
static void growFast(int early) {
  const int late = 1 - early, fastEarly = boosted[early] + boosts[early], fastLate = boosted[late] + boosts[late];
  for (int turns = 0; turns < fastEarly || turns < fastLate; turns++) {
    const int reachEarly = turns < fastEarly ? BOOSTED_CELLS : 1, reachLate = turns < fastLate ? BOOSTED_CELLS : 1;
    const int levels = lastLevel[0] + lastLevel[1];
    if (simultaneous)
      for (int cell = 0; cell < reachEarly || cell < reachLate; cell++) {
        if (cell >= reachLate) growAlone(early, 0);
        else if (cell >= reachEarly) growAlone(late, 0);
        else growBoth();
      }
    else {
      for (int cell = 0; cell < reachEarly; cell++) growAlone(early, 0);
      for (int cell = 0; cell < reachLate; cell++) growAlone(late, 0);
    }
    if (lastLevel[0] + lastLevel[1] == levels) return;
  }
}

/** Floods the board from both cycles as `spread` does, where ties belong to neither. The shortest way is right only without boosts. */
static void spreadPlanes(int first) {
  between = NO_WAY;
  findUnreached();
  Plane open = unreached;
  for (int seat = 0; seat < 2; seat++) setOut(seat);
  const int early = simultaneous ? 0 : first;
  growFast(early);
  if (!simultaneous) {
    if (vectors == 5 && !isOpenAcross) growOn(early, 0, 5, 0);
    else growOn(early, 0, vectors, isOpenAcross);
  } else if (vectors == 4 && !isOpenAcross) growOn(early, 1, 4, 0);
  else if (vectors == 5 && !isOpenAcross) growOn(early, 1, 5, 0);
  else if (vectors == 4) growOn(early, 1, 4, 1);
  else growOn(early, 1, vectors, isOpenAcross);
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
  for (int at = 0; at < count; at++) {
    const Rows own = mine->at[at], n = above(mine, at, isAround), s = below(mine, at, count, isAround), e = eastOf(own, isAround), w = westOf(own, isAround);
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
  const int y = lineAt[heads[seat]];
  const Word head = bitAt[heads[seat]];
  pivots.line[y] |= head;
  others.line[y] &= ~head;
}

/** The first cell of a row. */
static ALWAYS int startOf(int y) { return y * columns; }

/** The first cell of the run with a bit of a row. */
static ALWAYS int runInPlane(int y, Word bit) {
  const unsigned long long gaps = (unsigned long long)(~others.line[y] & (bit - 1)) << 1 | 1;
  return startOf(y) + 63 - __builtin_clzll(gaps);
}

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
      leader[run] = touching == 0 ? run : leader[runInPlane(y - 1, lowest)];
      // Most runs touch one run above.
      if ((touching & (touching + lowest)) != 0) joinInPlanes(y - 1, bits, run);
    }
    if (isOpenAcross && all >> (columns - 1) & all & 1) joinInPlanes(y, 1, runInPlane(y, 1u << (columns - 1)));
    aboveBits = all;
  }
  if (isOpenDown)
    for (int at = spanCount - 1; at >= 0 && spans[at].line == rows - 1; at--) joinInPlanes(0, spans[at].bits, spans[at].first);
  for (int at = 0; at < spanCount; at++) {
    const int run = spans[at].first;
    contents[run].all = contents[run].odd = contents[run].open = contents[run].isFront = contents[run].isPivot = 0;
    number[run] = 0;
    firstEdge[run] = -1;
  }
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
