/*
 * What a process still does after SIGSTOP was sent to it. Each thread of the process writes the time to shared memory in
 * a busy loop. The parent sends the signal, notes when kill() has returned, and looks at the last times 30 ms later.
 *
 *   suspension signal TRIALS THREADS same|other   lines "user-µs": own code after kill() had returned (0: none)
 *   suspension freeze TRIALS GROUP same|other     lines "seen-µs": until a control group says that it is frozen
 *   suspension stop TRIALS GROUP same|other       lines "seen-µs": until SIGSTOP is seen in /proc, as above
 *
 * "same": the process runs only on the core of the parent, so it is off the processor while the parent runs.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 16

static volatile uint64_t *last;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void *spin(void *slot) {
  for (;;) *(volatile uint64_t *)slot = now();
  return NULL;
}

static void runOn(pid_t pid, int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(pid, sizeof set, &set);
}

static void nap(long us) { nanosleep(&(struct timespec){0, us * 1000}, NULL); }

static pid_t start(int threads, int core) {
  for (int i = 0; i < MOST_THREADS; i++) last[i] = 0;
  pid_t pid = fork();
  if (pid != 0) return pid;
  runOn(0, core);
  pthread_t id;
  for (int i = 1; i < threads; i++) pthread_create(&id, NULL, spin, (void *)&last[i]);
  spin((void *)&last[0]);
  _exit(0);
}

static void readFrom(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY);
  ssize_t length = read(fd, text, size - 1);
  close(fd);
  text[length > 0 ? length : 0] = 0;
}

static char stateOf(pid_t pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  readFrom(path, text, sizeof text);
  char *end = strrchr(text, ')');
  return end ? end[2] : '?';
}

static void writeTo(const char *group, const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", group, name);
  int fd = open(path, O_WRONLY);
  if (fd < 0 || write(fd, text, strlen(text)) < 0) { perror(path); exit(3); }
  close(fd);
}

static int isFrozen(const char *group) {
  char path[256], text[256];
  snprintf(path, sizeof path, "%s/cgroup.events", group);
  readFrom(path, text, sizeof text);
  return strstr(text, "frozen 1") != NULL;
}

static void measureSignal(int trials, int threads, int core) {
  for (int trial = 0; trial < trials; trial++) {
    pid_t pid = start(threads, core);
    for (int i = 0; i < threads; i++) while (last[i] == 0) nap(100);
    nap(1000 + rand() % 3000);
    kill(pid, SIGSTOP);
    uint64_t sent = now();
    nap(30000);
    uint64_t latest = 0;
    for (int i = 0; i < threads; i++) if (last[i] > latest) latest = last[i];
    printf("%.1f\n", latest > sent ? (double)(latest - sent) / 1e3 : 0.0);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
  }
}

/* How long until the stop is seen, polling with short naps as a host must that shares a core with the process. */
static void measureSeen(int trials, const char *group, int core, int isFreeze) {
  pid_t pid = start(1, core);
  char text[16];
  snprintf(text, sizeof text, "%d", pid);
  writeTo(group, "cgroup.procs", text);
  while (last[0] == 0) nap(100);
  for (int trial = 0; trial < trials; trial++) {
    nap(2000 + rand() % 3000);
    uint64_t began = now();
    if (isFreeze) {
      writeTo(group, "cgroup.freeze", "1");
      while (!isFrozen(group)) nap(20);
    } else {
      kill(pid, SIGSTOP);
      while (stateOf(pid) != 'T') nap(20);
    }
    printf("%.1f\n", (double)(now() - began) / 1e3);
    if (isFreeze) writeTo(group, "cgroup.freeze", "0");
    else kill(pid, SIGCONT);
  }
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

int main(int count, char **words) {
  if (count != 5) return 2;
  last = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  runOn(0, 0);
  int trials = atoi(words[2]);
  int core = strcmp(words[4], "same") == 0 ? 0 : 1;
  if (strcmp(words[1], "signal") == 0) measureSignal(trials, atoi(words[3]), core);
  else measureSeen(trials, words[3], core, strcmp(words[1], "freeze") == 0);
  return 0;
}
