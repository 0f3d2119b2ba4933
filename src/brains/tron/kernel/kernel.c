// The thinking of tron's strongest brain, as WebAssembly. `npm run kernels` builds it.
//
// search.c finds moves while the cycles can meet, and then this file fills the own room with the longest path.

#include "search.c"

/** How far ahead a plan goes; large rooms are filled piece by piece. */
enum { HORIZON = 160, NO_RIVAL = 255 };

/** The path that the caller reads; before `fill` it may write moves to begin with. */
int moves[HORIZON];
struct {
  /** Moves of the path, and the turns that it lasts: its moves, plus the upper bound from the chambers for what comes after them. */
  int length, steps;
  /** Whether its moves go all the way, and whether no path is longer. */
  int isComplete, isBest;
} plan;

static int drivenMoves[HORIZON], drivenCount, isLimited, most;
static int nowhere[MOST_CELLS];

static ALWAYS int upperBound(int head) { return measure(tiles, FREE, NO_RIVAL, head, nowhere).steps; }

/** An upper bound of the steps that a seat can still drive. */
int stepsOf(int seat) { return upperBound(heads[seat]); }

/** Drives `reach` cells; returns where it ends, or -1 without having moved. */
static int drive(int head, int direction, int reach) {
  int cell = head;
  for (int driven = 0; driven < reach; driven++) {
    cell = next[cell][direction];
    if (tiles[cell] != FREE) return -1;
  }
  for (int at = head, driven = 0; driven <= reach; driven++) {
    tiles[at] = driven == reach ? HEAD : BLOCKED;
    at = next[at][direction];
  }
  return cell;
}

static void driveBack(int head, int direction, int reach) {
  for (int at = head, driven = 0; driven <= reach; driven++) {
    tiles[at] = driven == 0 ? HEAD : FREE;
    at = next[at][direction];
  }
}

static int freedom(int cell) {
  int free = 0;
  for (int arm = 0; arm < 4; arm++) free += tiles[next[cell][arm]] == FREE;
  return free;
}

static void note(int steps, int isEnd) {
  if (steps < plan.steps || (steps == plan.steps && (plan.isComplete || !isEnd))) return;
  for (int at = 0; at < drivenCount; at++) moves[at] = drivenMoves[at];
  plan.length = drivenCount;
  plan.steps = steps;
  plan.isComplete = isEnd;
}

/** Searches on from `head`, where at most `bound` more steps are possible. */
static void fillOn(int head, int bound, int discrepancies, int reach) {
  const int depth = drivenCount;
  if (bound == 0 || depth >= HORIZON) {
    note(depth + bound, bound == 0);
    return;
  }
  note(depth, 0);
  struct {
    int direction, cell, hope, freedom;
  } branches[4];
  int count = 0;
  for (int direction = 0; direction < 4; direction++) {
    const int cell = drive(head, direction, reach);
    if (cell < 0) continue;
    const int hope = upperBound(cell), free = freedom(cell);
    driveBack(head, direction, reach);
    // The highest bound first, then close to the walls.
    int to = count++;
    for (; to > 0 && (branches[to - 1].hope < hope || (branches[to - 1].hope == hope && branches[to - 1].freedom > free)); to--)
      branches[to] = branches[to - 1];
    branches[to].direction = direction;
    branches[to].cell = cell;
    branches[to].hope = hope;
    branches[to].freedom = free;
    if (!spend()) return;
  }
  if (count == 0) {
    note(depth, 1);
    return;
  }
  for (int i = 0; i < count; i++) {
    if (depth + 1 + branches[i].hope <= plan.steps) return;
    if (i > discrepancies) {
      isLimited = 1;
      return;
    }
    drive(head, branches[i].direction, reach);
    drivenMoves[drivenCount++] = branches[i].direction;
    fillOn(branches[i].cell, branches[i].hope, discrepancies - i, 1);
    drivenCount--;
    driveBack(head, branches[i].direction, reach);
    if (isSpent || (plan.isComplete && plan.steps >= most)) return;
  }
}

/** Takes over what is left of an earlier plan. */
static void recall(int start, int reach) {
  int heads[HORIZON + 1], known[HORIZON];
  const int length = plan.length;
  for (int at = 0; at < length; at++) known[at] = moves[at];
  heads[0] = start;
  for (int at = 0; at < length; at++) {
    const int cell = drive(heads[at], known[at], at == 0 ? reach : 1);
    if (cell < 0) break;
    drivenMoves[drivenCount++] = known[at];
    heads[drivenCount] = cell;
  }
  const int hope = upperBound(heads[drivenCount]);
  note(drivenCount + hope, hope == 0);
  while (drivenCount > 0) {
    drivenCount--;
    driveBack(heads[drivenCount], drivenMoves[drivenCount], drivenCount == 0 ? reach : 1);
  }
}

/**
 * Improves the plan, or makes one, until it is time to stop or nothing can be better. This is limited discrepancy search with branch
 * and bound. The heuristic takes the branch with the highest bound from the chambers and keeps to the walls. Each pass allows one
 * more discrepancy from it. A pass that the limit did not cut proves that the path is the longest.
 */
void fill(int seat) {
  beginCount();
  const int head = heads[seat], reach = reachOf(seat, 0);
  plan.steps = plan.isComplete = isLimited = drivenCount = 0;
  if (plan.length > 0) recall(head, reach);
  most = upperBound(head);
  for (int departures = 0; !isSpent && !(plan.isComplete && plan.steps >= most); departures++) {
    isLimited = 0;
    fillOn(head, most, departures, reach);
    if (!isLimited) break;
  }
  plan.isBest = plan.isComplete && (plan.steps >= most || (!isLimited && !isSpent));
}
