// A thread that waits as after vfork cannot be stopped, so its bot could never be suspended.
#include "bot.h"
static char stack[65536];
static int stay(void *unused) { for (;;) pause(); }
static void *wait_for_it(void *made) {
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_VFORK;
  *(int *)made = clone(stay, stack + sizeof stack, flags, 0);
  report("a thread that waits for its child", *(int *)made >= 0);
  return 0;
}
int main(void) {
  ready();
  int number = turn(), made = 1;
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_it, &made);
  for (int i = 0; i < 100 && made == 1; i++) usleep(1000);
  answer(number);
  play();
}
