#include "bot.h"
int main(void) {
  ready();
  turn();
  for (;;) {
    char *more = malloc(1 << 20);
    if (more) memset(more, 1, 1 << 20);
  }
}
