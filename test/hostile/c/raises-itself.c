// Tries to raise its priority, its OOM score and its limits.
#include "bot.h"
#include <sys/resource.h>
#define TRY(call) report(#call, (call) == 0)
static int write_to(const char *file, const char *text) {
  int fd = open(file, O_WRONLY);
  int isWritten = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  if (fd >= 0) close(fd);
  return isWritten ? 0 : -1;
}
int main(void) {
  ready();
  int number = turn();
  struct sched_param most = {99}, none = {0};
  struct { unsigned size, policy; unsigned long long flags; int nice; unsigned priority; unsigned long long runtime, deadline, period; }
    deadline = {48, 6, 0, 0, 0, 10000000, 30000000, 30000000}, nicer = {48, 0, 0, -10, 0, 0, 0, 0};
  TRY(setpriority(PRIO_PROCESS, 0, -5));
  TRY(setpriority(PRIO_USER, 0, -5));
  TRY(sched_setscheduler(0, SCHED_FIFO, &most));
  TRY(sched_setscheduler(0, SCHED_RR, &most));
  TRY(syscall(SYS_sched_setattr, 0, &deadline, 0));
  TRY(syscall(SYS_sched_setattr, 0, &nicer, 0));
  TRY(syscall(SYS_ioprio_set, 1, 0, 1 << 13));
  TRY(syscall(SYS_sched_setaffinity, 0, 8, "\377\377\377\377\377\377\377\377"));
  TRY(prctl(62, 1, 0, 0, 0));
  TRY(write_to("/proc/self/oom_score_adj", "-1000"));
  TRY(write_to("/proc/self/uid_map", "0 0 1"));
  TRY(write_to("/proc/sys/kernel/sched_autogroup_enabled", "0"));
  TRY(write_to("/proc/sys/vm/overcommit_memory", "1"));
  TRY(write_to("/proc/sys/user/max_inotify_instances", "0"));
  TRY(write_to("/proc/sysrq-trigger", "t"));
  const int limits[] = {RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_CPU, RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_SIGPENDING, RLIMIT_RTPRIO, RLIMIT_NICE};
  for (int i = 0; i < 9; i++) {
    struct rlimit more;
    getrlimit(limits[i], &more);
    more.rlim_max = more.rlim_max * 2 + 1;
    report("a higher limit", setrlimit(limits[i], &more) == 0);
  }
  report("locked memory", mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
  answer(number);
  play();
}
