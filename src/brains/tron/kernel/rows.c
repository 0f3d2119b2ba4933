// The tree of chambers once more, faster: for a quick search, in large territories, on boards whose rows fit into 64 bits. Else `measure` does it.
//
// A cell whose neighbours in the room hang together around it is no articulation point. Such cells that touch are in the same chamber,
// so together they are one node. Each other cell, a pivot, is a node of its own. Tarjan's algorithm runs over the nodes: a room has few of them.

#include "rooms.c"

/** One bit for each column, from bit 1 on. The bits and rows around the board are its other side on a torus, else empty. */
typedef unsigned long long Bits;

enum { MOST_COLUMNS = 62, MOST_ROWS = 200 + 2, ROW_CELLS = MOST_COLUMNS * 200 };

/** With fewer cells in both territories, `measure` is as fast. */
enum { LEAST_CELLS = 200 };

/** Whether the territories spread last are measured by rows. */
static int isByRows;
/** The size of the board; no columns where rows are not used at all. */
static int columns, rows, isOpenAcross, isOpenDown;
static Byte rowOf[ROW_CELLS], columnOf[ROW_CELLS];
/** The cells of each value of `owner`, but UNREACHED. */
static Bits taken[BOTH + 1][MOST_ROWS];
/** Of each row of the room: the pivots and the other cells; the bits of the number of neighbours in the room; the cells beside the rival's;
 * the cells of chambers that are FILLED and PASSED. */
static struct {
  Bits pivots, others, ones, twos, fours, front, filled, passed;
} rowAt[MOST_ROWS];
/** The others of a row that touch, from the first to the last: a node is named by the first cell of one of its runs. */
static struct {
  Bits bits;
  int first;
} runs[ROW_CELLS];
static int runCount;
/** Of the first cell of a run: that of another run of the node, or itself. */
static int leader[ROW_CELLS];
/** By node: its cells, those of colour 1, their worth, whether one is at the front, and whether the node is a pivot. */
static struct {
  int all, odd, open, isFront, isPivot;
} contents[ROW_CELLS];
/** The nodes beside each one, as lists. */
static int firstEdge[ROW_CELLS], edgeCount;
static struct {
  int to, following;
} edges[8 * ROW_CELLS];

static void layPlanes(void);

/** Has large territories measured by rows from now on, and small boards evaluated by planes, where these fit; the caller has written `next`. */
void layRows(int width) {
  if (width > MOST_COLUMNS) return;
  columns = width;
  rows = cells / columns;
  isOpenAcross = next[0][3] != cells;
  isOpenDown = next[0][0] != cells;
  for (int cell = 0; cell < cells; cell++) {
    rowOf[cell] = (Byte)(cell / columns + 1);
    columnOf[cell] = (Byte)(cell % columns + 1);
  }
  layPlanes();
}

/** Writes the territories as rows, if they are to be measured so. */
static void takeRows(void) {
  isByRows = columns > 0 && writtenTo[0] + writtenTo[1] >= LEAST_CELLS;
  if (!isByRows) return;
  for (int who = 1; who <= BOTH; who++) __builtin_memset(taken[who], 0, sizeof(Bits) * ((unsigned long)rows + 2));
  for (int seat = 0; seat < 2; seat++)
    for (int at = 0; at < writtenTo[seat]; at++) {
      const int cell = queues[seat][at];
      taken[owner[cell]][rowOf[cell]] |= 1ull << columnOf[cell];
    }
  for (int who = 1; who <= BOTH; who++) {
    Bits *const own = taken[who];
    for (int y = 1; isOpenAcross && y <= rows; y++) own[y] |= (own[y] >> columns & 1) | (own[y] & 2) << columns;
    if (!isOpenDown) continue;
    own[0] = own[rows];
    own[rows + 1] = own[1];
  }
}

static ALWAYS int isPivot(int cell) { return (int)(rowAt[rowOf[cell]].pivots >> columnOf[cell] & 1); }

/** The neighbours in the room, plus AT_FRONT beside cells of the rival. */
static ALWAYS int sidesInRow(int cell) {
  const int x = columnOf[cell], y = rowOf[cell];
  return (int)((rowAt[y].ones >> x & 1) | (rowAt[y].twos >> x & 1) << 1 | (rowAt[y].fours >> x & 1) << 2 | (rowAt[y].front >> x & 1) << 3);
}

/** The first cell of the run with a column of a row. */
static ALWAYS int runAt(int y, int x) {
  const Bits gaps = ~rowAt[y].others & ((1ull << x) - 1);
  return (y - 1) * columns + 63 - __builtin_clzll(gaps);
}

static ALWAYS int nodeOf(int cell) { return isPivot(cell) ? cell : leader[runAt(rowOf[cell], columnOf[cell])]; }

static ALWAYS int leaderOf(int run) {
  while (leader[run] != run) run = leader[run];
  return run;
}

/** Makes one node of the runs of two rows that touch. */
static ALWAYS void joinRuns(int y, Bits bits, int run) {
  for (Bits touching = rowAt[y].others & bits; touching != 0; touching &= touching + (touching & -touching)) {
    const int one = leaderOf(runAt(y, __builtin_ctzll(touching))), other = leaderOf(run);
    leader[larger(one, other)] = smaller(one, other);
  }
}

/** Finds the pivots of a territory, and the sides of all its cells. */
static void findPivots(int seat) {
  const Bits *const mine = taken[seat + 1], *const theirs = taken[2 - seat], *const both = taken[BOTH];
  const Bits inside = ((1ull << columns) - 1) << 1;
  for (int y = 1; y <= rows; y++) {
    const Bits own = mine[y], n = mine[y - 1], s = mine[y + 1], e = own >> 1, w = own << 1;
    // Clockwise around a cell, its neighbours that do not hang together with the one before: two of them make a pivot.
    const Bits newN = n & ~(w & n << 1), newE = e & ~(n & n >> 1), newS = s & ~(e & s >> 1), newW = w & ~(s & s << 1);
    const Bits pivots = own & inside & ((newN & newE) | (newS & newW) | ((newN | newE) & (newS | newW)));
    const Bits oneDown = n ^ s, twoDown = n & s, oneAcross = e ^ w, twoAcross = e & w;
    const Bits rival = theirs[y] | both[y];
    rowAt[y].pivots = pivots;
    rowAt[y].others = own & inside & ~pivots;
    rowAt[y].ones = oneDown ^ oneAcross;
    rowAt[y].twos = twoDown ^ twoAcross ^ (oneDown & oneAcross);
    rowAt[y].fours = twoDown & twoAcross;
    rowAt[y].front = theirs[y - 1] | both[y - 1] | theirs[y + 1] | both[y + 1] | rival >> 1 | rival << 1;
  }
  const int head = heads[seat];
  rowAt[rowOf[head]].pivots |= 1ull << columnOf[head];
  rowAt[rowOf[head]].others &= ~(1ull << columnOf[head]);
}

/** Makes nodes of the cells that are no pivots. */
static void findRuns(void) {
  runCount = 0;
  for (int y = 1; y <= rows; y++)
    for (Bits left = rowAt[y].others, bits; left != 0; left ^= bits) {
      bits = left & ~(left + (left & -left));
      const int run = (y - 1) * columns + __builtin_ctzll(bits) - 1;
      const Bits odd = y & 1 ? 0x5555555555555555 : 0xaaaaaaaaaaaaaaaa, ones = rowAt[y].ones & bits, twos = rowAt[y].twos & bits;
      runs[runCount].bits = bits;
      runs[runCount++].first = run;
      leader[run] = run;
      contents[run].all = __builtin_popcountll(bits);
      contents[run].odd = __builtin_popcountll(bits & odd);
      contents[run].open = worth[1] * __builtin_popcountll(ones & ~twos) + worth[2] * __builtin_popcountll(twos & ~ones) +
                           worth[3] * __builtin_popcountll(ones & twos) + worth[4] * __builtin_popcountll(rowAt[y].fours & bits);
      contents[run].isFront = (rowAt[y].front & bits) != 0;
      contents[run].isPivot = 0;
      joinRuns(y - 1, bits, run);
      if (isOpenAcross && bits >> columns & 1) joinRuns(y, 2, run);
      if (isOpenDown && y == rows) joinRuns(1, bits, run);
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

static ALWAYS void addEdge(int from, int to) {
  edges[edgeCount].to = to;
  edges[edgeCount].following = firstEdge[from];
  firstEdge[from] = edgeCount++;
}

/** Makes a node of a pivot, which no edge leaves yet. */
static ALWAYS void makePivot(int cell, int side) {
  number[cell] = 0;
  firstEdge[cell] = -1;
  contents[cell].all = 1;
  contents[cell].odd = colour[cell];
  contents[cell].open = worth[side & NEIGHBOURS];
  contents[cell].isFront = side >= AT_FRONT;
  contents[cell].isPivot = 1;
}

/** Makes a node of each pivot, and connects it. */
static void connectPivots(int mine) {
  edgeCount = 0;
  for (int y = 1; y <= rows; y++)
    for (Bits left = rowAt[y].pivots; left != 0; left &= left - 1) {
      const int cell = (y - 1) * columns + __builtin_ctzll(left) - 1;
      makePivot(cell, sidesInRow(cell));
      // The last neighbour first: then the list has them in the order of `measure`.
      for (int arm = 3; arm >= 0; arm--) {
        const int to = next[cell][arm];
        if (owner[to] != mine) continue;
        const int node = nodeOf(to);
        addEdge(cell, node);
        if (!isPivot(to)) addEdge(node, cell);
      }
    }
}

/** Whether the position at hand is evaluated by planes.c; this writes the distances of a chamber's entrance and exits. */
static int isByPlanes;
static void writeDistancesByPlanes(int entrance, int end);

/** Pops the chamber entered from `entrance` through `first` off the stack of pending nodes. */
static ALWAYS void closeNodes(int entrance, int first) {
  const int end = pendingCount;
  int odd = 0, all = 0, open = 0, isFront = 0, branches = 0, node;
  do {
    node = pending[--pendingCount];
    chamberOf[node] = chamberCount;
    odd += contents[node].odd;
    all += contents[node].all;
    open += contents[node].open;
    isFront |= contents[node].isFront;
    branches |= behind[node].steps;
  } while (node != first);
  if (isByPlanes && branches != 0) writeDistancesByPlanes(entrance, end);
  addChamber(entrance, (Content){colour[entrance] ? odd : all - odd, all, open, isFront, branches != 0}, end, distance);
}

/** Finds the chambers from the nodes and their edges, as `measure` does from cells. */
static void measureNodes(int head) {
  pendingCount = chamberCount = 0;
  int counter = 1, depth = -1, node = head, parent = -1, edge = firstEdge[head], low = 1;
  number[head] = 1;
  behind[head].steps = behind[head].openness = behind[head].isFront = 0;
  for (;;) {
    int found = -1;
    for (; edge >= 0 && found < 0; edge = edges[edge].following) {
      const int to = edges[edge].to, known = number[to];
      if (known == 0) found = to;
      else if (known < low && to != parent) low = known;
    }
    if (found >= 0) {
      depth++;
      path[depth].cell = node;
      path[depth].low = low;
      path[depth].state = edge;
      parent = node;
      node = found;
      edge = firstEdge[node];
      low = number[node] = ++counter;
      behind[node].steps = 0;
      pending[pendingCount++] = node;
      continue;
    }
    if (depth < 0) break;
    const int done = node, lowest = low;
    node = path[depth].cell;
    low = path[depth].low;
    edge = path[depth].state;
    parent = --depth < 0 ? -1 : path[depth].cell;
    if (lowest >= number[node] && contents[node].isPivot) closeNodes(node, done);
    else if (lowest < low) low = lowest;
  }
}

/** Measures the room of a seat, whose territories were written as rows, as `measure` does. */
static Room measureRows(int seat) {
  const int head = heads[seat];
  findPivots(seat);
  findRuns();
  connectPivots(seat + 1);
  measureNodes(head);
  return (Room){behind[head].steps, behind[head].openness + headWorth * (sidesInRow(head) & NEIGHBOURS)};
}

/** Writes the parts of the chambers as rows. */
static void writeParts(int head) {
  for (int y = 1; y <= rows; y++) {
    rowAt[y].filled = rowAt[y].passed = 0;
    for (Bits left = rowAt[y].pivots; left != 0; left &= left - 1) {
      const int cell = (y - 1) * columns + __builtin_ctzll(left) - 1, part = cell == head ? ASIDE : chambers[chamberOf[cell]].part;
      if (part == FILLED) rowAt[y].filled |= left & -left;
      if (part == PASSED) rowAt[y].passed |= left & -left;
    }
  }
  for (int at = 0; at < runCount; at++) {
    const int run = runs[at].first, part = chambers[chamberOf[leader[run]]].part;
    if (part == FILLED) rowAt[rowOf[run]].filled |= runs[at].bits;
    if (part == PASSED) rowAt[rowOf[run]].passed |= runs[at].bits;
  }
}

static ALWAYS int partInRow(int cell) {
  const int x = columnOf[cell], y = rowOf[cell];
  return (int)((rowAt[y].filled >> x & 1) | (rowAt[y].passed >> x & 1) << 1);
}
