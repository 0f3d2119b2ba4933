// The search of tron while the cycles can meet: alpha-beta with iterative deepening, a transposition table and the history heuristic.

#include "planes.c"

/** The seat that searches, the price of a draw, the weight of a step. */
static int me, drawPrice, stepWeight;
/** The seat that gets the cells that both reach at once, -1 for neither. */
static int tiesTo;

void weigh(int seat, int areColoured, int steps, int draw, int ties) {
  me = seat;
  hasColours = areColoured;
  stepWeight = steps;
  drawPrice = draw;
  tiesTo = ties;
}

/** Sets the worth of a cell with one to four neighbours in the same room, and of each such neighbour of the head. */
void weighOpenness(int one, int two, int three, int four, int besideHead) {
  worth[1] = one;
  worth[2] = two;
  worth[3] = three;
  worth[4] = four;
  headWorth = besideHead;
}

/** The entries of the transposition table that are used. */
enum { TABLE_BITS = 18, RATED_TABLE_BITS = 16 };
static Word tableMask = (1 << RATED_TABLE_BITS) - 1;

/**
 * Makes the search quicker: it deepens by whole turns, remembers what it has evaluated, searches all but the first move of a position
 * with a null window and one or two turns less deep, and has a larger table. It also looks for boosts in more plies, and a room that is decided
 * counts more. The rungs below the strongest brain are rated without all this.
 */
void quicken(void) {
  isQuick = 1;
  tableMask = (1 << TABLE_BITS) - 1;
}

// ---- What the caller reads.

enum { MAX_DEPTH = 100, LONGEST_LINE = 12 };

/** The value of the move found, the plies that were searched completely, the positions, and the length of the principal variation. */
struct {
  int value, depth, nodes, lineLength;
} found;
/** The principal variation: moves, plus 16 for those of seat 1. */
int line[LONGEST_LINE + 1];

// ---- The evaluation.

/** The value of a won round, less the turns until then. Beyond PROVEN are ends that the search has proven. */
enum { INFINITE = 1 << 30, WON = 1000000, PROVEN = WON - 100000 };
/** A room that the rival can no longer enter: what each step counts, and having more of them, for a quick search and for the rated one. */
enum { APART = 25, DECIDED = 1200, RATED_DECIDED = 200 };

static ALWAYS int drawnFor(int seat) { return seat == me ? -drawPrice : drawPrice; }

/** Finds the territories, where `first` is to move. */
static ALWAYS void findTerritories(int first) {
  if (spreadPlanes(first, tiesTo)) return;
  spread(first, tiesTo);
  takeRows();
}

/** Measures the room of a seat in the territories that were found last. */
static Room roomOf(int seat) {
  if (isByPlanes) return roomOfPlanes(seat);
  const Room room = isByRows ? measureRows(seat) : measure(owner, seat + 1, 2 - seat, heads[seat], distance);
  if (contact && isLearned) gather(seat);
  return room;
}

/** The value of the position for the seat to move, from the room that each cycle has. */
static int evaluate(int seat) {
  const int rival = 1 - seat;
  findTerritories(seat);
  const Room mine = roomOf(seat), theirs = roomOf(rival);
  const int steps = mine.steps - theirs.steps;
  if (contact && isLearned) return judge(seat, mine.steps, theirs.steps);
  if (contact) return stepWeight * steps + mine.openness - theirs.openness;
  // Where players move by turns and have equal room, the seat to move is stuck first.
  if (steps == 0 && simultaneous) return drawnFor(seat);
  const int decided = isQuick ? DECIDED : RATED_DECIDED;
  return APART * steps + (steps > 0 ? decided : -decided);
}

/** The static value for the seat that searches. */
int value(void) { return evaluate(me); }

// ---- The transposition table.

enum { UNKNOWN, EXACT, LOWER_BOUND, UPPER_BOUND };

typedef struct {
  Word check;
  int value;
  Byte depth, bound;
  signed char move;
} Entry;

static Entry table[1 << TABLE_BITS];

typedef struct {
  Word hash, check;
} Key;

/** Both hashes of a position in which `seat` is to choose and the other has chosen `pending` already. */
static Key keyOf(int seat, int chosen) {
  Word key = (Word)(heads[0] + 1) * 0x9e3779b1u;
  key = ((key ^ (key >> 15)) + (Word)heads[1] + 1) * 0x85ebca77u;
  const int rest = ((boosts[0] * 100 + boosts[1]) * 4 + boosted[0] * 2 + boosted[1]) * 32 + seat * 16 + chosen + 1;
  key = ((key ^ (key >> 13)) + (Word)rest) * 0xc2b2ae3du;
  key ^= key >> 16;
  return (Key){hash ^ key, check ^ key * 0x27d4eb2fu};
}

/** The entry of a position, or 0. */
static ALWAYS Entry *findEntry(Key key) {
  Entry *const entry = &table[key.hash & tableMask];
  return entry->bound != UNKNOWN && entry->check == key.check ? entry : 0;
}

// ---- The values of positions that a quick search has evaluated: the search of the next turn begins with many of them.

enum { SEEN_BITS = 18, SEEN = 1 << SEEN_BITS };

static struct {
  Word check;
  /** For the seat that searches. */
  int value;
} seen[SEEN];

/** The value for `seat`, from memory if it is there. */
static int evaluateOnce(int seat) {
  // Where both move at once, it makes no difference who is to choose first.
  const Key key = keyOf(simultaneous ? me : seat, NO_MOVE);
  const int at = (int)(key.hash & (SEEN - 1)), sign = seat == me ? 1 : -1;
  if (seen[at].check != key.check) {
    seen[at].check = key.check;
    seen[at].value = sign * evaluate(seat);
  }
  return sign * seen[at].value;
}

// ---- The principal variation, from the exact entries of the table.

static int expected(int seat, int chosen) {
  const Entry *const entry = findEntry(keyOf(seat, chosen));
  return entry && entry->bound == EXACT && isLegal(seat, entry->move) ? entry->move : NO_MOVE;
}

static ALWAYS void addToLine(int seat, int move) { line[found.lineLength++] = seat << 4 | move; }

/** In simultaneous games the own move of each turn stands before the rival's. */
static void writeLine(int first) {
  Undo undos[LONGEST_LINE];
  int turns = 0, mover = me, move = first;
  found.lineLength = 0;
  while (move != NO_MOVE && found.lineLength < LONGEST_LINE && !dead[0] && !dead[1]) {
    const int answer = simultaneous ? expected(1 - mover, move) : NO_MOVE;
    const int mine = mover == me ? move : answer, theirs = mover == me ? answer : move;
    if (simultaneous && (mine == NO_MOVE || theirs == NO_MOVE)) {
      if (turns == 0) addToLine(me, first);
      break;
    }
    if (mine != NO_MOVE) addToLine(me, mine);
    if (theirs != NO_MOVE) addToLine(1 - me, theirs);
    playTurn(me == 0 ? mine : theirs, me == 0 ? theirs : mine, &undos[turns++]);
    mover = 1 - mover;
    move = expected(mover, NO_MOVE);
  }
  while (turns > 0) takeBack(&undos[--turns]);
}

// ---- Alpha-beta.

/** Lines can be longer than the depth: a forced move extends the search. */
enum { MAX_PLY = 120 };
/** Boosts are searched in the first plies only. */
enum { BOOST_PLIES = 16, RATED_BOOST_PLIES = 4 };
/** With so many plies left, a quick search looks at the second move of a position and at those after it so many plies less deep, and again if one seems better. */
enum { LATE_DEPTH = 6, SECOND_LESS = 2, OTHERS_LESS = 4 };

static int history[2][MOST_CELLS][MOST_MOVES];

/** Generates the seat's moves for this ply, ordered: the move from the table first, then by history. */
static int orderMoves(int seat, int at, int best, int *moves) {
  const int count = safeMoves(seat, at < (isQuick ? BOOST_PLIES : RATED_BOOST_PLIES), moves);
  if (count == 0) moves[0] = firstLegal(seat);
  if (count < 2) return 1;
  const int *const known = history[seat][heads[seat]];
  int ranks[MOST_MOVES];
  for (int i = 0; i < count; i++) {
    const int move = moves[i], rank = move == best ? 1 << 30 : known[move] - (move >= BOOST);
    int to = i;
    for (; to > 0 && ranks[to - 1] < rank; to--) {
      ranks[to] = ranks[to - 1];
      moves[to] = moves[to - 1];
    }
    ranks[to] = rank;
    moves[to] = move;
  }
  return count;
}

static int alphaBeta(int seat, int chosen, int depth, int alpha, int beta, int at);

/** The value for `seat` after `move`. In a simultaneous turn the move stays pending until the rival has chosen, too. */
static int searchMove(int seat, int move, int chosen, int depth, int alpha, int beta, int at) {
  if (simultaneous && chosen == NO_MOVE) return -alphaBeta(1 - seat, move, depth, -beta, -alpha, at + 1);
  Undo undo;
  playTurn(seat == 0 ? move : chosen, seat == 0 ? chosen : move, &undo);
  // In simultaneous games the seat that answered this time commits first the next time: if one seat always committed
  // first, every fight would look lost.
  const int value = simultaneous ? alphaBeta(seat, NO_MOVE, depth, alpha, beta, at + 1)
                                 : -alphaBeta(1 - seat, NO_MOVE, depth, -beta, -alpha, at + 1);
  takeBack(&undo);
  return value;
}

static int alphaBeta(int seat, int chosen, int depth, int alpha, int beta, int at) {
  if (dead[0] && dead[1]) return drawnFor(seat);
  if (dead[0] || dead[1]) return dead[seat] ? ply - WON : WON - ply;
  if (!spend()) return 0;
  if (chosen == NO_MOVE && (depth <= 0 || at >= MAX_PLY)) return isQuick ? evaluateOnce(seat) : evaluate(seat);

  const Key key = keyOf(seat, chosen);
  int best = NO_MOVE;
  const Entry *const known = findEntry(key);
  if (known) {
    best = known->move;
    if (known->depth >= depth &&
        (known->bound == EXACT || (known->bound == LOWER_BOUND ? known->value >= beta : known->value <= alpha)))
      return known->value;
  }

  int moves[MOST_MOVES];
  const int count = orderMoves(seat, at, best, moves);
  const int nextDepth = count == 1 && at < MAX_PLY - 2 ? depth : depth - 1;
  int value = -INFINITE, raisedAlpha = alpha;
  for (int i = 0; i < count; i++) {
    const int isLate = isQuick && i > 0, isNarrow = isLate && raisedAlpha + 1 < beta;
    int worth = INFINITE;
    if (isLate && depth >= LATE_DEPTH)
      worth = searchMove(seat, moves[i], chosen, nextDepth - (i == 1 ? SECOND_LESS : OTHERS_LESS), raisedAlpha, raisedAlpha + 1, at);
    if (worth > raisedAlpha)
      worth = searchMove(seat, moves[i], chosen, nextDepth, raisedAlpha, isNarrow ? raisedAlpha + 1 : beta, at);
    if (isNarrow && worth > raisedAlpha && worth < beta)
      worth = searchMove(seat, moves[i], chosen, nextDepth, raisedAlpha, beta, at);
    if (isSpent) return 0;
    if (worth <= value) continue;
    value = worth;
    best = moves[i];
    raisedAlpha = larger(raisedAlpha, worth);
    if (worth < beta) continue;
    history[seat][heads[seat]][best] += depth * depth + 1;
    break;
  }
  table[key.hash & tableMask] = (Entry){
      .check = key.check,
      .value = value,
      .depth = (Byte)larger(0, depth),
      .bound = value >= beta ? LOWER_BOUND : value <= alpha ? UPPER_BOUND : EXACT,
      .move = (signed char)best,
  };
  return value;
}

/** At the root the rival answers after it has seen the own move (the pessimistic view). Gives the best move. */
int search(void) {
  beginCount();
  __builtin_memset(history, 0, sizeof history[0][0] * ((unsigned long)cells + 1));
  __builtin_memset(history[1], 0, sizeof history[0][0] * ((unsigned long)cells + 1));
  int ordered[MOST_MOVES], root[MOST_MOVES], filled = 0;
  const int count = orderMoves(me, 0, NO_MOVE, ordered);
  for (int rams = 0; rams < 2; rams++)
    for (int i = 0; i < count; i++)
      if (isRamming(me, ordered[i]) == rams) root[filled++] = ordered[i];
  int choice = root[0];
  found.value = found.depth = found.lineLength = 0;
  // Both plies of a turn have the same positions at their end.
  const int step = isQuick && simultaneous ? 2 : 1;
  for (int depth = step; depth < MAX_DEPTH && count > 1; depth += step) {
    int value = -INFINITE, best = -1;
    for (int i = 0; i < count; i++) {
      const int isNarrow = isQuick && i > 0;
      int worth = searchMove(me, root[i], NO_MOVE, depth - 1, value, isNarrow ? value + 1 : INFINITE, 0);
      if (isNarrow && !isSpent && worth > value) {
        value = worth;
        best = i;
        worth = searchMove(me, root[i], NO_MOVE, depth - 1, worth - 1, INFINITE, 0);
      }
      if (isSpent) break;
      if (worth <= value) continue;
      value = worth;
      best = i;
    }
    // A loss in the pessimistic view is no proof. The move of the last iteration without it is the best chance.
    if (best < 0 || (value < -PROVEN && found.depth > 0)) break;
    choice = root[best];
    for (; best > 0; best--) root[best] = root[best - 1];
    root[0] = choice;
    found.value = value;
    found.depth = isSpent ? depth - 1 : depth;
    writeLine(choice);
    if (isSpent || value > PROVEN) break;
  }
  found.nodes = nodes;
  return choice;
}
