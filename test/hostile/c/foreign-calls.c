// Uses the system call numbers of another ABI: 32-bit x86 (int 0x80) and x32, where fork has another number.
#include "bot.h"
int main(void) {
  ready();
  int number = turn();
#ifdef __x86_64__
  long made;
  __asm__ volatile("int $0x80" : "=a"(made) : "a"(2L) : "memory", "r8", "r9", "r10", "r11");
  if (made == 0) _exit(0);
  errno = made < 0 ? -made : 0;
  report("int 0x80 fork", made > 0);
  made = syscall(0x40000000 + SYS_fork);
  if (made == 0) _exit(0);
  report("x32 fork", made > 0);
#endif
  report("a call nobody knows", syscall(9999) >= 0);
  answer(number);
  play();
}
