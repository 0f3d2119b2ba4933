#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  cpu_set_t cores;
  memset(&cores, 0xff, sizeof cores);
  report("sched_setaffinity", sched_setaffinity(0, sizeof cores, &cores) == 0);
  sched_getaffinity(0, sizeof cores, &cores);
  report("more than one core", CPU_COUNT(&cores) > 1);
  answer(number);
  play();
}
