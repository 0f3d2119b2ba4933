#include "bot.h"
int main(void) { ready(); turn(); raise(SIGSTOP); for (;;) pause(); }
