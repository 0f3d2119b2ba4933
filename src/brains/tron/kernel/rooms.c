// What each cycle can make of the board: its territory, and the tree of chambers in it.

#include "board.c"

// ---- The territories: a Voronoi diagram, which cycle reaches each cell first by a shortest path.

/** Values of `owner`: neither gets there; a seat plus one; both get there at once. */
enum { UNREACHED = 0, BOTH = 3 };

static Byte owner[MOST_CELLS];
/** Cells from the owner's cycle. */
static int distance[MOST_CELLS];
static int queues[2][MOST_CELLS], readTo[2], writtenTo[2], grown[2], contact;
/** Cells that both reach at once, and the shortest way from one cycle to the other, NO_WAY without one. */
enum { NO_WAY = 1 << 20 };
static int ties, between;

/** Grows a flood by one cell. With `isTogether`, cells that the rival reaches in the same step belong to both. */
static ALWAYS void grow(int seat, int isTogether) {
  int *const queue = queues[seat];
  const Byte mine = (Byte)(seat + 1);
  const int end = writtenTo[seat], theirs = grown[1 - seat], away = grown[seat] + 1;
  int tail = end;
  for (int at = readTo[seat]; at < end; at++) {
    const int cell = queue[at];
    if (owner[cell] != mine) continue;
    for (int arm = 0; arm < 4; arm++) {
      const int to = next[cell][arm];
      const Byte whose = owner[to];
      if (whose == UNREACHED) {
        if (tiles[to] != FREE) continue;
        owner[to] = mine;
        distance[to] = away;
        queue[tail++] = to;
      } else if (whose != mine) {
        contact = 1;
        // The way past a cycle that is beside this one does not count.
        const int way = distance[to] > 0 ? away + distance[to] : NO_WAY;
        if (way < between) between = way;
        if (isTogether && whose != BOTH && distance[to] == theirs) {
          owner[to] = BOTH;
          ties++;
        }
      }
    }
  }
  grown[seat]++;
  readTo[seat] = end;
  writtenTo[seat] = tail;
}

/**
 * Floods the board from both cycles at once, turn by turn. Where players move by turns, `first` is the seat to move. A boost in
 * hand counts for one fast turn. A cell that both reach at once belongs to both, and neither flood goes on from there; with
 * `tiesTo` from 0 it belongs to that seat.
 */
static void spread(int first, int tiesTo) {
  __builtin_memset(owner, UNREACHED, (unsigned long)cells + 1);
  contact = ties = 0;
  between = NO_WAY;
  const int early = !simultaneous ? first : tiesTo < 0 ? 0 : tiesTo, late = 1 - early;
  const int fastEarly = boosted[early] + boosts[early], fastLate = boosted[late] + boosts[late];
  for (int seat = 0; seat < 2; seat++) {
    owner[heads[seat]] = (Byte)(seat + 1);
    distance[heads[seat]] = 0;
    queues[seat][0] = heads[seat];
    readTo[seat] = grown[seat] = 0;
    writtenTo[seat] = 1;
  }
  for (int turns = 0; readTo[0] < writtenTo[0] || readTo[1] < writtenTo[1]; turns++) {
    const int reachEarly = turns < fastEarly ? BOOSTED_CELLS : 1, reachLate = turns < fastLate ? BOOSTED_CELLS : 1;
    if (simultaneous)
      for (int cell = 0; cell < reachEarly || cell < reachLate; cell++) {
        if (cell < reachEarly) grow(early, 0);
        if (cell < reachLate) grow(late, tiesTo < 0 && cell < reachEarly);
      }
    else {
      for (int cell = 0; cell < reachEarly; cell++) grow(early, 0);
      for (int cell = 0; cell < reachLate; cell++) grow(late, 0);
    }
  }
}

// ---- Chambers.

/** An estimate of what a cycle can make of the room it has. */
typedef struct {
  /** Cells it can drive at best, one after the other. */
  int steps;
  /** How open the room is: the worth of these cells, by their neighbours in the same room. */
  int openness;
} Room;

/** The colours of a chess board, if every step changes colour: around an odd torus it need not. */
Byte colour[MOST_CELLS];
static int hasColours;

/** The worth of a cell by its neighbours in the same room, and of each such neighbour of the head. */
static int worth[5], headWorth;

/** The parts of `sides` and of a state on the path. */
enum { NEIGHBOURS = 7, AT_FRONT = 8, ARM_BITS = 3 };

static int number[MOST_CELLS], pending[MOST_CELLS], pendingCount;
/** Of each cell: the neighbours in the room, plus AT_FRONT beside cells of the rival. */
static Byte sides[MOST_CELLS];
/** The way from the head to the cell at hand. */
static struct {
  int cell, low, state;
} path[MOST_CELLS];
/** The best branch behind each cell; `openness` and `isFront` hold where there are steps. */
static struct {
  int steps, openness, isFront, chamber;
} behind[MOST_CELLS];
/** What a cycle does with a chamber on its best way: it stays out, fills it, or races through it. */
enum { ASIDE, FILLED, PASSED, PARTS };
/** The chamber of each cell. Of each chamber: the next one on the best way from there, -1 for none; whether it is raced through; its part. */
static int chamberOf[MOST_CELLS], chamberCount;
static struct {
  int following, isPassed, part;
} chambers[MOST_CELLS];

/** Whether the search is the quick one: see `quicken`. */
static int isQuick;

static ALWAYS int larger(int a, int b) { return a > b ? a : b; }
static ALWAYS int smaller(int a, int b) { return a < b ? a : b; }

/** What is in a chamber: its cells of the entrance's colour, all of them, their worth, whether one is beside cells of the rival, and whether one is an exit. */
typedef struct {
  int same, all, open, isFront, hasExits;
} Content;

/** Records a chamber as a branch of its entrance. What was popped for it is above `pendingCount`, up to `end`. */
static ALWAYS void addChamber(int entrance, Content content, int end, const int *away) {
  const int from = colour[entrance], chamber = chamberCount++;
  const int same = content.same, all = content.all, other = all - same;
  int best = !hasColours ? all : other > same ? 2 * same + 1 : 2 * other;
  int bestOpen = content.open, bestFront = content.isFront, following = -1, isPassed = 0, bestExit = -1;
  for (int at = content.hasExits ? pendingCount : end; at < end; at++) {
    const int exit = pending[at], beyond = behind[exit].steps;
    if (beyond == 0) continue;
    // The rival may fill a chamber that it can enter: drive straight there and fill nothing before.
    const int isRace = behind[exit].isFront;
    const int before = isRace          ? larger(1, away[exit] - away[entrance])
                       : !hasColours   ? all
                       : colour[exit] == from ? 2 * smaller(same, other)
                                              : 2 * smaller(other, same + 1) - 1;
    // Of equally long ways the rungs were rated with the first one. A quick search does not depend on the order: it takes the first cell.
    if (before + beyond < best || (before + beyond == best && !(isQuick && exit < bestExit))) continue;
    best = before + beyond;
    bestOpen = (isRace ? 0 : content.open) + behind[exit].openness;
    bestFront = isRace ? 1 : content.isFront;
    following = behind[exit].chamber;
    isPassed = isRace;
    bestExit = exit;
  }
  chambers[chamber].following = following;
  chambers[chamber].isPassed = isPassed;
  chambers[chamber].part = ASIDE;
  if (best <= behind[entrance].steps) return;
  behind[entrance].steps = best;
  behind[entrance].openness = bestOpen;
  behind[entrance].isFront = bestFront;
  behind[entrance].chamber = chamber;
}

/** Pops the chamber entered from `entrance` through `first` off the stack of pending cells. */
static ALWAYS void closeChamber(int entrance, int first, const int *away) {
  const int from = colour[entrance], end = pendingCount;
  int same = 0, open = 0, front = 0, branches = 0, cell;
  do {
    cell = pending[--pendingCount];
    chamberOf[cell] = chamberCount;
    same += colour[cell] == from;
    open += worth[sides[cell] & NEIGHBOURS];
    front |= sides[cell];
    branches |= behind[cell].steps;
  } while (cell != first);
  addChamber(entrance, (Content){same, end - pendingCount, open, front >= AT_FRONT, branches != 0}, end, away);
}

/**
 * Measures the room of a cycle on `head`, whose cells are those with `who[cell] == mine`, as a tree of chambers: its biconnected
 * components, found by Tarjan's algorithm. A cycle that leaves a chamber through an articulation point cannot come back, so of several
 * branches it gets only one. A chamber is complete when everything behind its entrance is known, so the best branch is found
 * on the way back.
 */
static Room measure(const Byte *who, int mine, int rival, int head, const int *away) {
  __builtin_memset(number, 0, sizeof(int) * ((unsigned long)cells + 1));
  pendingCount = chamberCount = 0;
  int counter = 1, depth = -1, cell = head, parent = -1, arm = 0, side = 0, low = 1;
  number[head] = 1;
  behind[head].steps = behind[head].openness = behind[head].isFront = 0;
  for (;;) {
    int found = -1;
    for (; arm < 4 && found < 0; arm++) {
      const int to = next[cell][arm], whose = who[to];
      if (whose == mine || to == head) {
        side++;
        const int known = number[to];
        if (known == 0) found = to;
        else if (known < low && to != parent) low = known;
      } else if (whose == rival || whose == BOTH) side |= AT_FRONT;
    }
    if (found >= 0) {
      depth++;
      path[depth].cell = cell;
      path[depth].low = low;
      path[depth].state = side << ARM_BITS | arm;
      parent = cell;
      cell = found;
      arm = side = 0;
      low = number[cell] = ++counter;
      behind[cell].steps = 0;
      pending[pendingCount++] = cell;
      continue;
    }
    sides[cell] = (Byte)side;
    if (depth < 0) break;
    const int done = cell, lowest = low;
    cell = path[depth].cell;
    low = path[depth].low;
    arm = path[depth].state & ((1 << ARM_BITS) - 1);
    side = path[depth].state >> ARM_BITS;
    parent = --depth < 0 ? -1 : path[depth].cell;
    if (lowest >= number[cell]) closeChamber(cell, done, away);
    else if (lowest < low) low = lowest;
  }
  return (Room){behind[head].steps, behind[head].openness + headWorth * (side & NEIGHBOURS)};
}

/** Gives the chambers on the best way of the room that was measured last their parts. */
static void followWay(int head) {
  if (behind[head].steps == 0) return;
  for (int at = behind[head].chamber; at >= 0; at = chambers[at].following)
    chambers[at].part = chambers[at].isPassed ? PASSED : FILLED;
}
