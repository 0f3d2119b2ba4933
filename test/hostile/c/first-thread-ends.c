// Its first thread ends, and the second takes memory: /proc then shows the process without memory.
#include "bot.h"
static void *take(void *unused) {
  ready();
  turn();
  for (;;) {
    char *more = malloc(1 << 20);
    if (more) memset(more, 1, 1 << 20);
  }
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_exit(0);
}
