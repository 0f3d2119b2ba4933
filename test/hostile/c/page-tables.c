// Reads one page of every two megabytes: the pages cost nothing, the tables that map them do.
#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  const size_t all = (size_t)1 << 40;
  volatile char *pages = mmap(0, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages != MAP_FAILED)
    for (size_t at = 0; at < all; at += 2 << 20) pages[at];
  answer(number);
  play();
}
