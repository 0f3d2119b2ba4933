#include "bot.h"
int main(void) { ready(); turn(); close(1); for (;;) pause(); }
