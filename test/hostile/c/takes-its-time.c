// The opponent: its turns are long enough for others to spend time in them.
#include "bot.h"
int main(void) {
  ready();
  for (;;) {
    int number = turn();
    usleep(15000);
    answer(number);
  }
}
