// A position of tron for searching, by exactly the rules of the game. `board.ts` has the same for brains without a kernel.
//
// One extra cell stands for everything outside the board; it is always blocked.

typedef unsigned char Byte;
typedef unsigned int Word;

#define ALWAYS inline __attribute__((always_inline))

enum { MOST_CELLS = 200 * 200 + 1, MOST_MOVES = 8 };
/** Values of `tiles`. A living cycle stands on HEAD; driving onto BLOCKED kills. */
enum { FREE, BLOCKED, HEAD };
/** A move is a direction from 0 (north) clockwise, with BOOST added for a boost. */
enum { BOOST = 4, NO_MOVE = -1, BOOSTED_CELLS = 3, BOOSTED_TURNS = 2 };

// ---- The rules and the position, which the caller writes.

static int cells, simultaneous, relative;
/** The neighbours of each cell by direction. */
int next[MOST_CELLS][4];
Byte tiles[MOST_CELLS];
/** By seat: the cell, the direction, boosts left, boosted turns to come. */
int heads[2], facing[2], boosts[2], boosted[2];
/** Turns played, free cells, and two independent Zobrist hashes of the trails. */
static int ply, freeCells;
static Word hash, check;

static ALWAYS void toggle(int cell) {
  Word key = (Word)(cell + 1) * 0x9e3779b1u;
  key = (key ^ (key >> 15)) * 0x85ebca77u;
  hash ^= key ^ (key >> 13);
  key = (key ^ (key >> 16)) * 0xc2b2ae3du;
  check ^= key ^ (key >> 15);
}

void begin(int cellCount, int isSimultaneous, int isRelative) {
  cells = cellCount;
  simultaneous = isSimultaneous;
  relative = isRelative;
}

/** Hashes the trails; the caller has written the tiles and the cycles. */
void load(int turns) {
  ply = turns;
  hash = check = 0;
  freeCells = 0;
  for (int cell = 0; cell < cells; cell++) {
    freeCells += tiles[cell] == FREE;
    if (tiles[cell] == BLOCKED) toggle(cell);
  }
}

// ---- Counting positions.

/** Tells the caller how many positions were seen; gives the number at which to tell it again, 0 once it is time to stop. */
__attribute__((import_module("host"), import_name("look"))) int look(int seen);

static int nodes, nextLook, isSpent;

static void beginCount(void) {
  nodes = isSpent = 0;
  nextLook = 1;
}

/** Counts a position; 0 once it is time to stop. */
static ALWAYS int spend(void) {
  if (++nodes >= nextLook && (nextLook = look(nodes)) == 0) isSpent = 1;
  return !isSpent;
}

// ---- Playing and taking back.

static int dead[2];

/** What `takeBack` needs: the cycles as they were, and the cells left. */
typedef struct {
  int heads[2], facing[2], boosts[2], boosted[2], left[2 * BOOSTED_CELLS], count, freeCells;
} Undo;

static ALWAYS int reachOf(int seat, int move) { return move >= BOOST || boosted[seat] ? BOOSTED_CELLS : 1; }

/** Turns a cycle, and gives how many cells it will drive. */
static int turn(int seat, int move) {
  if (move == NO_MOVE) return 0;
  if (move >= BOOST) {
    boosts[seat]--;
    boosted[seat] = BOOSTED_TURNS;
  }
  facing[seat] = move & 3;
  if (!boosted[seat]) return 1;
  boosted[seat]--;
  return BOOSTED_CELLS;
}

static ALWAYS void leave(int seat, Undo *undo) {
  const int cell = heads[seat];
  tiles[cell] = BLOCKED;
  undo->left[undo->count++] = cell;
  toggle(cell);
}

static ALWAYS void arrive(int seat) {
  const int cell = next[heads[seat]][facing[seat]];
  if (tiles[cell] == BLOCKED) {
    dead[seat] = 1;
    return;
  }
  heads[seat] = cell;
  if (tiles[cell] == HEAD) {
    dead[0] = dead[1] = 1;
    return;
  }
  tiles[cell] = HEAD;
  freeCells--;
}

/** Plays one turn: a move for each seat, NO_MOVE for the one that is not to move. */
static void playTurn(int first, int second, Undo *undo) {
  for (int seat = 0; seat < 2; seat++) {
    undo->heads[seat] = heads[seat];
    undo->facing[seat] = facing[seat];
    undo->boosts[seat] = boosts[seat];
    undo->boosted[seat] = boosted[seat];
  }
  undo->count = 0;
  undo->freeCells = freeCells;
  const int reach0 = turn(0, first), reach1 = turn(1, second);
  for (int cell = 0; cell < BOOSTED_CELLS; cell++) {
    const int drives0 = cell < reach0 && !dead[0], drives1 = cell < reach1 && !dead[1];
    if (!drives0 && !drives1) break;
    if (drives0) leave(0, undo);
    if (drives1) leave(1, undo);
    if (drives0) arrive(0);
    if (drives1) arrive(1);
  }
  ply++;
}

static void takeBack(const Undo *undo) {
  for (int seat = 0; seat < 2; seat++)
    if (tiles[heads[seat]] == HEAD) tiles[heads[seat]] = FREE;
  for (int at = 0; at < undo->count; at++) {
    tiles[undo->left[at]] = FREE;
    toggle(undo->left[at]);
  }
  for (int seat = 0; seat < 2; seat++) {
    heads[seat] = undo->heads[seat];
    facing[seat] = undo->facing[seat];
    boosts[seat] = undo->boosts[seat];
    boosted[seat] = undo->boosted[seat];
    dead[seat] = 0;
    tiles[heads[seat]] = HEAD;
  }
  freeCells = undo->freeCells;
  ply--;
}

// ---- Moves.

static ALWAYS int isOpen(int seat, int direction, int reach) {
  int cell = heads[seat];
  for (; reach > 0; reach--) {
    cell = next[cell][direction];
    if (tiles[cell] == HEAD) return !simultaneous;
    if (tiles[cell] != FREE) return 0;
  }
  return 1;
}

/** Writes the moves that are not certainly fatal, and counts them. By turns they include ramming the other cycle. */
static int safeMoves(int seat, int withBoosts, int *into) {
  int count = 0;
  for (int direction = 0; direction < 4; direction++) {
    if (relative && direction == (facing[seat] ^ 2)) continue;
    if (isOpen(seat, direction, reachOf(seat, 0))) into[count++] = direction;
    if (withBoosts && boosts[seat] > 0 && isOpen(seat, direction, BOOSTED_CELLS)) into[count++] = direction + BOOST;
  }
  return count;
}

static int isRamming(int seat, int move) {
  int cell = heads[seat];
  for (int reach = reachOf(seat, move); reach > 0; reach--) {
    cell = next[cell][move & 3];
    if (tiles[cell] == HEAD) return 1;
  }
  return 0;
}

/** The first legal move in the game's order. */
static ALWAYS int firstLegal(int seat) { return relative ? (facing[seat] + 3) & 3 : 0; }

static int isLegal(int seat, int move) {
  if (move < 0 || (relative && (move & 3) == (facing[seat] ^ 2))) return 0;
  return move < BOOST || boosts[seat] > 0;
}
