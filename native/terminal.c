/*
 * Runs a program on pseudo-terminals of its own and relays bytes between it and our stdin and stdout.
 *
 *   terminal both|output FD PROGRAM [ARGUMENT ...]
 *
 * both     the program's stdin and stdout are terminals
 * output   only its stdout is; its stdin is ours
 * FD       where to report `P<pid>` once the program runs, `E<errno>` if it cannot be started, `T<errno>` if there is
 *          no terminal; -1 for nowhere
 *
 * The terminals are raw: no echo, no translation, no signals from characters. There is one for each direction, because
 * only a hang-up ends the input of a raw terminal, and it would end the output as well. stderr is not touched. The
 * program gets a session of its own without a controlling terminal. Every other descriptor is passed on to it.
 *
 * At most one chunk a direction is buffered: a program that writes while our stdout is full blocks in write(2). When
 * our stdout is closed, output is read and dropped. We end as the program ends: with its exit code, or by its signal.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* As many as pselect(2) takes. */
#define HIGHEST_FD FD_SETSIZE

static volatile sig_atomic_t child_changed = 0;

static void on_child(int signal_number) {
  (void)signal_number;
  child_changed = 1;
}

struct chunk {
  char bytes[16384];
  size_t from, to;
};

static int is_empty(const struct chunk *chunk) { return chunk->from == chunk->to; }

static int would_block(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

/* 1: got bytes, 0: end of file, -1: no bytes now. */
static int fill(struct chunk *chunk, int fd) {
  ssize_t count = read(fd, chunk->bytes, sizeof chunk->bytes);
  if (count < 0 && would_block()) return -1;
  if (count <= 0) return 0;
  chunk->from = 0;
  chunk->to = (size_t)count;
  return 1;
}

/* Whether the other side is still there. */
static int empty(struct chunk *chunk, int fd) {
  ssize_t count = write(fd, chunk->bytes + chunk->from, chunk->to - chunk->from);
  if (count < 0) return would_block();
  chunk->from += (size_t)count;
  return 1;
}

static void set_nonblocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

static void report(int fd, char kind, long number) {
  char line[32];
  int length = snprintf(line, sizeof line, "%c%ld\n", kind, number);
  if (fd >= 0 && write(fd, line, (size_t)length) < 0) _exit(125);
}

struct terminal {
  int master, slave;
};

/* Whether a terminal could be opened; if not, errno says why. */
static int open_terminal(struct terminal *terminal) {
  struct termios modes;
  const char *name;
  terminal->master = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal->master < 0) return 0;
  fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
  if (grantpt(terminal->master) < 0 || unlockpt(terminal->master) < 0) return 0;
  if ((name = ptsname(terminal->master)) == NULL) return 0;
  terminal->slave = open(name, O_RDWR | O_NOCTTY);
  if (terminal->slave < 0 || tcgetattr(terminal->slave, &modes) < 0) return 0;
  fcntl(terminal->slave, F_SETFD, FD_CLOEXEC);
  set_nonblocking(terminal->master);
  cfmakeraw(&modes);
  return tcsetattr(terminal->slave, TCSANOW, &modes) == 0;
}

/* poll(2) first delivers bytes that are still on their way from the master; FIONREAD alone does not count those. */
static int is_all_read(const struct terminal *terminal) {
  struct pollfd slave = {terminal->slave, POLLIN, 0};
  return poll(&slave, 1, 0) == 0;
}

static void become(char **command, int input, int output, int failure_fd, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(125);
  if (input >= 0) dup2(input, 0);
  dup2(output, 1);
  execvp(command[0], command);
  int why = errno;
  if (write(failure_fd, &why, sizeof why) < 0) _exit(126);
  _exit(127);
}

/* The program's pid, or -errno. */
static pid_t start(char **command, int input, int output) {
  int failure[2];
  int why = 0;
  pid_t parent = getpid();
  if (pipe(failure) < 0) return -errno;
  fcntl(failure[0], F_SETFD, FD_CLOEXEC);
  fcntl(failure[1], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) become(command, input, output, failure[1], parent);
  close(failure[1]);
  while (read(failure[0], &why, sizeof why) < 0 && errno == EINTR) {
  }
  close(failure[0]);
  return why == 0 ? child : -why;
}

/* After the end of our input: how often to check whether the program has read all of it. */
static const struct timespec LOOK = {0, 5000000};
static const struct timespec NOW = {0, 0};

/* Returns the program's wait status. `in` is NULL if we do not relay its stdin. */
static int relay(struct terminal *in, struct terminal *out, pid_t child) {
  static struct chunk input, output;
  int is_host_writing = in != NULL;
  int is_host_reading = 1;
  int is_running = 1;
  int has_more = 1;
  int status = 0;
  sigset_t none;
  sigemptyset(&none);
  set_nonblocking(1);
  if (in) set_nonblocking(0);

  while (is_running || (is_host_reading && (has_more || !is_empty(&output)))) {
    const struct timespec *patience = NULL;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    if (in && is_empty(&input)) {
      if (is_host_writing) FD_SET(0, &readable);
      else patience = &LOOK;
    }
    if (in && !is_empty(&input)) FD_SET(in->master, &writable);
    if (has_more && is_empty(&output)) FD_SET(out->master, &readable);
    if (!is_empty(&output)) FD_SET(1, &writable);
    /* The program has ended, so all its output is in the terminal: wait only for room in our stdout. */
    if (!is_running) patience = is_empty(&output) ? &NOW : NULL;
    if (pselect(HIGHEST_FD, &readable, &writable, NULL, patience, &none) < 0) {
      FD_ZERO(&readable);
      FD_ZERO(&writable);
    }
    if (child_changed) {
      child_changed = 0;
      if (is_running && waitpid(child, &status, WNOHANG) == child) {
        is_running = 0;
        in = NULL;
      }
    }
    if (in && FD_ISSET(0, &readable) && fill(&input, 0) == 0) is_host_writing = 0;
    if (in && FD_ISSET(in->master, &writable) && !empty(&input, in->master)) input.from = input.to;
    if (in && !is_host_writing && is_empty(&input) && is_all_read(in)) {
      /* A hang-up: from now on the program reads the end of its input. A read that waits now gives EIO. */
      close(in->slave);
      close(in->master);
      in = NULL;
    }
    if (FD_ISSET(1, &writable) && !empty(&output, 1)) is_host_reading = 0;
    if (is_empty(&output) && (FD_ISSET(out->master, &readable) || !is_running)) {
      int got = fill(&output, out->master);
      if (got == 0 || (got < 0 && !is_running)) has_more = 0;
    }
    if (!is_host_reading) output.from = output.to;
  }
  return status;
}

static void end_like(int status) {
  if (WIFSIGNALED(status)) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

int main(int count, char **words) {
  struct sigaction action;
  struct terminal in = {-1, -1}, out = {-1, -1};
  sigset_t child_set;
  if (count < 4) return 125;
  int is_input_too = strcmp(words[1], "both") == 0;
  int report_fd = atoi(words[2]);
  signal(SIGPIPE, SIG_IGN);
  memset(&action, 0, sizeof action);
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, NULL);
  sigemptyset(&child_set);
  sigaddset(&child_set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_set, NULL);
  if (report_fd >= 0) fcntl(report_fd, F_SETFD, FD_CLOEXEC);

  if (!open_terminal(&out) || (is_input_too && !open_terminal(&in))) {
    report(report_fd, 'T', errno);
    return 125;
  }
  pid_t child = start(words + 3, in.slave, out.slave);
  if (child < 0) {
    report(report_fd, 'E', -child);
    return 127;
  }
  report(report_fd, 'P', child);
  /* The program has its descriptors. Close our copies: otherwise the relay would never see the end of file. */
  for (int fd = 3; fd < HIGHEST_FD; fd++)
    if (fd != in.master && fd != in.slave && fd != out.master) close(fd);
  if (!is_input_too) close(0);
  end_like(relay(is_input_too ? &in : NULL, &out, child));
}
