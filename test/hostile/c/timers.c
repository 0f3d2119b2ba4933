#include "bot.h"
static volatile long work;
static void tick(int unused) { (void)unused; for (int i = 0; i < 100000; i++) work++; }
int main(void) {
  struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
  struct itimerval often = {{0, 1000}, {0, 1000}};
  sigaction(SIGALRM, &action, 0);
  setitimer(ITIMER_REAL, &often, 0);
  ready();
  play();
}
