#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    if (fork() == 0) for (;;) pause();
    _exit(0);
  }
  report("daemon", pid > 0);
  answer(number);
  play();
}
