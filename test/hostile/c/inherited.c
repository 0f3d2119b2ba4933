#include "bot.h"
int main(void) {
  ready();
  int number = turn();
  for (int fd = 3; fd < 1024; fd++) {
    struct stat stat, null_stat;
    if (fstat(fd, &stat) != 0) continue;
    lstat("/dev/null", &null_stat);
    char what[64];
    snprintf(what, sizeof what, "descriptor %d of the host", fd);
    report(what, !(S_ISCHR(stat.st_mode) && stat.st_rdev == null_stat.st_rdev));
  }
  answer(number);
  play();
}
