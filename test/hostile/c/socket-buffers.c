// Fills kernel memory through socket buffers.
#include "bot.h"
int main(void) {
  ready();
  int number = turn(), pair[2], large = 4 << 20;
  static char block[65536];
  long held = 0;
  report("a socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  report("a larger buffer", setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large) == 0);
  while (held < 200 << 20 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
    for (int end = 0; end < 2; end++) {
      setsockopt(pair[end], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
      ssize_t sent;
      while ((sent = send(pair[end], block, sizeof block, MSG_DONTWAIT)) > 0) held += sent;
    }
  report("100 MiB in sockets", held > 100 << 20);
  for (int fd = 3; fd < 256; fd++) close(fd);
  answer(number);
  play();
}
