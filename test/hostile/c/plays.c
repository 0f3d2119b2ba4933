#include "bot.h"
int main(void) {
  ready();
  play();
}
