// Calls exec on itself after each answer, with much memory to free and a large environment.
#include "bot.h"
int main(int argc, char **argv) {
  if (argc < 2) ready();
  const size_t size = 64u << 20;
  char *all = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  static char word[100000];
  memset(word, 'x', sizeof word - 1);
  char *environment[11] = {0}, *again[] = {argv[0], "again", 0};
  for (int i = 0; i < 10; i++) environment[i] = word;
  answer(turn());
  execve(argv[0], again, environment);
  return 1;
}
