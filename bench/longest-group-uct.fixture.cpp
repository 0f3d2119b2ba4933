// The opponent of bench/longest-group-uct.ts: a plain UCT search with RAVE for longest group, in one thread.
//
//   g++ -O3 -march=native -std=c++17 -o uct bench/longest-group-uct.fixture.cpp && ./uct --ms 500
//
// It speaks the longest-group wire: its number, then the moves of the other as "x y". Before its number it takes stones
// of an opening as "o x y", player 1 first. It thinks for --ms of processor time a move, so a busy machine does not make it
// weaker. Other options set its constants: with --rave 150 it was weaker than with the default. On stderr it says at the
// end how many playouts it made and the processor time they took.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

constexpr int SIZE = 11, CELLS = SIZE * SIZE;
constexpr uint8_t EMPTY = 2;

struct Options {
  double ms = 500, rave = 600, explore = 0.1, margin = 0.25, expand = 4;
  uint64_t seed = 1;
} options;

double cpuMs() {
  timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

uint64_t chance;
uint32_t below(uint32_t limit) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (uint32_t)(((chance >> 32) * limit) >> 32);
}

// ---- Lengths: a board is 121 bits. Two breadth-first searches a group, which move the whole front at once: exact for
// groups without loops and rarely too short for others.

using Bits = unsigned __int128;

Bits columnsBut(int column) {
  Bits bits = 0;
  for (int cell = 0; cell < CELLS; cell++)
    if (cell % SIZE != column) bits |= (Bits)1 << cell;
  return bits;
}
const Bits NOT_FIRST = columnsBut(0), NOT_LAST = columnsBut(SIZE - 1), ALL = columnsBut(-1);

Bits lowest(Bits bits) { return bits & -bits; }
int sizeOf(Bits bits) { return __builtin_popcountll((uint64_t)bits) + __builtin_popcountll((uint64_t)(bits >> 64)); }
Bits beside(Bits bits) {
  return ((bits << 1) & NOT_FIRST) | ((bits >> 1) & NOT_LAST) | (bits << SIZE) | (bits >> SIZE);
}

/** The number of fronts from a stone through `stones`; `rest` is what they do not reach, `last` the last front. */
int spread(Bits stones, Bits start, Bits &rest, Bits &last) {
  int length = 0;
  rest = stones & ~start;
  for (Bits front = start; front != 0; length++) {
    last = front;
    front = beside(front) & rest;
    rest ^= front;
  }
  return length;
}

/** How many groups of each length; gives the longest. */
int measure(Bits stones, int8_t *counts) {
  int longest = 0;
  const Bits joined = beside(stones) & stones;
  if (joined != stones) counts[longest = 1] = (int8_t)sizeOf(stones ^ joined);
  for (Bits left = joined; left != 0;) {
    Bits rest, last, none;
    int length = spread(left, lowest(left), rest, last);
    const Bits group = left ^ rest;
    if (2 * length > longest && sizeOf(group) > length) length = spread(group, lowest(last), none, last);
    counts[length]++;
    if (length > longest) longest = length;
    left = rest;
  }
  return longest;
}

/** What a full board is worth for player 1, from 0 to 1. */
double worthOf(Bits second) {
  int8_t counts[2][CELLS + 1] = {};
  const int longest[2] = {measure(ALL & ~second, counts[0]), measure(second, counts[1])};
  double lead = longest[0] - longest[1];
  for (int length = longest[0]; lead == 0 && length > 0; length--) {
    const int more = counts[0][length] - counts[1][length] - (length == longest[1] - 1);
    lead = more > 0 ? 0.5 : more < 0 ? -0.5 : 0;
  }
  const double won = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  const double capped = lead > 10 ? 10 : lead < -10 ? -10 : lead;
  return (1 - options.margin) * won + options.margin * (capped / 20 + 0.5);
}

// ---- The tree: the children of a node lie side by side.

struct Node {
  float total, owned;
  int32_t visits, ownedVisits, first;
  int16_t children, cell;
};

std::vector<Node> tree;
constexpr size_t ROOM = 6'000'000;

void expand(int node, const uint8_t *cells) {
  if (tree.size() + CELLS > ROOM) return;
  const int first = (int)tree.size();
  for (int cell = 0; cell < CELLS; cell++)
    if (cells[cell] == EMPTY) tree.push_back({0, 0, 0, 0, 0, 0, (int16_t)cell});
  tree[node].first = first;
  tree[node].children = (int16_t)(tree.size() - first);
}

int choose(int parent) {
  const Node &from = tree[parent];
  const float log = std::log((float)from.visits + 1), rave = (float)options.rave, explore = (float)options.explore;
  int best = from.first;
  float most = -1;
  for (int child = from.first; child < from.first + from.children; child++) {
    const Node &to = tree[child];
    const float owned = to.ownedVisits ? to.owned / to.ownedVisits : 0.6f;
    const float mean = to.visits ? to.total / to.visits : owned;
    const float trust = std::sqrt(rave / (3 * to.visits + rave));
    const float value = trust * owned + (1 - trust) * mean + explore * std::sqrt(log / (to.visits + 1));
    if (value > most) most = value, best = child;
  }
  return best;
}

void playout(int root, const uint8_t *position, int turn) {
  uint8_t cells[CELLS];
  int path[CELLS + 1], depth = 0, node = root, left = 0, rest[CELLS];
  memcpy(cells, position, CELLS);
  path[0] = root;
  while (tree[node].children > 0) {
    node = choose(node);
    cells[tree[node].cell] = (uint8_t)((turn + depth) & 1);
    path[++depth] = node;
  }
  if (tree[node].visits >= options.expand) expand(node, cells);
  for (int cell = 0; cell < CELLS; cell++)
    if (cells[cell] == EMPTY) rest[left++] = cell;
  // Only who owns a cell at the end counts: the side to move gets a random half, the other side the rest.
  const uint8_t mover = (uint8_t)((turn + depth) & 1);
  const int half = (left + 1) / 2;
  for (int i = 0; i < half; i++) {
    const int at = i + (int)below((uint32_t)(left - i));
    cells[rest[at]] = mover;
    rest[at] = rest[i];
  }
  for (int i = half; i < left; i++) cells[rest[i]] = 1 - mover;
  Bits second = 0;
  for (int cell = 0; cell < CELLS; cell++) second |= (Bits)cells[cell] << cell;
  const float worth = (float)worthOf(second);
  for (int step = 0; step <= depth; step++) {
    Node &at = tree[path[step]];
    const uint8_t seat = (uint8_t)((turn + step) & 1);
    const float value = seat == 0 ? worth : 1 - worth;
    at.visits++;
    at.total += 1 - value;
    for (Node *child = &tree[at.first], *end = child + at.children; child < end; child++) {
      const int isOwned = cells[child->cell] == seat;
      child->ownedVisits += isOwned;
      child->owned += (float)isOwned * value;
    }
  }
}

long playouts = 0;
double thought = 0;

/** Follows a move in the tree, so that what is known about the position stays. */
int follow(int root, int cell) {
  for (int child = tree[root].first; child < tree[root].first + tree[root].children; child++)
    if (tree[child].cell == cell) return child;
  return -1;
}

int think(int &root, const uint8_t *position, int turn) {
  const double from = cpuMs();
  // A tree that grows too large is begun anew.
  if (root < 0 || tree.size() > ROOM / 2) tree.assign(1, {}), root = 0;
  if (tree[root].children == 0) expand(root, position);
  do {
    for (int i = 0; i < 16; i++) playout(root, position, turn);
    playouts += 16;
  } while (cpuMs() - from < options.ms - 0.1);
  thought += cpuMs() - from;
  int best = tree[root].first;
  for (int child = best; child < tree[root].first + tree[root].children; child++)
    if (tree[child].visits > tree[best].visits) best = child;
  return tree[best].cell;
}

int cellAt(int x, int y) { return y * SIZE + x; }

}  // namespace

int main(int count, char **words) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = words[i];
    const double value = atof(words[i + 1]);
    if (name == "--ms") options.ms = value;
    else if (name == "--seed") options.seed = (uint64_t)value;
    else if (name == "--rave") options.rave = value;
    else if (name == "--explore") options.explore = value;
    else if (name == "--margin") options.margin = value;
    else if (name == "--expand") options.expand = value;
    else return fprintf(stderr, "Unknown option %s\n", words[i]), 255;
  }
  chance = options.seed * 0x9E3779B97F4A7C15ull + 88172645463325252ull;
  uint8_t position[CELLS];
  memset(position, EMPTY, sizeof position);
  tree.reserve(ROOM);
  char word[8];
  int x, y, ply = 0, root = -1;
  while (scanf("%7s", word) == 1 && word[0] == 'o' && scanf("%d %d", &x, &y) == 2)
    position[cellAt(x, y)] = (uint8_t)(ply++ & 1);
  const int seat = atoi(word);
  for (; ply < CELLS; ply++) {
    int cell;
    if ((ply & 1) == seat) {
      cell = think(root, position, seat);
      printf("%d %d\n", cell % SIZE, cell / SIZE);
      fflush(stdout);
    } else {
      if (scanf("%d %d", &x, &y) != 2) break;
      cell = cellAt(x, y);
    }
    position[cell] = (uint8_t)(ply & 1);
    if (root >= 0) root = follow(root, cell);
  }
  fprintf(stderr, "%ld playouts in %.0f ms\n", playouts, thought);
}
