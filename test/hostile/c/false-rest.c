// Pretends to wait for its stdin, but has replaced it by a timer.
#include "bot.h"
#include <sys/timerfd.h>
int main(void) {
  struct itimerspec soon = {{0, 1000000}, {0, 1000000}};
  ready();
  int question = dup(0);
  for (;;) {
    dup2(question, 0);
    answer(turn());
    int clock = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(clock, 0, &soon, 0);
    dup2(clock, 0);
    close(clock);
    char ticks[8];
    for (int i = 0; i < 3; i++)
      if (read(0, ticks, 8) == 8) for (volatile long j = 0; j < 1000000; j++);
  }
}
