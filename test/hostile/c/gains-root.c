// Executes a set-uid program of root, if the test could make one.
#include "bot.h"
int main(int argc, char **argv) {
  (void)argv;
  char *again[] = {"set-uid", "again", 0};
  if (argc == 1) execv("./set-uid", again);
  ready();
  int number = turn();
  report("root by set-uid", geteuid() == 0);
  report("root by setuid", setuid(0) == 0);
  answer(number);
  play();
}
