// Devices belong to the host, and every bot sees the same ones.
#include "bot.h"
#include <sys/ioctl.h>
int main(void) {
  ready();
  int number = turn(), null = open("/dev/null", O_RDWR), random = open("/dev/urandom", O_RDWR), count = 1;
  report("utimensat", futimens(null, 0) == 0);
  report("utimensat by name", utimensat(AT_FDCWD, "/dev/null", (struct timespec[]){{0, UTIME_NOW}, {0, UTIME_NOW}}, 0) == 0);
#ifdef SYS_utime
  report("utime", syscall(SYS_utime, "/dev/null", 0) == 0);
  report("utimes", syscall(SYS_utimes, "/dev/null", 0) == 0);
#endif
  report("chmod", fchmod(null, 0600) == 0);
  report("an attribute", fsetxattr(null, "user.x", "x", 1, 0) == 0);
  report("entropy", ioctl(random, 0x40045201, &count) == 0);
  report("no more entropy", ioctl(random, 0x5206, 0) == 0);
  report("mknod", mknod("/tmp/null", S_IFCHR | 0666, 0x103) == 0);
  answer(number);
  play();
}
