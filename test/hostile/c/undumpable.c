// Hides its /proc entries from the host, and goes on in threads.
#include "bot.h"
static void *spin(void *unused) { for (volatile long i = 0;; i++); }
static void *come_and_go(void *unused) {
  pthread_t thread;
  for (;;)
    if (pthread_create(&thread, 0, (void *(*)(void *))getpid, 0) == 0) pthread_join(thread, 0);
}
int main(void) {
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  pthread_t thread;
  for (int i = 0; i < 3; i++) pthread_create(&thread, 0, i ? spin : come_and_go, 0);
  ready();
  play();
}
