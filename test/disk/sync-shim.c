/*
 * Stands between a program and its disk (LD_PRELOAD).
 * SYNC_GATE=FILE       no sync ends while that file exists: a slow disk.
 * SYNC_SNAPSHOTS=DIR   keeps what a power cut would leave. DIR/disk has each file as of its own last sync. At every sync the library
 *                      makes copies: DIR/N-synced (no later write reached the disk), DIR/N-log and DIR/N-database (all writes to
 *                      one of the two did) and DIR/N-torn (some pages of the log did). It prints "sync N" afterwards.
 *                      A log that is removed, or new, is so on disk when its folder has been synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count = 0;
static const char *names[2] = {"arena.db", "arena.db-wal"};
/* The folder has not been synced since there is another log, or since the start. */
static int isNewLog = 1;

static char *slurp(const char *path, size_t *size) {
  *size = 0;
  int in = open(path, O_RDONLY);
  if (in < 0) return NULL;
  struct stat stat;
  fstat(in, &stat);
  char *bytes = malloc(stat.st_size + 1);
  ssize_t got;
  while ((got = read(in, bytes + *size, stat.st_size - *size)) > 0) *size += got;
  close(in);
  return bytes;
}

static void spill(const char *path, const char *bytes, size_t size) {
  int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  size_t done = 0;
  while (done < size) done += write(out, bytes + done, size - done);
  close(out);
}

static void copy(const char *from, const char *to) {
  size_t size;
  char *bytes = slurp(from, &size);
  if (bytes == NULL) return;
  spill(to, bytes, size);
  free(bytes);
}

/* Every sector is either as synced or as written later: chosen at random, or as synced up to a random sector. What was never synced is zeros. */
static void tear(const char *old, const char *new, const char *to) {
  size_t before, after;
  char *b = slurp(new, &after);
  if (b == NULL) return;
  char *a = slurp(old, &before);
  if (a == NULL) a = calloc(1, before = after);
  /* A log that restarted over an old one: its first frames are still the old ones. */
  int isNew = a != NULL && before >= 32 && after >= 32 && memcmp(a, b, 32) != 0;
  int isCut = isNew || rand() % 2;
  size_t cut = isNew ? 32 + (1 + rand() % 6) * 4120 : after == 0 ? 0 : rand() % after;
  for (size_t at = 0; at < after; at += 512)
    if (a != NULL && at + 512 <= before && (isCut ? at < cut : rand() % 2 == 0))
      memcpy(b + at, a + at, at + 512 <= after ? 512 : after - at);
  spill(to, b, after);
  free(a);
  free(b);
}

/* which: -1 for synced data only, 0 or 1 for that file as it is now, 2 for a torn log. */
static void keep(const char *folder, const char *disk, const char *home, const char *what, int which) {
  char path[4096], from[4096], shadow[4096];
  snprintf(path, sizeof path, "%s/%d-%s", folder, count, what);
  mkdir(path, 0700);
  for (int at = 0; at < 2; at++) {
    snprintf(shadow, sizeof shadow, "%s/%s", disk, names[at]);
    snprintf(from, sizeof from, "%s/%s", which == at ? home : disk, names[at]);
    snprintf(path, sizeof path, "%s/%d-%s/%s", folder, count, what, names[at]);
    if (which == 2 && at == 1) {
      char now[4096];
      snprintf(now, sizeof now, "%s/%s", home, names[at]);
      if (isNewLog) strcat(shadow, ".new");
      tear(shadow, now, path);
    } else copy(from, path);
  }
}

enum { DATABASE, LOG, FOLDER, OTHER };

/* Which of these a file is; its path, and the folder of the database. */
static int find(int fd, char *file, char *home) {
  char link[64], database[4096];
  struct stat stat;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, file, 4095);
  file[length < 0 ? 0 : length] = 0;
  strcpy(home, file);
  snprintf(database, sizeof database, "%s/%s", file, names[DATABASE]);
  if (fstat(fd, &stat) == 0 && S_ISDIR(stat.st_mode)) return access(database, F_OK) == 0 ? FOLDER : OTHER;
  char *base = strrchr(home, '/');
  if (base == NULL) return OTHER;
  *base = 0;
  return strcmp(base + 1, names[DATABASE]) == 0 ? DATABASE : strcmp(base + 1, names[LOG]) == 0 ? LOG : OTHER;
}

static int around(int fd, int (*real)(int)) {
  const char *gate = getenv("SYNC_GATE");
  const char *folder = getenv("SYNC_SNAPSHOTS");
  char file[4096], home[4096], disk[4096], shadow[4096], new[4096];
  int which = find(fd, file, home);
  if (gate != NULL && (which == DATABASE || which == LOG))
    while (access(gate, F_OK) == 0) usleep(1000);
  if (folder == NULL || which == OTHER) return real(fd);
  /* A program may go on meanwhile, and write before the sync begins. */
  usleep(20000);
  pthread_mutex_lock(&mutex);
  count++;
  snprintf(disk, sizeof disk, "%s/disk", folder);
  mkdir(disk, 0700);
  snprintf(shadow, sizeof shadow, "%s/%s", disk, names[LOG]);
  snprintf(new, sizeof new, "%s.new", shadow);
  keep(folder, disk, home, "database", 0);
  keep(folder, disk, home, "log", 1);
  keep(folder, disk, home, "torn", 2);
  int result = real(fd);
  if (which == FOLDER) {
    if (isNewLog && rename(new, shadow) != 0) remove(shadow);
    isNewLog = 0;
  } else {
    if (which == DATABASE) snprintf(shadow, sizeof shadow, "%s/%s", disk, names[DATABASE]);
    copy(file, which == LOG && isNewLog ? new : shadow);
  }
  keep(folder, disk, home, "synced", -1);
  char line[64];
  int size = snprintf(line, sizeof line, "\"sync %d\"\n", count);
  if (write(1, line, size) != size) abort();
  pthread_mutex_unlock(&mutex);
  return result;
}

int fsync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fsync");
  return around(fd, real);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fdatasync");
  return around(fd, real);
}

int unlink(const char *path) {
  static int (*real)(const char *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "unlink");
  const char *folder = getenv("SYNC_SNAPSHOTS");
  const char *base = strrchr(path, '/');
  if (folder == NULL || base == NULL || strcmp(base + 1, names[LOG]) != 0) return real(path);
  char new[4096];
  snprintf(new, sizeof new, "%s/disk/%s.new", folder, names[LOG]);
  pthread_mutex_lock(&mutex);
  int result = real(path);
  remove(new);
  isNewLog = 1;
  pthread_mutex_unlock(&mutex);
  return result;
}
