// Answers and goes on thinking for a while, instead of waiting for the next question.
#include "bot.h"
int main(void) {
  ready();
  for (;;) {
    answer(turn());
    for (volatile long i = 0; i < 20000000; i++);
  }
}
