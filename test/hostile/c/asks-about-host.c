// Its stdin is a socket of the host, in the host's own network: asks it about the host.
#include "bot.h"
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/un.h>
int main(void) {
  ready();
  int number = turn();
  struct ifreq list[16];
  struct ifconf interfaces = {sizeof list, {(void *)list}};
  report("its interfaces", ioctl(0, SIOCGIFCONF, &interfaces) == 0);
  struct ifreq first = {.ifr_name = "lo"};
  report("its addresses", ioctl(0, SIOCGIFADDR, &first) == 0);
  report("its hardware", ioctl(0, SIOCGIFHWADDR, &first) == 0);
  int process = -1;
  struct ucred owner;
  socklen_t length = sizeof process;
  report("SO_PEERPIDFD", getsockopt(0, SOL_SOCKET, 77, &process, &length) == 0);
  length = sizeof owner;
  report("SO_PEERCRED", getsockopt(0, SOL_SOCKET, SO_PEERCRED, &owner, &length) == 0);
  struct sockaddr_un name = {AF_UNIX, "\0gamegrid-hostile"};
  report("a name in its network", bind(0, (struct sockaddr *)&name, 20) == 0);
  int large = 4 << 20;
  report("larger pipes", setsockopt(1, SOL_SOCKET, SO_SNDBUF, &large, sizeof large) == 0);
  answer(number);
  play();
}
