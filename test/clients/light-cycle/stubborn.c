/* Floods like the contest's own client, and ignores every signal that can be ignored. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  const char *words = "ready\nforward\n";
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  for (;;)
    if (write(1, words, strlen(words)) < 0) sleep(1);
}
