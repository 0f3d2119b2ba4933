#include "bot.h"
#include <linux/sched.h>
#include <spawn.h>
extern char **environ;
static char stack[65536];
static int child(void *unused) { (void)unused; _exit(0); }
int main(void) {
  ready();
  int number = turn();
  char *argv[] = {"/bin/true", 0};
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  report("fork", pid > 0);
  pid = vfork();
  if (pid == 0) _exit(0);
  report("vfork", pid > 0);
  report("clone", clone(child, stack + sizeof stack, SIGCHLD, 0) > 0);
  report("clone with shared memory", clone(child, stack + sizeof stack, CLONE_VM | SIGCHLD, 0) > 0);
  struct clone_args args = {.exit_signal = SIGCHLD};
  long made = syscall(SYS_clone3, &args, sizeof args);
  if (made == 0) _exit(0);
  report("clone3", made > 0);
  report("posix_spawn", posix_spawn(&pid, argv[0], 0, 0, argv, environ) == 0);
  report("system", system("true") == 0);
  FILE *pipe = popen("true", "r");
  report("popen", pipe != 0);
  answer(number);
  play();
}
