// The evaluation of a quick search once more, faster: on boards of up to 32 columns and 31 rows, with 32 bits for a row and four rows at a time.
//
// Both floods grow by whole levels. All levels are kept: they give the distance of a cell when it is needed.

#include "network.c"

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

/** What is above the first vector, and below the last one. */
static ALWAYS Rows aroundTop(const Plane *plane, int isAround) {
  const Word last = isAround ? plane->line[rows - 1] : 0;
  return (Rows){last, last, last, last};
}

static ALWAYS Rows aroundBottom(const Plane *plane, int isAround) {
  const Word first = isAround ? plane->line[0] : 0;
  return (Rows){first, first, first, first};
}

static ALWAYS Rows above(Rows before, Rows here) { return __builtin_shufflevector(before, here, 3, 4, 5, 6); }

/** With `isLast`, `after` is what `aroundBottom` gives. */
static ALWAYS Rows below(Rows here, Rows after, int isLast) {
  const Rows none = {0, 0, 0, 0};
  if (!isLast) return __builtin_shufflevector(here, after, 1, 2, 3, 4);
  return __builtin_shufflevector(here, none, 1, 2, 3, 4) | (after & lastRow);
}

static ALWAYS Rows eastOf(Rows cells, int isAround) { return isAround ? cells >> 1 | cells << (columns - 1) : cells >> 1; }

static ALWAYS Rows westOf(Rows cells, int isAround) { return isAround ? cells << 1 | cells >> (columns - 1) : cells << 1; }

static ALWAYS Rows besides(Rows before, Rows here, Rows after, int isLast, int isAround) {
  return (above(before, here) | below(here, after, isLast)) | (eastOf(here, isAround) | westOf(here, isAround));
}

/** Three vectors of a plane, for going through it from the top to the bottom. */
typedef struct {
  Rows before, here, after;
} Window;

static ALWAYS Window atTop(const Plane *plane, int count, int isAround) {
  return (Window){aroundTop(plane, isAround), plane->at[0], count > 1 ? plane->at[1] : aroundBottom(plane, isAround)};
}

/** The window around the vector after `at`. */
static ALWAYS Window goDown(Window window, const Plane *plane, int at, int count, int isAround) {
  return (Window){window.here, window.after, at + 2 < count ? plane->at[at + 2] : aroundBottom(plane, isAround)};
}

static ALWAYS Rows besidesIn(Window window, int at, int count, int isAround) {
  return besides(window.before, window.here, window.after, at + 1 == count, isAround);
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
    Window own = atTop(mine, count, isAround), other = atTop(theirs, count, isAround);
    for (int at = 0; at < count; at++) {
      const Rows toMine = besidesIn(own, at, count, isAround), toTheirs = besidesIn(other, at, count, isAround), left = unreached.at[at];
      const Rows newMine = toMine & left, newTheirs = isAtOnce ? toTheirs & left : toTheirs & left & ~newMine;
      const Rows after = own.here | (isAtOnce ? newMine & ~newTheirs : newMine);
      touching |= toMine & (other.here & ~lateHead->at[at]);
      later |= isAtOnce ? newMine & newTheirs : toTheirs & (after & ~earlyHead->at[at]);
      any |= newMine | newTheirs;
      mine[1].at[at] = after;
      theirs[1].at[at] = other.here | (isAtOnce ? newTheirs & ~newMine : newTheirs);
      unreached.at[at] = left & ~(newMine | newTheirs);
      own = goDown(own, mine, at, count, isAround);
      other = goDown(other, theirs, at, count, isAround);
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
  Window window = atTop(own, vectors, isOpenAcross);
  for (int at = 0; at < vectors; at++) {
    const Rows to = besidesIn(window, at, vectors, isOpenAcross), new = to & unreached.at[at];
    touching |= to & (theirs->at[at] & ~reached[rival][0].at[at]);
    any |= new;
    after->at[at] = window.here | (tied ? new & ~tied->at[at] : new);
    unreached.at[at] &= ~new;
    window = goDown(window, own, at, vectors, isOpenAcross);
  }
  if (isAny(touching)) meet(lastLevel[0] + lastLevel[1] + 1);
  lastLevel[seat] += isAny(any);
}

/** Grows both floods by one cell at once. */
static void growBoth(void) {
  Plane tied;
  Rows any = {0, 0, 0, 0};
  const Plane *const first = &reached[0][lastLevel[0]], *const second = &reached[1][lastLevel[1]];
  Window one = atTop(first, vectors, isOpenAcross), other = atTop(second, vectors, isOpenAcross);
  for (int at = 0; at < vectors; at++) {
    tied.at[at] = unreached.at[at] & besidesIn(one, at, vectors, isOpenAcross) & besidesIn(other, at, vectors, isOpenAcross);
    any |= tied.at[at];
    one = goDown(one, first, at, vectors, isOpenAcross);
    other = goDown(other, second, at, vectors, isOpenAcross);
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

/** Whether the position at hand can be flooded by planes: ties must belong to neither, and the shortest way is right only without boosts. */
static ALWAYS int canSpreadPlanes(int tiesTo) {
  return fitsPlanes && tiesTo < 0 && !(isLearned && boosts[0] + boosts[1] + boosted[0] + boosted[1] > 0);
}

/** Floods the board from both cycles as `spread` does, if it can; gives whether it has. */
static int spreadPlanes(int first, int tiesTo) {
  isByPlanes = canSpreadPlanes(tiesTo);
  if (!isByPlanes) return 0;
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
  return 1;
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
