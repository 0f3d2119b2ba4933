// The opponent of bench/tron-chambers.ts: a chambers-tree program for tron, in one thread.
//
//   g++ -O3 -march=native -std=c++17 -o chambers bench/tron-chambers.fixture.cpp && ./chambers --ms 100
//
// It plays as the winner of the Google AI Challenge 2010 describes his program: iterative deepening alpha-beta; both floods
// give a Voronoi diagram; articulation points split a territory into chambers, of which a cycle gets one way through the tree;
// a chamber at the battlefront is driven to, not filled before; cells are counted by the colours of a chess board; cells and
// edges have the weights that he fitted to games. Once the cycles are apart it searches for the longest path. Not in
// the description, because they made it stronger here: a transposition table, and boosts in the first plies.
//
// For each turn it reads one line "width height torus simultaneous relative seat", a line "x y facing boosts boosted" for each
// cycle, and the rows; it answers with a direction from 0 (north) clockwise, plus 4 for a boost. It thinks for --ms of
// processor time a move. At the end of its input it says on stderr how many positions it saw and the processor time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

struct Options {
  double ms = 100, nodes = 55, edges = 194, draw = 1000, alternate = 0;
} options;

double cpuMs() {
  timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

// ---- The board. One extra cell, always blocked, stands for everything outside.

constexpr int MOST = 16384;
constexpr uint8_t FREE = 0, BLOCKED = 1, HEAD = 2;
constexpr int BOOST = 4, NO_MOVE = -1;

int width, height, cells;
bool torus, simultaneous, relative, hasColours;
int next_[MOST][4];
uint8_t tiles[MOST], colour[MOST];
int head[2], facing[2], boosts[2], boosted[2], dead[2], ply;
uint64_t hash_, keys[MOST];

struct Undo {
  int head[2], facing[2], boosts[2], boosted[2], left[6], count;
};

int reachOf(int seat, int move) { return move >= BOOST || boosted[seat] ? 3 : 1; }

void leave(int seat, Undo &undo) {
  tiles[head[seat]] = BLOCKED;
  hash_ ^= keys[head[seat]];
  undo.left[undo.count++] = head[seat];
}

void arrive(int seat) {
  const int cell = next_[head[seat]][facing[seat]];
  if (tiles[cell] == BLOCKED) {
    dead[seat] = 1;
    return;
  }
  head[seat] = cell;
  if (tiles[cell] == HEAD) dead[0] = dead[1] = 1;
  else tiles[cell] = HEAD;
}

void play(const int *moves, Undo &undo) {
  memcpy(undo.head, head, sizeof head), memcpy(undo.facing, facing, sizeof head);
  memcpy(undo.boosts, boosts, sizeof head), memcpy(undo.boosted, boosted, sizeof head);
  undo.count = 0;
  int reach[2] = {0, 0};
  for (int seat = 0; seat < 2; seat++) {
    const int move = moves[seat];
    if (move == NO_MOVE) continue;
    reach[seat] = reachOf(seat, move);
    if (move >= BOOST) boosts[seat]--, boosted[seat] = 2;
    if (boosted[seat]) boosted[seat]--;
    facing[seat] = move & 3;
  }
  for (int step = 0; step < 3; step++) {
    const bool drives[2] = {step < reach[0] && !dead[0], step < reach[1] && !dead[1]};
    if (!drives[0] && !drives[1]) break;
    for (int seat = 0; seat < 2; seat++)
      if (drives[seat]) leave(seat, undo);
    for (int seat = 0; seat < 2; seat++)
      if (drives[seat]) arrive(seat);
  }
  ply++;
}

void takeBack(const Undo &undo) {
  for (int seat = 0; seat < 2; seat++)
    if (tiles[head[seat]] == HEAD) tiles[head[seat]] = FREE;
  for (int i = 0; i < undo.count; i++) tiles[undo.left[i]] = FREE, hash_ ^= keys[undo.left[i]];
  memcpy(head, undo.head, sizeof head), memcpy(facing, undo.facing, sizeof head);
  memcpy(boosts, undo.boosts, sizeof head), memcpy(boosted, undo.boosted, sizeof head);
  dead[0] = dead[1] = 0;
  tiles[head[0]] = tiles[head[1]] = HEAD;
  ply--;
}

bool isOpen(int seat, int direction, int reach) {
  for (int cell = head[seat]; reach > 0; reach--) {
    cell = next_[cell][direction];
    if (tiles[cell] == HEAD) return !simultaneous;
    if (tiles[cell] != FREE) return false;
  }
  return true;
}

/** The moves that do not kill for certain, or one that does. */
int movesOf(int seat, bool withBoosts, int *into) {
  int count = 0;
  for (int direction = 0; direction < 4; direction++) {
    if (relative && direction == (facing[seat] ^ 2)) continue;
    if (isOpen(seat, direction, reachOf(seat, 0))) into[count++] = direction;
    if (withBoosts && boosts[seat] && isOpen(seat, direction, 3)) into[count++] = direction + BOOST;
  }
  if (count == 0) into[count++] = facing[seat];
  return count;
}

// ---- The territories: both cycles flood the board at once.

uint8_t owner[MOST];
int away[MOST], queues[2][MOST];
constexpr uint8_t BOTH = 3;

/** Floods from both heads; says whether the floods meet. */
bool spread(int first) {
  memset(owner, 0, cells + 1);
  int read[2] = {0, 0}, written[2] = {1, 1}, grown[2] = {0, 0}, fast[2];
  bool contact = false;
  for (int seat = 0; seat < 2; seat++) {
    owner[head[seat]] = (uint8_t)(seat + 1), away[head[seat]] = 0, queues[seat][0] = head[seat];
    fast[seat] = boosted[seat] + boosts[seat];
  }
  const auto grow = [&](int seat, bool together) {
    const uint8_t mine = (uint8_t)(seat + 1);
    const int end = written[seat];
    int tail = end;
    for (int at = read[seat]; at < end; at++) {
      const int cell = queues[seat][at];
      if (owner[cell] != mine) continue;
      for (const int to : next_[cell]) {
        if (owner[to] == 0) {
          if (tiles[to] != FREE) continue;
          owner[to] = mine, away[to] = away[cell] + 1, queues[seat][tail++] = to;
        } else if (owner[to] != mine) {
          contact = true;
          if (together && owner[to] != BOTH && away[to] == grown[1 - seat]) owner[to] = BOTH;
        }
      }
    }
    grown[seat]++, read[seat] = end, written[seat] = tail;
  };
  const int early = simultaneous ? 0 : first, late = 1 - early;
  for (int turn = 0; read[0] < written[0] || read[1] < written[1]; turn++) {
    const int reachEarly = turn < fast[early] ? 3 : 1, reachLate = turn < fast[late] ? 3 : 1;
    if (simultaneous)
      for (int step = 0; step < reachEarly || step < reachLate; step++) {
        if (step < reachEarly) grow(early, false);
        if (step < reachLate) grow(late, step < reachEarly);
      }
    else {
      for (int step = 0; step < reachEarly; step++) grow(early, false);
      for (int step = 0; step < reachLate; step++) grow(late, false);
    }
  }
  return contact;
}

// ---- The tree of chambers, in one depth-first search.

struct Room {
  int steps = 0, edges = 0;
  bool front = false;
};

const uint8_t *whose;
uint8_t mine;
int start, counter, depthOf;
int number_[MOST], low[MOST], stack_[MOST], degree[MOST];
bool atFront[MOST];
Room behind[MOST];

/** The cells that a cycle can drive at most, from a cell of one colour, through so many of the same and of the other. */
int fillable(int same, int other) { return !hasColours ? same + other : other > same ? 2 * same + 1 : 2 * other; }

/** Takes the chamber that was entered from `entrance` through `first` off the stack. */
void close(int entrance, int first) {
  int from = depthOf, same = 0, other = 0, edges = 0;
  bool front = false;
  do {
    const int cell = stack_[--from];
    (colour[cell] == colour[entrance] ? same : other)++;
    edges += degree[cell];
    front |= atFront[cell];
  } while (stack_[from] != first);
  Room best{fillable(same, other), edges, front};
  for (int at = from; at < depthOf; at++) {
    const int exit = stack_[at];
    const Room &room = behind[exit];
    if (room.steps == 0) continue;
    const int through = room.front ? std::max(1, away[exit] - away[entrance])
                        : !hasColours ? same + other
                        : colour[exit] == colour[entrance] ? 2 * std::min(same, other)
                                                           : 2 * std::min(other, same + 1) - 1;
    if (through + room.steps > best.steps)
      best = {through + room.steps, (room.front ? 0 : edges) + room.edges, room.front || front};
  }
  depthOf = from;
  if (best.steps > behind[entrance].steps) behind[entrance] = best;
}

void explore(int cell, int parent) {
  number_[cell] = low[cell] = ++counter;
  degree[cell] = 0, atFront[cell] = false, behind[cell] = {};
  if (cell != start) stack_[depthOf++] = cell;
  for (const int to : next_[cell]) {
    if (whose[to] != mine && to != start) {
      if (whose == owner && whose[to] != 0) atFront[cell] = true;
      continue;
    }
    degree[cell]++;
    if (number_[to] == 0) {
      explore(to, cell);
      if (low[to] >= number_[cell]) close(cell, to);
      else low[cell] = std::min(low[cell], low[to]);
    } else if (to != parent) low[cell] = std::min(low[cell], number_[to]);
  }
}

Room measure(const uint8_t *who, uint8_t value, int from) {
  whose = who, mine = value, start = from, counter = depthOf = 0;
  memset(number_, 0, (cells + 1) * sizeof *number_);
  explore(from, -1);
  Room room = behind[from];
  room.edges += degree[from];
  return room;
}

// ---- The search.

constexpr int WON = 100'000'000, PROVEN = WON - 1'000'000, MAX_PLY = 200, BOOST_PLIES = 4;
constexpr int TABLE = 1 << 20;

struct Entry {
  uint64_t hash;
  int value;
  int8_t depth, bound, move;
};
Entry table[TABLE];
int history_[2][MOST][8];
int me;
double until;
bool isSpent;
long positions = 0;
double thought = 0;

bool spend() {
  if ((++positions & 15) == 0 && cpuMs() >= until) isSpent = true;
  return !isSpent;
}

int drawnFor(int seat) { return seat == me ? -(int)options.draw : (int)options.draw; }

int evaluate(int seat) {
  const bool contact = spread(seat);
  const Room own = measure(owner, (uint8_t)(seat + 1), head[seat]);
  const Room theirs = measure(owner, (uint8_t)(2 - seat), head[1 - seat]);
  const int steps = own.steps - theirs.steps;
  if (contact) return (int)(options.nodes * steps + options.edges / 2 * (own.edges - theirs.edges));
  if (steps == 0 && simultaneous) return drawnFor(seat);
  return 1000 * steps + (steps > 0 ? 10'000 : -10'000);
}

int alphaBeta(int seat, int pending, int depth, int alpha, int beta, int at);

int searchMove(int seat, int move, int pending, int depth, int alpha, int beta, int at) {
  if (simultaneous && pending == NO_MOVE) return -alphaBeta(1 - seat, move, depth, -beta, -alpha, at + 1);
  int moves[2] = {NO_MOVE, NO_MOVE};
  moves[seat] = move, moves[1 - seat] = pending;
  Undo undo;
  play(moves, undo);
  const bool goesOn = simultaneous && options.alternate != 0;
  const int value = goesOn ? alphaBeta(seat, NO_MOVE, depth, alpha, beta, at + 1)
                           : -alphaBeta(1 - seat, NO_MOVE, depth, -beta, -alpha, at + 1);
  takeBack(undo);
  return value;
}

uint64_t keyOf(int seat, int pending) {
  uint64_t key = (((uint64_t)head[0] * MOST + head[1]) * 16 + pending + 1) * 2 + seat;
  key = key * 64 + boosts[0] * 8 + boosts[1], key = key * 4 + boosted[0] * 2 + boosted[1];
  key *= 0x9E3779B97F4A7C15ull, key ^= key >> 29, key *= 0xBF58476D1CE4E5B9ull, key ^= key >> 32;
  return key ^ hash_;
}

int order(int seat, int at, int best, int *moves) {
  const int count = movesOf(seat, at < BOOST_PLIES, moves);
  const auto rank = [&](int move) { return move == best ? 1 << 30 : history_[seat][head[seat]][move] - (move >= BOOST); };
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && rank(moves[j]) > rank(moves[j - 1]); j--) std::swap(moves[j], moves[j - 1]);
  return count;
}

int alphaBeta(int seat, int pending, int depth, int alpha, int beta, int at) {
  if (dead[0] && dead[1]) return drawnFor(seat);
  if (dead[0] || dead[1]) return dead[seat] ? ply - WON : WON - ply;
  if (!spend()) return 0;
  if (pending == NO_MOVE && (depth <= 0 || at >= MAX_PLY)) return evaluate(seat);
  const uint64_t hash = keyOf(seat, pending);
  Entry &entry = table[hash & (TABLE - 1)];
  int best = NO_MOVE;
  if (entry.hash == hash) {
    best = entry.move;
    if (entry.depth >= depth && (entry.bound == 0 || (entry.bound > 0 ? entry.value >= beta : entry.value <= alpha)))
      return entry.value;
  }
  int moves[8];
  const int count = order(seat, at, best, moves);
  const int deeper = count == 1 && at < MAX_PLY - 2 ? depth : depth - 1;
  int value = -2 * WON, raised = alpha;
  for (int i = 0; i < count; i++) {
    const int worth = searchMove(seat, moves[i], pending, deeper, raised, beta, at);
    if (isSpent) return 0;
    if (worth <= value) continue;
    value = worth, best = moves[i];
    raised = std::max(raised, worth);
    if (worth < beta) continue;
    history_[seat][head[seat]][best] += depth * depth + 1;
    break;
  }
  table[hash & (TABLE - 1)] = {hash, value, (int8_t)std::max(0, depth), (int8_t)(value >= beta ? 1 : value <= alpha ? -1 : 0),
                               (int8_t)best};
  return value;
}

int fight() {
  int moves[8];
  memset(history_, 0, sizeof history_);
  const int count = order(me, 0, NO_MOVE, moves);
  int found = moves[0];
  for (int depth = 1; depth < 100 && count > 1 && !isSpent; depth++) {
    int value = -2 * WON, best = NO_MOVE;
    for (int i = 0; i < count; i++) {
      const int worth = searchMove(me, moves[i], NO_MOVE, depth - 1, value, 2 * WON, 0);
      if (isSpent) break;
      if (worth > value) value = worth, best = moves[i];
    }
    // A loss in the pessimistic view is no proof.
    if (best == NO_MOVE || (value < -PROVEN && depth > 1)) break;
    found = best;
    std::rotate(moves, std::find(moves, moves + count, best), std::find(moves, moves + count, best) + 1);
    if (value > PROVEN) break;
  }
  return found;
}

// ---- Alone: the longest path, by iterative deepening with the chambers as the bound.

int freedom(int cell) {
  int free = 0;
  for (const int to : next_[cell]) free += tiles[to] == FREE;
  return free;
}

int driveOn(int cell, int direction, int reach) {
  int to = cell;
  for (int step = 0; step < reach; step++)
    if (tiles[to = next_[to][direction]] != FREE) return -1;
  return to;
}

void paint(int cell, int direction, int reach, uint8_t tile) {
  for (int step = 0; step < reach; step++) tiles[cell = next_[cell][direction]] = tile;
}

/** The most steps from here, in thousands, less where the path leaves much open. */
int fill(int cell, int depth, int bound, int reach, int *move) {
  if (depth == 0 || bound == 0) return bound * 1000;
  struct Branch { int direction, to, hope, free; } branches[4];
  int count = 0;
  for (int direction = 0; direction < 4; direction++) {
    const int to = driveOn(cell, direction, reach);
    if (to < 0) continue;
    paint(cell, direction, reach, BLOCKED);
    branches[count++] = {direction, to, measure(tiles, FREE, to).steps, freedom(to)};
    paint(cell, direction, reach, FREE);
    if (!spend()) return -1;
  }
  std::sort(branches, branches + count, [](const Branch &a, const Branch &b) {
    return a.hope != b.hope ? a.hope > b.hope : a.free < b.free;
  });
  int most = 0;
  for (int i = 0; i < count; i++) {
    const Branch &branch = branches[i];
    if ((1 + branch.hope) * 1000 <= most) break;
    paint(cell, branch.direction, reach, BLOCKED);
    const int steps = 1000 + fill(branch.to, depth - 1, branch.hope, 1, nullptr) - branch.free;
    paint(cell, branch.direction, reach, FREE);
    if (isSpent) return -1;
    if (steps > most) {
      most = steps;
      if (move) *move = branch.direction;
    }
  }
  return most;
}

int driveAlone() {
  int found = facing[me];
  const int bound = measure(tiles, FREE, head[me]).steps;
  for (int depth = 1; depth <= bound + 1 && depth < 150; depth++) {
    int move = found;
    fill(head[me], depth, bound, reachOf(me, 0), &move);
    if (isSpent && depth > 1) break;
    found = move;
    if (isSpent) break;
  }
  return found;
}

int think() {
  const double from = cpuMs();
  until = from + options.ms - 0.2;
  isSpent = false;
  int moves[8];
  const int count = movesOf(me, false, moves);
  const int move = count == 1 && !boosts[me] ? moves[0] : spread(me) ? fight() : driveAlone();
  thought += cpuMs() - from;
  return move;
}

// ---- The wire.

void connect() {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const int cell = y * width + x;
      const int xs[4] = {x, x + 1, x, x - 1}, ys[4] = {y - 1, y, y + 1, y};
      for (int direction = 0; direction < 4; direction++) {
        int tx = xs[direction], ty = ys[direction];
        const bool isOut = tx < 0 || tx >= width || ty < 0 || ty >= height;
        if (torus) tx = (tx + width) % width, ty = (ty + height) % height;
        next_[cell][direction] = isOut && !torus ? cells : ty * width + tx;
      }
      colour[cell] = (uint8_t)((x + y) & 1);
    }
  for (int &to : next_[cells]) to = cells;
  for (int cell = 0; cell <= cells; cell++) {
    uint64_t key = (uint64_t)(cell + 1) * 0x9E3779B97F4A7C15ull;
    key ^= key >> 30, key *= 0xBF58476D1CE4E5B9ull, key ^= key >> 27, key *= 0x94D049BB133111EBull;
    keys[cell] = key ^ (key >> 31);
  }
}

/** Whether every step changes the colour: around a torus of odd length it does not. */
bool colours() {
  for (int cell = 0; cell < cells; cell++)
    for (const int to : next_[cell])
      if (tiles[cell] != BLOCKED && tiles[to] != BLOCKED && colour[cell] == colour[to]) return false;
  return true;
}

bool readPosition() {
  int isTorus, isSimultaneous, isRelative;
  if (scanf("%d %d %d %d %d %d", &width, &height, &isTorus, &isSimultaneous, &isRelative, &me) != 6) return false;
  torus = isTorus, simultaneous = isSimultaneous, relative = isRelative;
  const bool isFirst = cells != width * height;
  cells = width * height;
  if (cells >= MOST) return fprintf(stderr, "The board is too large\n"), false;
  if (isFirst) connect();
  for (int seat = 0; seat < 2; seat++) {
    int x, y;
    if (scanf("%d %d %d %d %d", &x, &y, &facing[seat], &boosts[seat], &boosted[seat]) != 5) return false;
    head[seat] = y * width + x, dead[seat] = 0;
  }
  memset(tiles, BLOCKED, sizeof tiles);
  hash_ = 0;
  std::vector<char> row(width + 1);
  const std::string format = "%" + std::to_string(width) + "s";
  for (int y = 0; y < height; y++) {
    if (scanf(format.c_str(), row.data()) != 1) return false;
    for (int x = 0; x < width; x++)
      if (row[x] == '.') tiles[y * width + x] = FREE;
      else hash_ ^= keys[y * width + x];
  }
  tiles[head[0]] = tiles[head[1]] = HEAD;
  if (isFirst) hasColours = colours();
  return true;
}

}  // namespace

int main(int count, char **words) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = words[i];
    const double value = atof(words[i + 1]);
    if (name == "--ms") options.ms = value;
    else if (name == "--cell") options.nodes = value;
    else if (name == "--edge") options.edges = value;
    else if (name == "--draw") options.draw = value;
    else if (name == "--alternate") options.alternate = value;
    else return fprintf(stderr, "Unknown option %s\n", words[i]), 255;
  }
  // Ends that the search has seen are counted in turns of the round: what the table knows of them stays true.
  for (int turn = 0; readPosition(); turn += simultaneous ? 1 : 2) {
    ply = turn;
    printf("%d\n", think());
    fflush(stdout);
  }
  fprintf(stderr, "%ld positions in %.0f ms\n", positions, thought);
}
