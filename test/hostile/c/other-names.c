// Renames itself to our own tools, and to text that looks like the rest of a /proc line.
#include "bot.h"
static void *spin(void *name) {
  prctl(PR_SET_NAME, name);
  for (volatile long i = 0;; i++);
}
int main(void) {
  static char *names[] = {"prlimit", "bwrap", ") T 1 1 1", "x) Z (y", "\n) T"};
  pthread_t thread;
  prctl(PR_SET_NAME, "prlimit");
  for (int i = 0; i < 5; i++) pthread_create(&thread, 0, spin, names[i]);
  ready();
  play();
}
