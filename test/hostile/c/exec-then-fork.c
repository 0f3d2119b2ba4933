#include "bot.h"
int main(int argc, char **argv) {
  if (argc == 1) {
    char *again[] = {argv[0], "again", 0};
    execv("/proc/self/exe", again);
    _exit(8);
  }
  ready();
  int number = turn();
  pid_t pid = fork();
  if (pid == 0) for (;;) pause();
  report("fork after exec", pid > 0);
  answer(number);
  play();
}
