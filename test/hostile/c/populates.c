// Answers, and lets the kernel populate pages, which no signal interrupts. The page tables stay below the memory limit.
#include "bot.h"
int main(void) {
  ready();
  const size_t size = (size_t)8 << 30;
  for (;;) {
    answer(turn());
    char *pages = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE, -1, 0);
    if (pages != MAP_FAILED) munmap(pages, size);
  }
}
