#include "bot.h"
int main(void) { ready(); turn(); *(volatile int *)8 = 1; }
