// Asks the kernel to send it SIGCONT later, while the opponent moves.
#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
  struct itimerspec soon = {{0, 1000000}, {0, 1000000}};
  report("a timer that continues", timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_settime(timer, 0, &soon, 0) == 0);
  signal(SIGIO, SIG_IGN);
  fcntl(0, F_SETOWN, getpid());
  report("a pipe that continues", fcntl(0, F_SETSIG, SIGCONT) == 0);
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_ASYNC);
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  answer(number);
  play();
}
