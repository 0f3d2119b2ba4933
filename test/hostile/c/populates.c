// Answers, and lets the kernel populate pages, which no signal interrupts. The page tables stay below the memory limit.
// Two gigabytes take the kernel some hundred milliseconds, and a turn of the opponent lasts 15.
#include "bot.h"
int main(void) {
  ready();
  const size_t size = (size_t)2 << 30;
  for (;;) {
    answer(turn());
    char *pages = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE, -1, 0);
    if (pages != MAP_FAILED) munmap(pages, size);
  }
}
