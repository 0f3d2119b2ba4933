// System calls that are new, or used by few programs.
#include "bot.h"
#include <sys/timex.h>
#define TRY(name, ...) report(name, syscall(__VA_ARGS__) >= 0)
int main(void) {
  ready();
  int number = turn(), file = open("/usr/bin/env", O_RDONLY), fds[2], pid = getpid(), memory = -1;
  static char buffer[4096];
  struct timespec now = {1, 1};
  struct timex tune = {.modes = ADJ_FREQUENCY};
  struct iovec part = {buffer, sizeof buffer};
  TRY("io_uring_setup", 425, 8, buffer);
  TRY("io_setup", SYS_io_setup, 8, buffer);
  TRY("userfaultfd", SYS_userfaultfd, 1);
  TRY("pidfd_open", SYS_pidfd_open, pid, 0);
  TRY("pidfd_getfd", SYS_pidfd_getfd, 0, 0, 0);
  TRY("pidfd_send_signal", SYS_pidfd_send_signal, 0, SIGCONT, 0, 0);
  TRY("process_madvise", SYS_process_madvise, 0, &part, 1, 21, 0);
  TRY("process_mrelease", 448, 0, 0);
  TRY("kcmp", SYS_kcmp, pid, pid, 0, 0, 1);
  TRY("landlock", 444, 0, 0, 1);
  TRY("a seccomp listener", SYS_seccomp, 1, 1 << 3, buffer);
  TRY("name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, "/usr", buffer, fds, 0);
  TRY("quotactl", SYS_quotactl, 0x800002 << 8, "/", 0, buffer);
  TRY("clock_settime", SYS_clock_settime, CLOCK_REALTIME, &now);
  TRY("clock_adjtime", SYS_clock_adjtime, CLOCK_REALTIME, &tune);
  TRY("personality", SYS_personality, 0x0400000);
  TRY("cachestat", 451, file, buffer, buffer + 64, 0);
  TRY("statmount", 457, buffer, buffer, sizeof buffer, 0);
  TRY("listmount", 458, buffer, buffer, 8, 0);
  TRY("open_tree", SYS_open_tree, AT_FDCWD, "/", 1);
  TRY("a page that is cached", SYS_preadv2, file, &part, 1, 0, 0, 8);
  TRY("a page that is cached no more", SYS_fadvise64, file, 0, 0, 4);
  TRY("a hint for others", SYS_fcntl, file, 1036, &(unsigned long long){2});
  TRY("memfd_secret", 447, 0);
  report("memfd and what it holds", (memory = syscall(SYS_memfd_create, "x", 0)) >= 0);
  TRY("execveat of it", SYS_execveat, memory, "", 0, 0, AT_EMPTY_PATH);
  TRY("semget", SYS_semget, 1, 1, 01666);
  TRY("msgget", SYS_msgget, 1, 01666);
  TRY("shmat", SYS_shmat, 0, 0, 0);
  TRY("remap_file_pages", SYS_remap_file_pages, buffer, 4096, 0, 0, 0);
  TRY("get_robust_list of process 1", SYS_get_robust_list, 1, fds, fds + 1);
  // Closes all descriptors but its own three, which is allowed.
  syscall(436, 3, ~0u, 0);
  answer(number);
  play();
}
