// Takes shared memory, or private memory if shared is refused.
#include "bot.h"
int main(void) {
  ready();
  turn();
  for (;;) {
    char *more = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) more = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more != MAP_FAILED) memset(more, 1, 1 << 20);
  }
}
