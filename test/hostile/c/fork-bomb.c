#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) for (;;) if (fork() < 0) pause();
    if (child > 0) { report("fork bomb", 1); break; }
  }
  report("fork bomb", 0);
  answer(number);
  play();
}
