#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  report("kill the host", kill(atoi(target("pid")), SIGKILL) == 0);
  kill(-1, SIGKILL);
  report("kill process 1", kill(1, SIGKILL) == 0 && kill(1, 0) != 0);
  for (int pid = 3; pid < 4000; pid++)
    if (pid != getpid() && kill(pid, SIGKILL) == 0) report("kill somebody", 1);
  report("kill everybody", 0);
  answer(number);
  play();
}
