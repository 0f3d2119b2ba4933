#include "bot.h"
int main(void) { ready(); answer(turn()); return 3; }
