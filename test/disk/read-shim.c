/*
 * Stands between a program and a file on a disk that fails (LD_PRELOAD): once the file BAD_SINCE exists, and after READS_LEFT
 * reads of the file BAD_FILE, each read of that file gives EIO. If BAD_HOW is "cut", the file is cut, as by a program that writes it again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_bad(int fd) {
  char link[64], path[4096];
  const char *file = getenv("BAD_FILE");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (file == NULL || length < 0) return 0;
  path[length] = 0;
  static int left = -1;
  if (strcmp(path, file) != 0 || access(getenv("BAD_SINCE"), F_OK) != 0) return 0;
  if (left < 0) left = atoi(getenv("READS_LEFT"));
  if (left == 0) return 1;
  left--;
  return 0;
}

static int is_cut(void) {
  const char *how = getenv("BAD_HOW");
  return how != NULL && strcmp(how, "cut") == 0;
}

ssize_t pread64(int fd, void *buffer, size_t size, off64_t at) {
  ssize_t (*real)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");
  if (!is_bad(fd)) return real(fd, buffer, size, at);
  if (is_cut()) return ftruncate(fd, 0), truncate(getenv("BAD_FILE"), 0), 0;
  errno = EIO;
  return -1;
}
