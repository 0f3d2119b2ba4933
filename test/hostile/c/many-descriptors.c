#include "bot.h"
int main(void) {
  ready();
  int number = turn(), made = 0, ends[2];
  while (made < 5000 && open("/dev/null", O_RDONLY) >= 0) made++;
  report("5000 files", made >= 5000);
  for (int fd = 3; fd < 5000; fd++) close(fd);
  for (made = 0; made < 5000 && pipe(ends) == 0; made++);
  report("5000 pipes", made >= 5000);
  for (int fd = 3; fd < 5000; fd++) close(fd);
  answer(number);
  play();
}
