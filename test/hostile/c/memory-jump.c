#include "bot.h"
int main(void) {
  ready();
  turn();
  size_t size = 230u << 20;
  char *all = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (all != MAP_FAILED) memset(all, 1, size);
  for (;;) pause();
}
