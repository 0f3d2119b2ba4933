#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  static char page[65536];
  memset(page, 'e', sizeof page);
  for (int i = 0; i < 1000; i++) if (write(2, page, sizeof page) < 0) exit(9);
  answer(number);
  play();
}
