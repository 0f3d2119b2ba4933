// A stack without a limit.
#include "bot.h"
#include <sys/resource.h>
static int deeper(int depth) {
  char room[65536];
  memset(room, depth, sizeof room);
  return deeper(depth + 1) + room[depth % sizeof room];
}
int main(int argc, char **argv) {
  struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  // The kernel reserves the stack when a program starts.
  if (argc < 2 && setrlimit(RLIMIT_STACK, &none) == 0) execl(argv[0], argv[0], "again", (char *)0);
  ready();
  turn();
  return deeper(0);
}
