// Descriptors in flight between sockets are open but not counted. Its stdout leads to the host.
#include "bot.h"
static int send_one(int through, int fd) {
  char byte = '\n', control[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec text = {&byte, 1};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return sendmsg(through, &message, MSG_DONTWAIT);
}
int main(void) {
  ready();
  int number = turn(), pair[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) != 0) report("nothing to send through", 0);
  report("a descriptor in flight", send_one(pair[0], 0) >= 0);
  report("a descriptor for the host", send_one(2, 0) >= 0);
  answer(number);
  play();
}
