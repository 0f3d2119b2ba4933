// Memory that would not be counted as the program's own.
#include "bot.h"
#include <sys/ipc.h>
#include <sys/shm.h>
int main(void) {
  ready();
  int number = turn();
  report("memfd_create", syscall(SYS_memfd_create, "x", 0) >= 0);
  report("memfd_secret", syscall(447, 0) >= 0);
  report("shmget", shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0);
  report("shm_open", shm_open("/x", O_CREAT | O_RDWR, 0600) >= 0);
  report("message queue", syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, 0) >= 0);
  answer(number);
  play();
}
