#include "bot.h"
static void *idle(void *unused) { (void)unused; pause(); return 0; }
int main(void) {
  ready();
  int number = turn(), made = 0;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  for (pthread_t thread; made < 2000 && pthread_create(&thread, &small, idle, 0) == 0;) made++;
  report("2000 threads", made >= 2000);
  report("no thread at all", made == 0);
  answer(number);
  play();
}
