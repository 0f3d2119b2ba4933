// Playouts of longest group: fills a board at random and measures its groups.
//
// A set of cells is a bit for each cell in reading order. Boards of more than MOST_BITS cells are only filled here.

typedef unsigned int Word;
typedef unsigned long long Half;
typedef short Cell;
typedef unsigned char Byte;

#define ALWAYS inline __attribute__((always_inline))

enum { MOST_CELLS = 19 * 19, MOST_WORDS = (MOST_CELLS + 31) / 32, MOST_BITS = 128 };

// ---- What the caller writes and reads.

/** The stones of both seats, and the cells that were empty at the root of the search. */
Word stones[2][MOST_WORDS];
Cell empty[MOST_CELLS];
/** The full boards of a pair, each with the stones of both seats. */
Word filled[2][2][MOST_WORDS];
/** Twice the lead on each of them, above zero for seat 0. */
int leads[2];

// ---- Sets of up to 128 cells.

typedef struct {
  Half low, high;
} Set;

static int width, cells;
static Set notFirst, notLast;

static ALWAYS Set setOf(const Word *words) {
  return (Set){words[0] | (Half)words[1] << 32, words[2] | (Half)words[3] << 32};
}
static ALWAYS Set both(Set a, Set b) { return (Set){a.low & b.low, a.high & b.high}; }
static ALWAYS Set either(Set a, Set b) { return (Set){a.low | b.low, a.high | b.high}; }
static ALWAYS Set differ(Set a, Set b) { return (Set){a.low ^ b.low, a.high ^ b.high}; }
static ALWAYS int isEmpty(Set a) { return (a.low | a.high) == 0; }
static ALWAYS Set up(Set a, int by) { return (Set){a.low << by, a.high << by | a.low >> (64 - by)}; }
static ALWAYS Set down(Set a, int by) { return (Set){a.low >> by | a.high << (64 - by), a.high >> by}; }
static ALWAYS Set lowest(Set a) {
  return (Set){a.low & -a.low, a.low == 0 ? a.high & -a.high : 0};
}

/** The cells right of those of a set, left of them, below and above. */
static ALWAYS Set rightOf(Set a) { return both(up(a, 1), notFirst); }
static ALWAYS Set leftOf(Set a) { return both(down(a, 1), notLast); }

/** The stones of a set that have two neighbours or more. */
static ALWAYS Set peel(Set set, int width) {
  const Set a = rightOf(set), b = leftOf(set), c = up(set, width), d = down(set, width);
  return both(set, either(either(both(a, b), both(c, d)), both(either(a, b), either(c, d))));
}

/** The cells beside those of a set. */
static ALWAYS Set beside(Set set, int width) {
  return either(either(rightOf(set), leftOf(set)), either(up(set, width), down(set, width)));
}

/** Breadth-first from a stone: leaves what it does not reach in `rest`, its last front in `last`; gives the number of fronts. */
static ALWAYS int spread(Set start, Set *rest, Set *last, int width) {
  Set front = start, left = differ(*rest, start);
  for (int length = 1;; length++) {
    const Set next = both(left, beside(front, width));
    if (isEmpty(next)) {
      *rest = left;
      *last = front;
      return length;
    }
    left = differ(left, next);
    front = next;
  }
}

// ---- Lengths, nearly always right.

/** The longest length of a seat, how many groups have it, and how many are one shorter. */
typedef struct {
  int longest, most, shorter;
} Lengths;

/**
 * Two searches a group: the second starts at the far end of the first. That is exact for groups without loops, and hardly
 * ever too short for others. The second searches of all groups run at once, because groups do not touch each other.
 */
static ALWAYS Lengths measureGroups(Set set, int width) {
  Set groups[MOST_BITS], front = {0, 0}, before = {0, 0}, left = set;
  int count = 0;
  for (; !isEmpty(left); count++) {
    const Set group = left;
    Set last;
    spread(lowest(left), &left, &last, width);
    groups[count] = differ(group, left);
    front = either(front, lowest(last));
  }
  Lengths found = {1, 0, 0};
  left = differ(set, front);
  for (;; found.longest++) {
    const Set next = both(left, beside(front, width));
    if (isEmpty(next)) break;
    left = differ(left, next);
    before = front;
    front = next;
  }
  for (int i = 0; i < count; i++) {
    const int isLongest = !isEmpty(both(groups[i], front));
    found.most += isLongest;
    found.shorter += !isLongest & !isEmpty(both(groups[i], before));
  }
  return found;
}

static Lengths measureWhole(Set set) { return measureGroups(set, width); }

/** No longer group is dropped before measuring. */
enum { DROPPED = 4 };

static ALWAYS Lengths measure(Set set, int width) {
  // Twice, take away all stones that have one neighbour or none: of a short group nothing stays.
  const Set thick = peel(peel(set, width), width);
  // Put the neighbours of what has stayed back, twice.
  const Set grown = both(set, either(thick, beside(thick, width)));
  const Set left = both(set, either(grown, beside(grown, width)));
  const Lengths found = measureGroups(left, width);
  return found.longest > DROPPED + 1 ? found : measureWhole(set);
}

/** With a constant for the usual width, of which the compiler makes faster code. */
static Lengths measure11(Set set) { return measure(set, 11); }
static Lengths measureAny(Set set) { return measure(set, width); }

// ---- Exact lengths.

/** The length of one group: breadth-first from each of its stones. */
static int diameterOf(Set group) {
  int longest = 0;
  for (Set starts = group; !isEmpty(starts);) {
    const Set start = lowest(starts);
    Set rest = group, last;
    const int length = spread(start, &rest, &last, width);
    if (length > longest) longest = length;
    starts = differ(starts, start);
  }
  return longest;
}

/** Counts the groups of each length; gives the longest. */
static int countExactly(Set set, Byte *counts) {
  int longest = 0;
  while (!isEmpty(set)) {
    Set rest = set, last;
    spread(lowest(set), &rest, &last, width);
    const int length = diameterOf(differ(set, rest));
    if (length > longest) longest = length;
    counts[length]++;
    set = rest;
  }
  return longest;
}

static int exactLead(Set first, Set second) {
  Byte counts[2][MOST_BITS + 1] = {0};
  const int longest = countExactly(first, counts[0]), others = countExactly(second, counts[1]);
  if (longest != others) return 2 * (longest - others);
  // The bonus group of seat 1.
  if (longest > 1) counts[1][longest - 1]++;
  for (int length = longest; length > 0; length--)
    if (counts[0][length] != counts[1][length]) return counts[0][length] > counts[1][length] ? 1 : -1;
  return 0;
}

static int quickLead(Set first, Set second) {
  const Lengths own = width == 11 ? measure11(first) : measureAny(first);
  const Lengths others = width == 11 ? measure11(second) : measureAny(second);
  if (own.longest != others.longest) return 2 * (own.longest - others.longest);
  const int most = own.most - others.most;
  const int more = most != 0 ? most : own.shorter - others.shorter - (others.longest > 1);
  return more > 0 ? 1 : more < 0 ? -1 : exactLead(first, second);
}

// ---- Filling a board.

static Word all[MOST_WORDS], chance;

static ALWAYS Word next(void) {
  chance ^= chance << 13;
  chance ^= chance >> 17;
  return chance ^= chance << 5;
}

static ALWAYS void flip(Word *set, int cell) { set[cell >> 5] ^= 1u << (cell & 31); }

/** A random cell of a set, each as likely as the others; all of them are in the list `empty`. */
static int pick(const Word *set, int count) {
  for (;;) {
    const int cell = empty[((next() >> 16) * (Word)count) >> 16];
    if (set[cell >> 5] >> (cell & 31) & 1) return cell;
  }
}

/** Before playouts: sets an empty board, and the state of the random numbers, which may not be 0. */
void begin(int columns, int count, Word seed) {
  width = columns;
  cells = count;
  chance = seed;
  Word first[4] = {0}, last[4] = {0};
  for (int word = 0; word < MOST_WORDS; word++) {
    all[word] = stones[0][word] = stones[1][word] = 0;
    for (int board = 0; board < 2; board++) filled[board][0][word] = filled[board][1][word] = 0;
  }
  for (int cell = 0; cell < count; cell++) {
    flip(all, cell);
    if (cell >= MOST_BITS) continue;
    if (cell % columns > 0) flip(first, cell);
    if (cell % columns < columns - 1) flip(last, cell);
  }
  notFirst = setOf(first);
  notLast = setOf(last);
}

/** The words of a set: at least four, for measuring. */
static ALWAYS int wordsOf(void) { return cells <= MOST_BITS ? 4 : (cells + 31) / 32; }

/** Twice the lead of `stones`, which are a full board. */
int lead(void) { return exactLead(setOf(stones[0]), setOf(stones[1])); }

/**
 * Fills the empty cells at random: the side to move gets half of them, and the odd one. That is what playing on at random
 * comes to, for it makes no difference in which order cells are filled. The second board of the pair swaps the
 * owners: what one side has by luck the other has there, so that the mean of a pair says more than two boards at random.
 */
void playOut(int turn, int count) {
  const int words = wordsOf();
  Word open[MOST_WORDS], taken[MOST_WORDS];
  int left = 0, mine = 0;
  for (int word = 0; word < words; word++) {
    open[word] = all[word] & ~(stones[0][word] | stones[1][word]);
    taken[word] = open[word] & next();
    left += __builtin_popcount(open[word]);
    mine += __builtin_popcount(taken[word]);
  }
  const int wanted = left >> 1;
  for (; mine > wanted; mine--) flip(taken, pick(taken, count));
  for (int word = 0; word < words; word++) open[word] ^= taken[word];
  for (; mine < wanted; mine++) {
    const int cell = pick(open, count);
    flip(open, cell);
    flip(taken, cell);
  }
  Word odd[MOST_WORDS] = {0};
  if (left & 1) {
    const int cell = pick(open, count);
    flip(open, cell);
    flip(odd, cell);
  }
  for (int word = 0; word < words; word++) {
    const Word ours = stones[turn][word] | odd[word], theirs = stones[1 - turn][word];
    filled[0][turn][word] = ours | taken[word];
    filled[0][1 - turn][word] = theirs | open[word];
    filled[1][turn][word] = ours | open[word];
    filled[1][1 - turn][word] = theirs | taken[word];
  }
  if (cells > MOST_BITS) return;
  for (int board = 0; board < 2; board++) leads[board] = quickLead(setOf(filled[board][0]), setOf(filled[board][1]));
}
