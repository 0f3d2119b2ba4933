// Fills shared memory and unmaps all but a page: the memory stays, but no longer shows. If that is refused, takes private memory.
#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  const size_t size = 32u << 20;
  int zero = open("/dev/zero", O_RDWR);
  for (int i = 0; i < 16; i++) {
    char *more = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) more = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (more == MAP_FAILED) memset(mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, size);
    else {
      memset(more, 1, size);
      munmap(more + 4096, size - 4096);
    }
    usleep(10000);
  }
  answer(number);
  play();
}
