/* Longest group: always plays the first free cell, with as little work as possible. */
#include <stdio.h>

static char taken[121];
static int next;

static void play(void) {
  while (taken[next]) next++;
  taken[next] = 1;
  printf("%d %d\n", next % 11, next / 11);
  fflush(stdout);
}

int main(void) {
  int player, x, y, stones = 0;
  if (scanf("%d", &player) != 1) return 1;
  if (player == 0) { play(); stones++; }
  while (scanf("%d %d", &x, &y) == 2) {
    taken[y * 11 + x] = 1;
    if (++stones == 121) break;
    play();
    if (++stones == 121) break;
  }
  return 0;
}
