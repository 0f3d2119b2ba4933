// Tron against itself, one game for each thread of a GPU (or of one processor, built with g++).
//
//   arena play OUT GAMES NODES SEED WEIGHTS            writes the positions of games, for train.py
//   arena match GAMES NODES_A NODES_B SEED A B [A B]…  points of weights A against weights B
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#define __global__
#endif

// ---- The learned evaluation.

/** Of a cell: neighbours and front (4 bits), distance (3), part in the way (2). */
enum { ALL_KINDS = 512, HIDDEN_SUMS = 8, OUTER_UNITS = 16, SCALAR_INPUTS = 8, MOST_LISTED = 601 };

struct Weights {
  /** 0: the evaluation of the rungs; 1: sums of weights by phase; 2: with a network; 3: the network of the kernel, on a processor. */
  int kind, draw, steps, worth[5], headWorth;
  /** Whether the seat that searches commits first on every turn, as the chambers program does. */
  int isFirst;
  float scale;
  /** For a board without free cells, and what is added to it times the share of free cells. */
  float plain[2][ALL_KINDS], step[2];
  float embed[ALL_KINDS][HIDDEN_SUMS], outer[OUTER_UNITS][2 * HIDDEN_SUMS + SCALAR_INPUTS], bias[OUTER_UNITS], out[OUTER_UNITS], inner[HIDDEN_SUMS];
  /** Not in the files: whether the search is the quick one of the kernel. */
  int isQuick;
};

struct Row {
  int game, listed, value, ply;
  short count[2], steps[2], free, cells, ties, apart, beside[2];
  unsigned char board, isLeaf, seat, turn;
};

struct Recorder {
  Row *rows;
  unsigned short *kinds;
  unsigned long long rowCount, kindCount, mostRows, mostKinds;
};

double cpuMs() {
  timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

#ifdef SHIPPED
#include SHIPPED
#endif

#define static
struct Kernel {
  int isLearned;
#include KERNEL
  const Weights *weights[2];
  int nodeLimit;
  long long allNodes[2];
  /** Instead of positions, on a processor: when to stop. */
  double until;
  HD int look(int seen) {
#ifndef __CUDA_ARCH__
    if (nodeLimit < 0) return cpuMs() >= until ? 0 : seen + 8;
#endif
    return seen >= nodeLimit ? 0 : nodeLimit;
  }

  HD static int distanceKind(int d) { return d < 3 ? d - 1 : d < 5 ? 2 : d < 8 ? 3 : d < 12 ? 4 : d < 18 ? 5 : d < 26 ? 6 : 7; }

  float plainSum[2][2], hidden[2][HIDDEN_SUMS];
  int headSides[2];
  unsigned short *list;
  int listed[2];

  HD int kindOf(int cell) {
    return sides[cell] | distanceKind(distance[cell]) << 4 | chambers[chamberOf[cell]].part << 7;
  }

  HD void gather(int seat) {
    const Weights &w = *weights[me];
#ifdef SHIPPED
    if (w.kind == 3) return gatherShipped(seat);
#endif
    followWay(heads[seat]);
    headSides[seat] = sides[heads[seat]] & NEIGHBOURS;
    float a = 0, b = 0, h[HIDDEN_SUMS] = {};
    int count = 0;
    for (int at = 1; at < writtenTo[seat]; at++) {
      const int cell = queues[seat][at];
      if (owner[cell] != seat + 1) continue;
      const int kind = kindOf(cell);
      if (list) list[count++] = kind;
      a += w.plain[0][kind];
      b += w.plain[1][kind];
      if (w.kind == 2)
        for (int i = 0; i < HIDDEN_SUMS; i++) h[i] += w.embed[kind][i];
    }
    if (list) list += count, listed[seat] = count;
    plainSum[seat][0] = a, plainSum[seat][1] = b;
    for (int i = 0; i < HIDDEN_SUMS; i++) hidden[seat][i] = h[i];
  }

  HD float outOf(int seat, const float *scalars) {
    const Weights &w = *weights[me];
    float all = 0;
    for (int i = 0; i < OUTER_UNITS; i++) {
      float sum = w.bias[i];
      const float *row = w.outer[i];
      for (int j = 0; j < HIDDEN_SUMS; j++) sum += row[j] * fmaxf(0, hidden[seat][j] + w.inner[j]) + row[HIDDEN_SUMS + j] * fmaxf(0, hidden[1 - seat][j] + w.inner[j]);
      for (int j = 0; j < SCALAR_INPUTS; j++) sum += row[2 * HIDDEN_SUMS + j] * scalars[j];
      all += w.out[i] * fmaxf(0, sum);
    }
    return all;
  }

  HD int judge(int seat, int mine, int theirs) {
    const Weights &w = *weights[me];
#ifdef SHIPPED
    if (w.kind == 3) return judgeShipped(seat, mine, theirs);
#endif
    const int free = freeCells;
    const float phase = (float)free / cells;
    const float step = (w.step[0] + w.step[1] * phase) * (mine - theirs);
    float value = step + plainSum[seat][0] - plainSum[1 - seat][0] + phase * (plainSum[seat][1] - plainSum[1 - seat][1]);
    if (w.kind == 2) {
      const float near = (float)smaller(between, 40) / 20;
      const float a[SCALAR_INPUTS] = {free / 300.f, phase, near, ties / 20.f, mine / 50.f, theirs / 50.f, headSides[seat] / 2.f, headSides[1 - seat] / 2.f};
      const float b[SCALAR_INPUTS] = {free / 300.f, phase, near, ties / 20.f, theirs / 50.f, mine / 50.f, headSides[1 - seat] / 2.f, headSides[seat] / 2.f};
      value += outOf(seat, a) - outOf(1 - seat, b);
    }
    return (int)lrintf(value * w.scale);
  }

  HD void use(int seat) {
    const Weights &w = *weights[seat];
    weigh(seat, hasColours, w.steps, w.draw, -1);
    weighOpenness(w.worth[1], w.worth[2], w.worth[3], w.worth[4], w.headWorth);
    isLearned = w.kind > 0;
    isQuick = w.isQuick;
    if (isQuick) layRows(next[0][2]);
    tableMask = (1 << (isQuick ? TABLE_BITS : RATED_TABLE_BITS)) - 1;
#ifdef SHIPPED
    if (w.kind == 3) learn();
#endif
  }

  /** Begins a game on the board of another kernel, with empty tables. */
  void beginLike(const Kernel &other) {
    memset((void *)this, 0, sizeof *this);
    next = other.next;
    hasColours = other.hasColours;
    memcpy(colour, other.colour, sizeof colour);
    for (int seat = 0; seat < 2; seat++) weights[seat] = other.weights[seat];
    begin(other.cells, 1, 0);
  }

  /** Takes the position of another kernel over. */
  void loadFrom(const Kernel &other) {
    memcpy(tiles, other.tiles, sizeof tiles);
    for (int seat = 0; seat < 2; seat++) heads[seat] = other.heads[seat], facing[seat] = other.facing[seat];
    load(other.ply);
  }
};
#undef static

// ---- Boards and games.

enum { BOARDS = 7 };
struct Board {
  int width, height, torus, cells, isChecked;
  unsigned char walls[601];
  short next[601][4];
};
struct Boards {
  Board all[BOARDS];
};

const char *const MAPS[][17] = {
    {"...............", "...............", "..##...#...##..", "..##...#...##..", "...............", "......#.#......", "...............", "..##...#...##..",
     "...............", "......#.#......", "...............", "..##...#...##..", "..##...#...##..", "...............", "..............."},
    {"...............", "...............", "...............", "...............", "....##...##....", "....#.....#....", "...............", "....#.....#....", "....#.....#....",
     "....#.....#....", "...............", "....#.....#....", "....##...##....", "...............", "...............", "...............", "..............."},
    {".......#..........", ".......#..........", ".......#..........", "..................", "..................", "......######..####", "..................",
     "..................", "####..######......", "..................", "..................", "..........#.......", "..........#.......", "..........#......."}};

void makeBoards(Boards &boards) {
  // The longest games first.
  const int sizes[BOARDS][4] = {{30, 20, 0, -1}, {20, 20, 0, -1}, {20, 15, 1, -1}, {18, 14, 0, 2}, {15, 17, 0, 1}, {15, 15, 0, 0}, {13, 13, 0, -1}};
  for (int b = 0; b < BOARDS; b++) {
    Board &board = boards.all[b];
    const int w = board.width = sizes[b][0], h = board.height = sizes[b][1];
    board.torus = sizes[b][2], board.cells = w * h, board.isChecked = !board.torus || (w % 2 == 0 && h % 2 == 0);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int xs[4] = {x, x + 1, x, x - 1}, ys[4] = {y - 1, y, y + 1, y};
        board.walls[y * w + x] = sizes[b][3] >= 0 && MAPS[sizes[b][3]][y][x] == '#';
        for (int d = 0; d < 4; d++) {
          const bool isOut = xs[d] < 0 || xs[d] >= w || ys[d] < 0 || ys[d] >= h;
          board.next[y * w + x][d] = isOut && !board.torus ? w * h : (ys[d] + h) % h * w + (xs[d] + w) % w;
        }
      }
    board.walls[w * h] = 1;
    for (int d = 0; d < 4; d++) board.next[w * h][d] = w * h;
  }
}

struct Random {
  unsigned long long state;
  HD Random(unsigned long long seed, unsigned long long game) : state((seed * 1000003 + game + 1) * 0x9e3779b97f4a7c15ull) { below(2), below(2); }
  HD unsigned below(unsigned n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)((state * 0x2545f4914f6cdd1dull) >> 33) % n;
  }
};

/** The board of a game; a pair of games has the same. */
HD inline int boardOf(int game) { return (game / 2 * 5) % BOARDS; }

HD inline unsigned long long nanoseconds() {
  unsigned long long at = 0;
#ifdef __CUDA_ARCH__
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(at));
#endif
  return at;
}

struct Task {
  /** Games that take longer are given up, and how many threads of 32 work: they all go their own ways. */
  unsigned long long most;
  int lanes;
  const Boards *boards;
  const Weights *weights;  // pairs
  int games, pairs, nodes[2];
  unsigned long long seed;
  Recorder *recorder;  // null in a match
  signed char *results;  // of the first weights: 1, 0, -1
  Kernel *kernels;
  unsigned char *entries;
  int *nextGame;
  int workers;
};

HD inline unsigned long long take(unsigned long long *counter, unsigned long long n) {
#ifdef __CUDA_ARCH__
  return atomicAdd(counter, n);
#else
  const unsigned long long at = *counter;
  *counter += n;
  return at;
#endif
}

/** Records the position for `seat`. */
HD void record(Kernel &k, Recorder &recorder, int game, int board, int seat, int isLeaf, int value) {
  k.me = seat;
  k.use(seat);
  k.isLearned = 1;
  const unsigned long long at = take(&recorder.kindCount, 2 * MOST_LISTED);
  if (at + 2 * MOST_LISTED > recorder.mostKinds) return;
  k.list = recorder.kinds + at;
  k.spread(seat, -1);
  Row row;
  for (int i = 0; i < 2; i++) {
    const int who = i == 0 ? seat : 1 - seat;
    row.steps[i] = (short)k.measure(k.owner, who + 1, 2 - who, k.heads[who], k.distance).steps;
    k.gather(who);
    row.count[i] = (short)k.listed[who], row.beside[i] = (short)k.headSides[who];
  }
  k.list = nullptr;
  if (!k.contact) return;
  row.free = (short)k.freeCells, row.ties = (short)k.ties, row.cells = (short)k.cells, row.apart = (short)(k.between < 99 ? k.between : 99);
  row.game = game, row.listed = (int)(at / 2), row.value = value, row.ply = k.ply;
  row.board = (unsigned char)board, row.isLeaf = (unsigned char)isLeaf, row.seat = (unsigned char)seat, row.turn = 0;
  const unsigned long long to = take(&recorder.rowCount, 1);
  if (to < recorder.mostRows) recorder.rows[to] = row;
}

/** Plays a game; 1 if seat 0 wins, 0 for a draw, -1. */
HD int playGame(Kernel &k, const Task &task, int game, unsigned long long until) {
  const int b = boardOf(game);
  const Board &board = task.boards->all[b];
  Random random(task.seed, task.recorder ? game : game / 2);
  k.next = board.next;
  k.list = nullptr;
  k.begin(board.cells, 1, 0);
  k.hasColours = board.isChecked;
  for (int cell = 0; cell < board.cells; cell++) k.colour[cell] = (cell % board.width + cell / board.width) & 1;
  const int isMirrored = !task.recorder || random.below(2);
  int result = 2;
  for (;;) {
    for (int cell = 0; cell <= board.cells; cell++) k.tiles[cell] = board.walls[cell];
    k.dead[0] = k.dead[1] = 0;
    const int start = random.below(board.cells), opposite = isMirrored ? board.cells - 1 - start : (int)random.below(board.cells);
    if (start == opposite || board.walls[start] || board.walls[opposite]) continue;
    const int middle = 2 * (start % board.width) - board.width + 1;
    if (middle >= -2 && middle <= 2) continue;
    k.heads[0] = start, k.heads[1] = opposite;
    k.facing[0] = random.below(4), k.facing[1] = k.facing[0] ^ 2;
    for (int seat = 0; seat < 2; seat++) k.boosts[seat] = k.boosted[seat] = 0, k.tiles[k.heads[seat]] = k.HEAD;
    k.load(0);
    // A few random moves, mirrored in a match.
    int left = task.recorder ? random.below(3) == 0 ? random.below(board.cells / 8) : random.below(6) : random.below(4), isOver = 0;
    for (; left > 0 && !isOver; left--) {
      int moves[2][8], chosen[2];
      for (int seat = 0; seat < 2; seat++) {
        const int count = k.safeMoves(seat, 0, moves[seat]);
        chosen[seat] = count == 0 ? -1 : moves[seat][random.below(count)];
        // Mostly straight on.
        for (int i = 0; i < count; i++)
          if (moves[seat][i] == k.facing[seat] && random.below(3) > 0) chosen[seat] = k.facing[seat];
      }
      if (isMirrored && chosen[0] >= 0) chosen[1] = chosen[0] ^ 2;
      isOver = chosen[0] < 0 || chosen[1] < 0;
      Kernel::Undo undo;
      if (!isOver) k.playTurn(chosen[0], chosen[1], &undo), isOver = k.dead[0] || k.dead[1];
    }
    if (isOver) continue;
    k.spread(0, -1);
    if (k.contact) break;
  }
  Kernel *thinkers[2] = {&k, &k};
#ifndef __CUDA_ARCH__
  // In a match on a processor each seat has tables of its own and keeps them from turn to turn, as a brain does.
  if (!task.recorder)
    for (int seat = 0; seat < 2; seat++) (thinkers[seat] = task.kernels + 1 + seat)->beginLike(k);
#endif
  const int exploring = task.recorder ? (int)random.below(3) * 4 : 0;
  while (result == 2) {
    if (nanoseconds() > until) return 2;
    k.spread(0, -1);
    const int apart = !k.contact;
    if (apart) {
      const int mine = k.measure(k.owner, 1, 2, k.heads[0], k.distance).steps, theirs = k.measure(k.owner, 2, 1, k.heads[1], k.distance).steps;
      result = mine > theirs ? 1 : mine < theirs ? -1 : 0;
      break;
    }
    k.load(k.ply);
    int chosen[2];
    const int told = task.recorder ? (int)random.below(2) : -1;
    for (int seat = 0; seat < 2; seat++) {
      Kernel &thinker = *thinkers[seat];
      const int side = (k.weights[seat] - task.weights) % 2;
      thinker.use(seat);
      thinker.nodeLimit = task.recorder ? task.nodes[0] : task.nodes[side];
#ifndef __CUDA_ARCH__
      if (&thinker != &k) thinker.loadFrom(k);
      thinker.until = cpuMs() - thinker.nodeLimit;
#endif
      if (&thinker == &k) memset(k.table, 0, sizeof k.table);
      chosen[seat] = thinker.search();
      k.allNodes[side] += thinker.found.nodes;
      if (seat == told && (k.found.value > k.PROVEN || k.found.value < -k.PROVEN ? 0 : 1)) {
        const int value = k.found.value;
        record(k, *task.recorder, game, b, seat, 0, value);
        Kernel::Undo undos[Kernel::LONGEST_LINE];
        int turns = 0;
        for (int at = 0; at + 1 < k.found.lineLength && !k.dead[0] && !k.dead[1]; at += 2) {
          const int one = k.line[at], two = k.line[at + 1];
          k.playTurn(one >> 4 ? two & 15 : one & 15, one >> 4 ? one & 15 : two & 15, &undos[turns++]);
        }
        if (turns > 0 && !k.dead[0] && !k.dead[1]) record(k, *task.recorder, game, b, seat, 1, value);
        while (turns > 0) k.takeBack(&undos[--turns]);
      }
    }
    for (int seat = 0; seat < 2; seat++)
      if (exploring && (int)random.below(100) < exploring) {
        int moves[8];
        const int count = k.safeMoves(seat, 0, moves);
        if (count > 0) chosen[seat] = moves[random.below(count)];
      }
    Kernel::Undo undo;
    k.playTurn(chosen[0], chosen[1], &undo);
    if (k.dead[0] || k.dead[1]) result = k.dead[1] - k.dead[0];
  }
  return result;
}

__global__ void work(Task task) {
#ifdef __CUDA_ARCH__
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread % 32 >= task.lanes) return;
  const int worker = thread / 32 * task.lanes + thread % 32;
#else
  const int worker = 0;
#endif
  if (worker >= task.workers) return;
  Kernel &k = task.kernels[worker];
  const unsigned long long until = nanoseconds() + task.most;
  for (;;) {
#ifdef __CUDA_ARCH__
    const int game = atomicAdd(task.nextGame, 1);
#else
    const int game = (*task.nextGame)++;
#endif
    if (game >= task.games * (task.recorder ? 1 : task.pairs)) return;
    const int pair = game / task.games, within = game % task.games, turned = within & 1;
    k.weights[turned] = task.weights + 2 * pair, k.weights[1 - turned] = task.weights + 2 * pair + 1;
    if (task.recorder) k.weights[0] = k.weights[1] = task.weights;
    const int result = playGame(k, task, within, until);
    task.results[game] = (signed char)(result == 2 ? 2 : turned && !task.recorder ? -result : result);
  }
}

// ---- The host.

template <typename T> T *give(size_t count) {
  T *at;
#ifdef __CUDACC__
  if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess) fprintf(stderr, "out of memory\n"), exit(1);
  cudaMemset(at, 0, count * sizeof(T));
#else
  at = (T *)calloc(count, sizeof(T));
#endif
  return at;
}
template <typename T> void copyTo(T *to, const T *from, size_t count) {
#ifdef __CUDACC__
  cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
#else
  memcpy((void *)to, (const void *)from, count * sizeof(T));
#endif
}
template <typename T> void copyFrom(T *to, const T *from, size_t count) {
#ifdef __CUDACC__
  cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost);
#else
  memcpy((void *)to, (const void *)from, count * sizeof(T));
#endif
}

Weights readWeights(const char *name) {
  Weights w{};
  // The evaluation of advanced, of the rungs below, and of the chambers program; or :steps,draw,one,two,three,four,head,isFirst.
  if (!strcmp(name, "now")) return readWeights(":3,50,0,2,10,24,0,0");
  if (!strcmp(name, "shipped")) {
    w = readWeights("now");
    w.kind = 3;
    w.isQuick = 1;
    return w;
  }
  if (!strcmp(name, "plain")) {
    w = readWeights("shipped");
    w.isQuick = 0;
    return w;
  }
  if (!strcmp(name, "rated")) return readWeights(":3,50,6,12,18,24,6,0");
  if (!strcmp(name, "chambers")) return readWeights(":3,60,6,12,18,24,6,1");
  if (name[0] == ':') {
    sscanf(name, ":%d,%d,%d,%d,%d,%d,%d,%d", &w.steps, &w.draw, &w.worth[1], &w.worth[2], &w.worth[3], &w.worth[4], &w.headWorth, &w.isFirst);
    return w;
  }
  // PATH@DRAW@FIRST sets the price of a draw, and who commits first.
  std::string path = name;
  const size_t at = path.find('@');
  FILE *file = fopen(path.substr(0, at).c_str(), "rb");
  if (!file || fread(&w, offsetof(Weights, isQuick), 1, file) != 1) fprintf(stderr, "Cannot read %s\n", name), exit(1);
  fclose(file);
  if (at != std::string::npos) sscanf(path.c_str() + at, "@%d@%d", &w.draw, &w.isFirst);
  return w;
}

int main(int count, char **words) {
  const bool isPlay = count > 1 && !strcmp(words[1], "play");
  if (count < 7) return fprintf(stderr, "arena play OUT GAMES NODES SEED WEIGHTS | arena match GAMES NODES_A NODES_B SEED A B …\n"), 255;
  Task task{};
  task.games = atoi(words[isPlay ? 3 : 2]);
  task.nodes[0] = atoi(words[isPlay ? 4 : 3]), task.nodes[1] = atoi(words[4]);
  task.seed = atoll(words[5]);
  std::vector<Weights> weights;
  for (int i = 6; i < count; i++) weights.push_back(readWeights(words[i]));
  task.pairs = isPlay ? 1 : (int)weights.size() / 2;
  Boards *boards = new Boards;
  makeBoards(*boards);
  Boards *theBoards = give<Boards>(1);
  copyTo(theBoards, boards, 1);
  Weights *theWeights = give<Weights>(weights.size());
  copyTo(theWeights, weights.data(), weights.size());
  task.boards = theBoards, task.weights = theWeights;
  const int all = task.games * task.pairs;
  task.results = give<signed char>(all);
  {
    const std::vector<signed char> open(all, 2);
    copyTo(task.results, open.data(), all);
  }
  task.nextGame = give<int>(1);
  Recorder recorder{}, *theRecorder = give<Recorder>(1);
  if (isPlay) {
    recorder.mostRows = std::min(2500000ull, 150ull * task.games), recorder.mostKinds = recorder.mostRows * 2 * MOST_LISTED;
    recorder.rows = give<Row>(recorder.mostRows), recorder.kinds = give<unsigned short>(recorder.mostKinds);
    copyTo(theRecorder, &recorder, 1);
    task.recorder = theRecorder;
  }
#ifdef __CUDACC__
  const int block = 64;
  const auto setting = [](const char *name, int usual) { return getenv(name) ? atoi(getenv(name)) : usual; };
  task.lanes = setting("LANES", 2);
  task.most = 1000000000ull * setting("SECONDS_AT_MOST", 600);
  task.workers = std::min(all, setting("WORKERS", 132 * 32 * task.lanes));
  task.kernels = give<Kernel>(task.workers);
  cudaDeviceSetLimit(cudaLimitStackSize, 49152);
  cudaEvent_t from, to;
  cudaEventCreate(&from), cudaEventCreate(&to);
  cudaEventRecord(from);
  work<<<(task.workers * 32 / task.lanes + block - 1) / block, block>>>(task);
  cudaEventRecord(to);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return fprintf(stderr, "%s\n", cudaGetErrorString(error)), 1;
  float ms;
  cudaEventElapsedTime(&ms, from, to);
  fprintf(stderr, "%d games in %.1f s, kernel state %zu bytes\n", all, ms / 1000, sizeof(Kernel));
#else
  task.workers = task.lanes = 1;
  task.most = 1;
  task.kernels = give<Kernel>(3);
  work(task);
  fprintf(stderr, "positions: %lld and %lld\n", task.kernels->allNodes[0], task.kernels->allNodes[1]);
#endif
  std::vector<signed char> results(all, 2);
  copyFrom(results.data(), task.results, all);
  if (isPlay) {
    copyFrom(&recorder, theRecorder, 1);
    const size_t rows = std::min(recorder.rowCount, recorder.mostRows);
    std::vector<Row> list(rows);
    copyFrom(list.data(), recorder.rows, rows);
    std::vector<unsigned short> kinds(std::min(recorder.kindCount, recorder.mostKinds));
    copyFrom(kinds.data(), recorder.kinds, kinds.size());
    const std::string name = words[2];
    FILE *rowFile = fopen((name + ".rows").c_str(), "wb"), *kindFile = fopen((name + ".kinds").c_str(), "wb");
    std::erase_if(list, [&](const Row &row) { return results[row.game] == 2; });
    for (Row &row : list) row.turn = (unsigned char)(1 + results[row.game] * (row.seat ? -1 : 1));
    // Only the kinds in use.
    size_t at = 0;
    for (Row &row : list) {
      const size_t length = row.count[0] + row.count[1];
      fwrite(&kinds[2 * (size_t)row.listed], 2, length, kindFile);
      row.listed = (int)at;
      at += length;
    }
    fwrite(list.data(), sizeof(Row), list.size(), rowFile);
    fclose(rowFile), fclose(kindFile);
    int tally[4] = {};
    for (const signed char result : results) tally[1 + result]++;
    printf("%zu rows of %d games: lost %d, drawn %d, won %d, given up %d\n", list.size(), all, tally[0], tally[1], tally[2], tally[3]);
    return 0;
  }
  for (int pair = 0; pair < task.pairs; pair++) {
    double sum = 0, squares = 0, byBoard[BOARDS] = {}, ofBoard[BOARDS] = {};
    int drawn = 0, n = 0;
    for (int game = 0; game < task.games; game += 2) {
      const int one = results[pair * task.games + game], two = results[pair * task.games + game + 1];
      if (one == 2 || two == 2) continue;
      n++;
      const double points = (one + two + 2) / 4.0;
      drawn += (one == 0) + (two == 0);
      sum += points, squares += points * points;
      const int b = boardOf(game);
      byBoard[b] += points, ofBoard[b]++;
    }
    const double mean = sum / n, deviation = sqrt(std::max(0.0, squares / n - mean * mean) / n);
    printf("%s against %s: %.2f %% ± %.2f, %d games, %d drawn;", words[6 + 2 * pair], words[7 + 2 * pair], 100 * mean, 196 * deviation, 2 * n, drawn);
    for (int b = 0; b < BOARDS; b++) printf(" %.1f", 100 * byBoard[b] / ofBoard[b]);
    printf("\n");
  }
}
