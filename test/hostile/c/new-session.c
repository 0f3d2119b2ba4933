#include "bot.h"
int main(void) { setsid(); setpgid(0, 0); ready(); play(); }
