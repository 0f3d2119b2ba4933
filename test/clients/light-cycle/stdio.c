/* Plain stdio without a flush: on a terminal, a read from stdin flushes stdout; on a pipe it does not. */
#include <stdio.h>

int main(void) {
  int size;
  char state[64];
  printf("ready ");
  if (scanf("%d", &size) != 1) return 1;
  for (;;) {
    printf("ready ");
    if (scanf("%63s", state) != 1) return 0;
    printf("forward ");
  }
}
