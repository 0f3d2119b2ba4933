// Watches the files that others open, and uses up the user's inotify watches.
#include "bot.h"
#include <sys/fanotify.h>
#include <sys/inotify.h>
int main(void) {
  ready();
  int number = turn(), watch = inotify_init1(IN_CLOEXEC);
  report("inotify_init1", watch >= 0);
#ifdef SYS_inotify_init
  report("inotify_init", syscall(SYS_inotify_init) >= 0);
#endif
  report("inotify_add_watch", inotify_add_watch(watch, "/usr/bin", IN_OPEN | IN_ACCESS) >= 0);
  int made = 0;
  while (made < 128 && inotify_init() >= 0) made++;
  report("all of the user's watches", made > 0);
  signal(SIGIO, SIG_IGN);
  report("F_NOTIFY", fcntl(open("/usr/bin", O_RDONLY | O_DIRECTORY), F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0);
  report("F_SETLEASE", fcntl(open("targets.txt", O_RDONLY), F_SETLEASE, F_RDLCK) == 0);
  report("fanotify", fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_FID, O_RDONLY) >= 0);
  answer(number);
  play();
}
