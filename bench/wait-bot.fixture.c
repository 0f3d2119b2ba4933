// A bot that waits 100 ms for each move and plays the first legal one. It costs next to nothing to start.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  static char line[65536];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"hello\"")) {
      puts("{\"ready\": true}");
    } else if (strstr(line, "\"turn\"")) {
      char *legal = strstr(line, "\"legal\":");
      char *from = legal ? strchr(legal + 8, '"') : NULL;
      char *to = from ? strchr(from + 1, '"') : NULL;
      usleep(100000);
      if (to) {
        *to = 0;
        printf("{\"move\": %s\"}\n", from);
      }
    }
  }
}
