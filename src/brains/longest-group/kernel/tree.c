// The tree search of longest group, as WebAssembly: UCT with RAVE. `npm run kernels` builds it.

#include "playout.c"

typedef struct {
  /** All moves as first (AMAF): the values of the playouts in which the mover took the cell at any time. In each pair that is
   * one playout, so their number is that of the pairs since the parent was expanded: it stands at the parent. */
  float amafTotal;
  /** The sum of the mean values of the pairs of playouts through the node, for the side that moved there. */
  float total;
  /** What follows from the visits, kept for selection: how far AMAF values are trusted, the mean value with the rest of
   * the weight, and the node's part of the exploration bonus. */
  double trust, quality, bonus;
  /** Pairs of playouts through the node. */
  int visits, amafVisits;
  /** The children stand side by side. */
  int firstChild;
  short children, cell;
} Node;

/** What a second of search needs. Memory that no node was written to takes no room. */
enum { MOST_NODES = 1 << 20 };

/** A node is expanded after so many visits. */
enum { EXPAND_AT = 3 };
/** The most children of a node below the root. */
enum { WIDTH = 40 };
/** A prior counts as so many pairs of playouts. */
enum { PRIOR_VISITS = 60 };
/** Added to the prior of cells that touch the last move, also at a corner. */
static const double NEAR = 0.02;
/** The part of what is known of cells that counts at the next move. */
static const double KEPT = 0.1;
static const double RAVE_EQUIVALENCE = 600, EXPLORATION = 0.05, MARGIN = 0.25;

/** What WebAssembly cannot do by itself: the natural logarithm, and twice the lead on a full board that is too large for bits. */
__attribute__((import_module("host"), import_name("log"))) double log(double);
__attribute__((import_module("host"), import_name("leadOfLarge"))) int leadOfLarge(int board);

/** The position of the root, which the caller writes. */
Word rootStones[2][MOST_WORDS];
int rootTurn, emptyCount;

static Node rooms[2][MOST_NODES];
/** The tree; node 0 is the root. The useful part of it is copied to the spare room at the next move. */
static Node *nodes = rooms[0], *spare = rooms[1];
static int size;

/** By seat and cell, over all counted pairs of playouts: the values for the seat of those in which it owned the cell. */
static double owned[2][MOST_CELLS], ownedVisits;
static int pairs;

static ALWAYS int has(const Word *set, int cell) { return set[cell >> 5] >> (cell & 31) & 1; }

static void addNode(int cell, double amafTotal) {
  nodes[size++] = (Node){.cell = (short)cell, .amafTotal = (float)amafTotal, .trust = 1, .bonus = EXPLORATION};
}

/** The child on a cell, -1 if there is none. */
static int childOn(int node, int cell) {
  const int begin = nodes[node].firstChild;
  for (int i = begin; i < begin + nodes[node].children; i++)
    if (nodes[i].cell == cell) return i;
  return -1;
}

// ---- From move to move.

/** Copies a node and all below it to the beginning of the spare room, which becomes the tree. */
static void keepBelow(int node) {
  int count = 0;
  spare[count++] = nodes[node];
  for (int parent = 0; parent < count; parent++) {
    const int begin = spare[parent].firstChild;
    spare[parent].firstChild = count;
    for (int i = begin; i < begin + spare[parent].children; i++) spare[count++] = nodes[i];
  }
  Node *const old = nodes;
  nodes = spare;
  spare = old;
  size = count;
}

/**
 * Sets the root to a position, with what an earlier search of the round found out about it: `mine` and `theirs` are the cells of
 * the two moves since then, -1 if there was no such search.
 */
void plant(int mine, int theirs) {
  const int child = mine < 0 ? -1 : childOn(0, mine);
  const int known = child < 0 ? -1 : childOn(child, theirs);
  pairs = 0;
  int isKept = known > 0 && nodes[known].children > 0;
  if (isKept) {
    keepBelow(known);
    isKept = size + emptyCount <= MOST_NODES;
  }
  for (int seat = 0; seat < 2; seat++)
    for (int cell = 0; cell < MOST_CELLS; cell++) owned[seat][cell] = isKept ? owned[seat][cell] * KEPT : 0.5;
  ownedVisits = isKept ? ownedVisits * KEPT : 1;
  if (!isKept) {
    size = 0;
    addNode(0, 0);
    nodes[0].amafVisits = PRIOR_VISITS;
  }
  // The root gets a child for every empty cell.
  const int begin = size;
  for (int i = 0; i < emptyCount; i++) {
    const int at = childOn(0, empty[i]);
    if (at < 0) addNode(empty[i], nodes[0].amafVisits * (owned[rootTurn][empty[i]] / ownedVisits));
    else nodes[size++] = nodes[at];
  }
  nodes[0].firstChild = begin;
  nodes[0].children = (short)emptyCount;
}

// ---- A pair of playouts.

static int selectChild(const Node *node) {
  const double curiosity = __builtin_sqrt(log(node->visits + 1)), share = 1.0 / node->amafVisits;
  const int begin = node->firstChild, end = begin + node->children;
  int best = begin;
  double most = -1e9;
  for (int i = begin; i < end; i++) {
    const Node *const child = &nodes[i];
    const double value = child->trust * (child->amafTotal * share) + child->quality + curiosity * child->bonus;
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

/** Adds the moves with the best priors as children. */
static void expand(int node, int turn) {
  short chosen[WIDTH];
  double priors[WIDTH];
  int count = 0;
  if (size + WIDTH > MOST_NODES) return;
  for (int i = 0; i < emptyCount; i++) {
    const int cell = empty[i];
    if (has(stones[0], cell) | has(stones[1], cell)) continue;
    const int away = cell > nodes[node].cell ? cell - nodes[node].cell : nodes[node].cell - cell;
    const int isNear = away == 1 || (away >= width - 1 && away <= width + 1);
    const double prior = owned[turn][cell] / ownedVisits + (isNear ? NEAR : 0);
    if (count == WIDTH && prior <= priors[count - 1]) continue;
    int place = count == WIDTH ? count - 1 : count++;
    for (; place > 0 && priors[place - 1] < prior; place--) {
      priors[place] = priors[place - 1];
      chosen[place] = chosen[place - 1];
    }
    priors[place] = prior;
    chosen[place] = (short)cell;
  }
  nodes[node].firstChild = size;
  nodes[node].children = (short)count;
  nodes[node].amafVisits = PRIOR_VISITS;
  for (int i = 0; i < count; i++) addNode(chosen[i], PRIOR_VISITS * priors[i]);
}

/** The reward of a playout for seat 0. A clear win counts for more than a narrow one. */
static double rewardOf(int doubled) {
  const double lead = doubled / 2.0, won = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  const double margin = (lead > 10 ? 10 : lead < -10 ? -10 : lead) / 20 + 0.5;
  return (1 - MARGIN) * won + MARGIN * margin;
}

/** `once` and `again` are the rewards of seat 0 on the two boards. */
static void countOwned(double once, double again) {
  for (int i = 0; i < emptyCount; i++) {
    const int cell = empty[i];
    const double value = has(filled[0][1], cell) ? again : once;
    owned[0][cell] += value;
    owned[1][cell] = owned[1][cell] + 1 - once - again + value;
  }
  ownedVisits++;
}

static void backPropagate(const int *path, int steps, double once, double again) {
  const double mean = (once + again) / 2;
  for (int step = 0; step <= steps; step++) {
    Node *const node = &nodes[path[step]];
    const int turn = (rootTurn + step) & 1;
    node->visits++;
    node->amafVisits++;
    node->total = (float)(node->total + (turn == 0 ? 1 - mean : mean));
    node->trust = __builtin_sqrt(RAVE_EQUIVALENCE / (3.0 * node->visits + RAVE_EQUIVALENCE));
    node->quality = (1 - node->trust) * ((double)node->total / node->visits);
    node->bonus = EXPLORATION / __builtin_sqrt(node->visits + 1.0);
    // By the seat that owns a cell on the first board: the value of the board on which the mover owns it.
    const double worth[2] = {turn == 0 ? once : 1 - again, turn == 0 ? again : 1 - once};
    Node *const begin = &nodes[node->firstChild], *const end = begin + node->children;
    for (Node *child = begin; child < end; child++)
      child->amafTotal = (float)(child->amafTotal + worth[has(filled[0][1], child->cell)]);
  }
}

/** Priors do not need all playouts: one pair of four is enough. */
enum { COUNTED = 4 };

/** One pair of playouts from a leaf of the tree. */
void searchOnce(void) {
  int path[MOST_CELLS + 1], steps = 0, node = path[0] = 0;
  const int words = wordsOf();
  for (int word = 0; word < words; word++) {
    stones[0][word] = rootStones[0][word];
    stones[1][word] = rootStones[1][word];
  }
  while (nodes[node].children > 0) {
    node = selectChild(&nodes[node]);
    flip(stones[(rootTurn + steps) & 1], nodes[node].cell);
    path[++steps] = node;
  }
  const int turn = (rootTurn + steps) & 1;
  if (nodes[node].visits >= EXPAND_AT && steps < emptyCount) expand(node, turn);
  playOut(turn, emptyCount);
  if (cells > MOST_BITS)
    for (int board = 0; board < 2; board++) leads[board] = leadOfLarge(board);
  const double once = rewardOf(leads[0]), again = rewardOf(leads[1]);
  if (pairs++ % COUNTED == 0) countOwned(once, again);
  backPropagate(path, steps, once, again);
}

// ---- What the search has found.

int mostVisited(int node) {
  const int begin = nodes[node].firstChild;
  int best = begin;
  for (int i = begin; i < begin + nodes[node].children; i++)
    if (nodes[i].visits > nodes[best].visits) best = i;
  return best;
}

int firstChildOf(int node) { return nodes[node].firstChild; }
int childrenOf(int node) { return nodes[node].children; }
int cellOf(int node) { return nodes[node].cell; }
int visitsOf(int node) { return nodes[node].visits; }
/** From 0, lost for the side that moved to the node, to 1, won. */
double valueOf(int node) { return (double)nodes[node].total / (nodes[node].visits > 1 ? nodes[node].visits : 1); }
