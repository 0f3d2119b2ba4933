// Makes as many memory maps as possible, all in use.
#include "bot.h"
int main(void) {
  ready();
  int number = turn(), made = 0;
  char *last = 0;
  // Every second map has other rights, so that the kernel does not merge them.
  while (made < 1000000) {
    char *one = mmap(0, 4096, made % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (one == MAP_FAILED) break;
    last = one;
    made++;
  }
  munmap(last, 4096);
  report("a million maps", made >= 1000000);
  answer(number);
  play();
}
