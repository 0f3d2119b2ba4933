#!/bin/sh
# Builds the arena: the C files of the kernel become the body of a struct, so that each thread of a GPU has a search of its own.
#   sh training/tron/build.sh OUT [nvcc|g++]
set -e
here=$(dirname "$0")
kernel=$here/../../src/brains/tron/kernel
out=${1:-arena}
# flood.c and planes.c give the same values faster, with vectors of a processor: they are left out, and each line that names a function of them.
# A thread of a GPU has a small table, and no quick search.
tables=
[ "${2:-nvcc}" != nvcc ] || tables='s/ (TABLE|RATED_TABLE)_BITS = 1[68]/ \1_BITS = 11/g; s/SEEN_BITS = 18/SEEN_BITS = 1/'
network=/dev/null
[ "${2:-nvcc}" = nvcc ] || network=$kernel/network.c
sed -E -e '/^static int isLearned;/d' -e 's/ (gather|judge)\(/ \1Shipped(/' "$network" | cat "$kernel/board.c" "$kernel/rooms.c" "$kernel/rows.c" - "$kernel/search.c" | sed -E \
  -e '/Planes/d' -e '/^#include/d' -e '/^__attribute__\(\(import_module/d' \
  -e '/^static int alphaBeta\(.*\);$/d' \
  -e 's/MOST_CELLS = 200 \* 200 \+ 1/MOST_CELLS = 601/' -e 's/ROW_CELLS = MOST_COLUMNS \* 200/ROW_CELLS = 601/' \
  -e 's/MOST_MOVES = 8/MOST_MOVES = 4/' -e 's/withBoosts && boosts\[seat\] > 0 &&/0 \&\&/' \
  -e "$tables" -e 's/simultaneous \? alphaBeta/simultaneous \&\& !weights[me]->isFirst ? alphaBeta/' \
  -e 's/^int next\[MOST_CELLS\]\[4\];/const short (*next)[4];/' \
  -e 's/^static int (queues|number|chamberOf|history|distance)/static short \1/' -e 's/^static int pending\[/static short pending[/' \
  -e 's/number\[MOST_CELLS\], pending\[MOST_CELLS\], pendingCount;/number[MOST_CELLS], pending[MOST_CELLS]; int pendingCount;/' \
  -e 's/queues\[2\]\[MOST_CELLS\], readTo/queues[2][MOST_CELLS]; int readTo/' \
  -e 's/chamberOf\[MOST_CELLS\], chamberCount;/chamberOf[MOST_CELLS]; int chamberCount;/' \
  -e 's/^  int (steps, openness, isFront|cell, low, state|following, isPassed)/  short \1/' \
  -e 's/const int \*away/const short *away/' -e 's/const int \*const queue = queues\[seat\], end/const short *const queue = queues[seat]; const int end/' -e 's/^  int \*const queue = /  short *const queue = /' -e 's/const int \*const known = history/const short *const known = history/' \
  -e 's/sizeof\(int\) \* /sizeof(short) * /' \
  -e 's/\.bound = (value.*EXACT),/.bound = (Byte)(\1),/' -e 's/__builtin_memset/memset/g' -e 's/\((Key|Room|Entry)\)\{/\1{/g' \
  -e 's/^(static |int |void )(.*\) \{.*)$/HD \1\2/' > "$out.inc"
if [ "${2:-nvcc}" = nvcc ]; then
  nvcc -std=c++20 -O3 -arch=sm_90 -DKERNEL="\"$(realpath "$out.inc")\"" -o "$out" "$here/arena.cu"
else
  g++ -std=c++20 -O3 -march=native -Wno-narrowing -x c++ -DKERNEL="\"$(realpath "$out.inc")\"" -DSHIPPED="\"$(realpath "$kernel/weights.c")\"" -o "$out" "$here/arena.cu"
fi
