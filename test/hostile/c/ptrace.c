#include "bot.h"
#include <sys/ptrace.h>
#include <sys/uio.h>
int main(void) {
  ready();
  int number = turn(), host = atoi(target("pid"));
  char byte;
  struct iovec here = {&byte, 1}, there = {&number, 1};
  report("process_vm_readv", process_vm_readv(getpid(), &here, 1, &there, 1, 0) >= 0);
  report("process_vm_writev", process_vm_writev(getpid(), &here, 1, &there, 1, 0) >= 0);
  report("ptrace traceme", ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);
  // Without the filter, an ordinary user attaches to its own parent, which then never lets this program go on.
  report("ptrace attach", ptrace(PTRACE_ATTACH, 1, 0, 0) == 0);
  report("ptrace seize", ptrace(PTRACE_SEIZE, 1, 0, 0) == 0);
  report("ptrace the host", ptrace(PTRACE_SEIZE, host, 0, 0) == 0);
  report("memory of process 1", open("/proc/1/mem", O_RDWR) >= 0);
  report("pidfd_open", syscall(SYS_pidfd_open, 1, 0) >= 0);
  report("kcmp", syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0) >= 0);
  answer(number);
  play();
}
