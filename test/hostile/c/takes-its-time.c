// The opponent: its turns are long, so that a program that still runs uses CPU time in them.
#include "bot.h"
int main(void) {
  ready();
  for (;;) {
    int number = turn();
    usleep(15000);
    answer(number);
  }
}
