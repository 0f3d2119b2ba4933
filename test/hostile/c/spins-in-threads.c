#include "bot.h"
static void *spin(void *unused) { (void)unused; for (volatile long i = 0;; i++); return 0; }
int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; i++) pthread_create(&thread, 0, spin, 0);
  ready();
  play();
}
