// Takes too much memory and frees it between two checks of the host.
#include "bot.h"
int main(void) {
  ready();
  turn();
  const size_t size = 200u << 20;
  char *all = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (;;) {
    memset(all, 1, size);
    madvise(all, size, MADV_DONTNEED);
    usleep(20000);
  }
}
