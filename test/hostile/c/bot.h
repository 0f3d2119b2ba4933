// The honest part of every C program here: says ready, then answers each "go N" with N.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void ready(void) {
  if (write(1, "ready\n", 6) != 6) exit(9);
}

// Returns the number of the turn; exits when the host closes stdin.
static int turn(void) {
  static char line[64];
  int used = 0;
  for (;;) {
    char byte;
    ssize_t got = read(0, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) exit(0);
    if (byte == '\n') break;
    if (used < 63) line[used++] = byte;
  }
  line[used] = 0;
  return atoi(line + 3);
}

static void answer(int number) {
  char line[32];
  int length = snprintf(line, sizeof line, "%d\n", number);
  if (write(1, line, length) != length) exit(9);
}

static void play(void) {
  for (;;) answer(turn());
}

// Reports the result of an attack: the host searches for THROUGH.
static void report(const char *what, int is_through) {
  char line[256];
  int length = snprintf(line, sizeof line, "%s %s (%s)\n", is_through ? "THROUGH" : "denied", what, strerror(errno));
  if (write(2, line, length) != length) exit(9);
}

static const char *target(const char *name) {
  static char value[512], line[512];
  FILE *file = fopen("targets.txt", "r");
  size_t length = strlen(name);
  value[0] = 0;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, name, length) && line[length] == '=') strcpy(value, strtok(line + length + 1, "\n"));
  if (file) fclose(file);
  return value;
}
