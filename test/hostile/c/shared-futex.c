// A futex in a file of the system is the same one for every program that maps the file.
#include "bot.h"
#include <linux/futex.h>
#define WAKE(name, ...) report(name, syscall(SYS_futex, word, __VA_ARGS__) >= 0)
int main(void) {
  ready();
  int number = turn(), file = open("/usr/bin/env", O_RDONLY);
  int *word = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
  WAKE("FUTEX_WAKE", FUTEX_WAKE, 1, 0, 0, 0);
  WAKE("FUTEX_WAKE_BITSET", FUTEX_WAKE_BITSET, 1, 0, 0, FUTEX_BITSET_MATCH_ANY);
  WAKE("FUTEX_REQUEUE", FUTEX_REQUEUE, 1, 1, word + 1, 0);
  WAKE("FUTEX_CMP_REQUEUE", FUTEX_CMP_REQUEUE, 1, 1, word + 1, *word);
  struct { unsigned long long value, address; unsigned flags, reserved; } waiter = {*word, (unsigned long long)word, 2, 0};
  struct timespec past = {0, 0};
  report("futex_waitv", syscall(449, &waiter, 1, 0, &past, CLOCK_MONOTONIC) >= 0 || errno == ETIMEDOUT);
  report("futex_wake", syscall(454, word, ~0ul, 1, 2) >= 0);
  // The futex of a thread's end still works.
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))getpid, 0);
  if (pthread_join(thread, 0) == 0) answer(number);
  play();
}
