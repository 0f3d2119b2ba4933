/*
 * Stands between a reader of a database and the locks of its write-ahead log (LD_PRELOAD): while the file LOCK_GATE exists, the reader stops before it takes
 * the lock of a place in the log, as if the scheduler gave it no processor. It says so with the file LOCK_GATE.reached.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes of the shared memory file: https://sqlite.org/walformat.html#locks. The first place means that the log is not read. */
enum { FIRST_PLACE = 124, LAST_PLACE = 127 };

static void stop(int command, const struct flock *lock) {
  const char *gate = getenv("LOCK_GATE");
  if (gate == NULL || command != F_SETLK || lock->l_type != F_RDLCK) return;
  if (lock->l_start < FIRST_PLACE || lock->l_start > LAST_PLACE || access(gate, F_OK) != 0) return;
  char reached[4096];
  snprintf(reached, sizeof reached, "%s.reached", gate);
  close(open(reached, O_WRONLY | O_CREAT, 0600));
  while (access(gate, F_OK) == 0) usleep(1000);
}

static int forward(const char *name, int fd, int command, void *argument) {
  int (*real)(int, int, ...) = dlsym(RTLD_NEXT, name);
  stop(command, argument);
  return real(fd, command, argument);
}

int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return forward("fcntl", fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return forward("fcntl64", fd, command, argument);
}
