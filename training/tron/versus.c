// One game of the kernel, compiled for the processor, against the chambers program of bench/tron-chambers.ts.
//
//   versus STARTS PROGRAM BOARD START SEAT MS PROGRAM_MS [LABEL [NAME=NUMBER...]]
//
// STARTS is what starts.ts prints; SEAT is the kernel's; the times are processor time a move. It prints one line: board, start, seat, the
// kernel's half points (0 to 2), LABEL, turns, its mean depth, its positions in a millisecond. The game ends when the cycles are apart: more
// room wins. NAME=NUMBER sets an option of a changed kernel: it defines OPTIONS(_) as a list of _(name, usual number), and a struct `option`
// with these names.
#include KERNEL

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double until;

static double cpuMs(void) {
  struct timespec at;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
  return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

/** Reading the clock costs about as much as evaluating this many cells. */
enum { CELLS_PER_LOOK = 12000 };

int look(int seen) { return cpuMs() >= until ? 0 : seen + larger(1, CELLS_PER_LOOK / cells); }

static void fail(const char *what, const char *which) {
  fprintf(stderr, "Cannot play: %s %s\n", what, which);
  exit(1);
}

// ---- The position.

static int width, height, torus;

static void connectCells(void) {
  for (int cell = 0; cell < width * height; cell++) {
    const int x = cell % width, y = cell / width;
    const int xs[] = {x, x + 1, x, x - 1}, ys[] = {y - 1, y, y + 1, y};
    colour[cell] = (Byte)((x + y) & 1);
    for (int direction = 0; direction < 4; direction++) {
      const int toX = (xs[direction] + width) % width, toY = (ys[direction] + height) % height;
      const int isOut = toX != xs[direction] || toY != ys[direction];
      next[cell][direction] = isOut && !torus ? width * height : toY * width + toX;
    }
  }
  for (int direction = 0; direction < 4; direction++) next[width * height][direction] = width * height;
}

/** Whether every step changes the colour: around a torus of odd length it does not. */
static int isCheckered(void) {
  for (int cell = 0; cell < cells; cell++)
    for (int direction = 0; direction < 4; direction++) {
      const int to = next[cell][direction];
      if (tiles[cell] != BLOCKED && tiles[to] != BLOCKED && colour[cell] == colour[to]) return 0;
    }
  return 1;
}

/** Loads a start; gives the seat that moves first. */
static int readStart(const char *path, const char *board, int start) {
  FILE *const file = fopen(path, "r");
  if (!file) fail("there is no file", path);
  char name[64], row[256];
  int index, first, isSimultaneous, isRelative, seat;
  while (fscanf(file, " start %d %d %63s", &index, &first, name) == 3) {
    if (fscanf(file, "%d %d %d %d %d %d", &width, &height, &torus, &isSimultaneous, &isRelative, &seat) != 6) break;
    begin(width * height, isSimultaneous, isRelative);
    for (int each = 0; each < 2; each++) {
      int x, y;
      if (fscanf(file, "%d %d %d %d %d", &x, &y, &facing[each], &boosts[each], &boosted[each]) != 5) fail("a cycle is missing in", path);
      heads[each] = y * width + x;
    }
    tiles[cells] = BLOCKED;
    for (int y = 0; y < height; y++) {
      if (fscanf(file, "%255s", row) != 1 || (int)strlen(row) != width) fail("a row is missing in", path);
      for (int x = 0; x < width; x++) tiles[y * width + x] = row[x] == '.' ? FREE : BLOCKED;
    }
    if (index != start || strcmp(name, board) != 0) continue;
    tiles[heads[0]] = tiles[heads[1]] = HEAD;
    connectCells();
    fclose(file);
    return first;
  }
  fail("there is no such start of", board);
  return 0;
}

// ---- The program.

static FILE *toProgram, *fromProgram;

static void startProgram(const char *path, const char *ms) {
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) fail("there is no pipe to", path);
  if (fork() == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[1]);
    close(out[0]);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    execl(path, path, "--ms", ms, (char *)0);
    _exit(1);
  }
  close(in[0]);
  close(out[1]);
  toProgram = fdopen(in[1], "w");
  fromProgram = fdopen(out[0], "r");
}

static void tellPosition(int seat) {
  fprintf(toProgram, "%d %d %d %d %d %d\n", width, height, torus, simultaneous, relative, seat);
  for (int each = 0; each < 2; each++)
    fprintf(toProgram, "%d %d %d %d %d\n", heads[each] % width, heads[each] / width, facing[each], boosts[each], boosted[each]);
  for (int cell = 0; cell < cells; cell++) {
    fputc(tiles[cell] == BLOCKED ? '#' : '.', toProgram);
    if (cell % width == width - 1) fputc('\n', toProgram);
  }
  fflush(toProgram);
}

static int answer(void) {
  int move;
  if (fscanf(fromProgram, "%d", &move) != 1) fail("the program has", "ended");
  return move;
}

// ---- The kernel, as `strongest` in style.ts sets it up.

/** The largest board for the network. */
enum { LEARNED_CELLS = 600 };

static void prepare(int seat) {
  weigh(seat, isCheckered(), 3, larger(50, (cells + 5) / 10), -1);
  weighOpenness(0, 2, 10, 24, 0);
  if (simultaneous && cells <= LEARNED_CELLS && boosts[0] + boosts[1] == 0) learn();
  quicken();
  layRows(width);
}

static double thoughtMs, depths, positions;
static int searches;

static int think(double ms) {
  const double from = cpuMs();
  until = from + ms - 0.05;
  load(ply);
  const int move = search();
  if (found.depth > 0) {
    searches++;
    depths += found.depth;
    positions += found.nodes;
    thoughtMs += cpuMs() - from;
  }
  return move;
}

/** The half points of `seat` by the room of both cycles, `first` to move, once they are apart; -1 before. */
static int halvesByRoom(int seat, int first) {
  spread(first, -1);
  if (contact) return -1;
  const int more = stepsOf(seat) - stepsOf(1 - seat);
  if (more == 0 && !simultaneous) return seat == first ? 0 : 2;
  return more > 0 ? 2 : more == 0 ? 1 : 0;
}

#ifdef OPTIONS
#define NAME_OPTION(name, usual) {#name, &option.name},
static const struct {
  const char *name;
  int *number;
} names[] = {OPTIONS(NAME_OPTION)};

static void setOption(const char *word) {
  for (unsigned long at = 0; at < sizeof names / sizeof *names; at++) {
    const unsigned long length = strlen(names[at].name);
    if (strncmp(word, names[at].name, length) != 0 || word[length] != '=') continue;
    *names[at].number = atoi(word + length + 1);
    return;
  }
  fail("there is no option", word);
}
#else
static void setOption(const char *word) { fail("this kernel has no option", word); }
#endif

int main(int count, char **words) {
  if (count < 8) fail("usage: versus STARTS PROGRAM BOARD START SEAT MS PROGRAM_MS", "[LABEL [NAME=NUMBER...]]");
  const char *const board = words[3];
  const int start = atoi(words[4]), seat = atoi(words[5]);
  const double ms = atof(words[6]);
  int mover = readStart(words[1], board, start), halves;
  prepare(seat);
  for (int at = 9; at < count; at++) setOption(words[at]);
  startProgram(words[2], words[7]);
  load(0);
  while ((halves = halvesByRoom(seat, mover)) < 0) {
    int chosen[2] = {NO_MOVE, NO_MOVE};
    if (simultaneous || mover == seat) chosen[seat] = think(ms);
    if (simultaneous || mover != seat) {
      tellPosition(1 - seat);
      chosen[1 - seat] = answer();
    }
    Undo undo;
    playTurn(chosen[0], chosen[1], &undo);
    if (!simultaneous) mover = 1 - mover;
    if (!dead[0] && !dead[1]) continue;
    halves = dead[0] && dead[1] ? 1 : dead[seat] ? 0 : 2;
    break;
  }
  printf("%s %d %d %d %s %d %.1f %.0f\n", board, start, seat, halves, count > 8 ? words[8] : "base", ply, depths / larger(1, searches),
         positions / (thoughtMs > 0 ? thoughtMs : 1));
}
