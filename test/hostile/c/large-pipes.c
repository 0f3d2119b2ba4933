// Makes pipes as large as possible, and moves pages into them.
#include "bot.h"
#include <sys/sendfile.h>
int main(void) {
  ready();
  int number = turn(), ends[2], other[2];
  static char block[1 << 20];
  struct iovec part = {block, sizeof block};
  long held = 0;
  int isEnlarged = 0, isMoved = 0, files = open("/usr/bin/env", O_RDONLY);
  while (pipe2(ends, O_NONBLOCK) == 0) {
    isEnlarged |= fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 0;
    isMoved |= vmsplice(ends[1], &part, 1, SPLICE_F_NONBLOCK) > 0;
    ssize_t got;
    while ((got = splice(files, 0, ends[1], 0, 65536, SPLICE_F_NONBLOCK)) > 0) held += got;
    while ((got = write(ends[1], block, 65536)) > 0) held += got;
    if (pipe2(other, O_NONBLOCK) == 0) while ((got = tee(ends[0], other[1], 1 << 20, SPLICE_F_NONBLOCK)) > 0 && held < 200 << 20) held += got;
    lseek(files, 0, SEEK_SET);
  }
  report("a pipe of a megabyte", isEnlarged);
  report("vmsplice", isMoved);
  report("64 MiB in pipes", held > 64 << 20);
  for (int fd = 3; fd < 256; fd++) close(fd);
  answer(number);
  play();
}
