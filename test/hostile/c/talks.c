// Plays against itself. Both try to signal each other through everything that they share.
#include "bot.h"
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/un.h>
static int file, null;
static struct stat first;
static void leave_and_look(void) {
  static int turns = 0;
  report("a lock", flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK);
  struct flock reads = {F_RDLCK, SEEK_SET, 0, 1}, writes = {F_WRLCK, SEEK_SET, 0, 1}, look = {F_WRLCK, SEEK_SET, 0, 1};
  report("a lock of one byte", fcntl(null, F_SETLK, &writes) != 0 && (errno == EAGAIN || errno == EACCES));
  report("who reads", fcntl(file, F_GETLK, &look) == 0 && look.l_type == F_RDLCK);
  fcntl(file, F_SETLK, &reads);
  struct sockaddr_un name = {AF_UNIX, "\0gamegrid-talks"};
  const int isFirst = turns++ == 0;
  report("a name", isFirst && bind(0, (struct sockaddr *)&name, 18) != 0 && errno == EADDRINUSE);
  struct stat now;
  fstat(null, &now);
  report("a time", now.st_mtim.tv_sec != first.st_mtim.tv_sec || now.st_mtim.tv_nsec != first.st_mtim.tv_nsec);
  if (futimens(null, 0) == 0) fstat(null, &first);
  report("a file", isFirst && access("/tmp/mark", F_OK) == 0);
  report("shared memory", isFirst && shmget(4711, 1, 0) >= 0);
  report("a semaphore", isFirst && semget(4711, 1, 0) >= 0);
  close(open("/tmp/mark", O_CREAT | O_WRONLY, 0666));
  shmget(4711, 4096, IPC_CREAT | 0666);
  semget(4711, 1, IPC_CREAT | 0666);
}
int main(void) {
  file = open("/usr/bin/env", O_RDONLY);
  null = open("/dev/null", O_RDWR);
  fstat(null, &first);
  ready();
  for (;;) {
    int number = turn();
    leave_and_look();
    answer(number);
  }
}
