#include "bot.h"
int main(void) {
  ready();
  turn();
  static char page[65536];
  memset(page, 'e', sizeof page);
  for (;;) if (write(2, page, sizeof page) < 0) pause();
}
