/* Starts two programs by posix_spawn, sends each a line and reads an answer of each. Prints the milliseconds from the first start to
   the second answer. */
#include <spawn.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <sys/wait.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int count, char **words) {
  char *const no_variables[] = {NULL};
  int to[2], from[2];
  pid_t pids[2];
  char answer[64];
  if (count < 2) return 1;
  double began = now();
  for (int i = 0; i < 2; i++) {
    int in[2], out[2];
    posix_spawn_file_actions_t actions;
    if (pipe(in) || pipe(out)) return 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    for (int end = 0; end < 2; end++) {
      posix_spawn_file_actions_addclose(&actions, in[end]);
      posix_spawn_file_actions_addclose(&actions, out[end]);
    }
    if (i == 1) {
      posix_spawn_file_actions_addclose(&actions, to[0]);
      posix_spawn_file_actions_addclose(&actions, from[0]);
    }
    if (posix_spawn(&pids[i], words[1], &actions, NULL, words + 1, no_variables)) return 1;
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to[i] = in[1];
    from[i] = out[0];
    if (write(to[i], "1 2\n", 4) != 4) return 1;
  }
  for (int i = 0; i < 2; i++)
    if (read(from[i], answer, sizeof answer) <= 0) return 1;
  printf("%f\n", now() - began);
  for (int i = 0; i < 2; i++) close(to[i]);
  for (int i = 0; i < 2; i++) waitpid(pids[i], NULL, 0);
}
