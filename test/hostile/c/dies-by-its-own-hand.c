#include "bot.h"
int main(void) { ready(); turn(); raise(SIGKILL); }
