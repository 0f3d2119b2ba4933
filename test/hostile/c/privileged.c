#include "bot.h"
#include <linux/keyctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/reboot.h>
#include <sys/timex.h>
#define TRY(call) report(#call, (call) >= 0)
int main(void) {
  ready();
  int number = turn();
  struct timeval now = {1, 1};
  struct timespec spec = {1, 1};
  struct timex tune = {.modes = ADJ_TICK, .tick = 10000};
  char buffer[256] = {0};
  TRY(mount("none", "/tmp", "tmpfs", 0, 0));
  TRY(umount2("/proc", MNT_DETACH));
  TRY(syscall(SYS_pivot_root, "/tmp", "/tmp"));
  TRY(chroot("/tmp"));
  TRY(unshare(CLONE_NEWUSER));
  TRY(unshare(CLONE_NEWNS));
  TRY(syscall(SYS_setns, 0, 0));
  TRY(setuid(0));
  TRY(setgid(0));
  TRY(sethostname("x", 1));
  TRY(setdomainname("x", 1));
  TRY(settimeofday(&now, 0));
  TRY(clock_settime(CLOCK_REALTIME, &spec));
  TRY(adjtimex(&tune));
  TRY(syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0));
  TRY(syscall(SYS_init_module, buffer, 1, ""));
  TRY(syscall(SYS_delete_module, "ext4", 0));
  TRY(syscall(SYS_swapon, "/tmp/x", 0));
  TRY(syscall(SYS_acct, 0));
  TRY(syscall(SYS_syslog, 3, buffer, 256));
  TRY(syscall(SYS_bpf, 0, buffer, 128));
  TRY(syscall(SYS_perf_event_open, buffer, 0, -1, -1, 0));
  TRY(syscall(SYS_userfaultfd, 1));
  TRY(syscall(SYS_add_key, "user", "x", "y", 1, KEY_SPEC_PROCESS_KEYRING));
  TRY(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1));
  TRY(syscall(SYS_request_key, "user", "x", 0, KEY_SPEC_PROCESS_KEYRING));
  TRY(syscall(SYS_seccomp, 0, 0, 0));
  TRY(syscall(SYS_open_by_handle_at, 0, buffer, 0));
  TRY(syscall(SYS_fanotify_init, 0, 0));
  TRY(syscall(SYS_quotactl, 0, 0, 0, 0));
  TRY(syscall(425, 8, buffer)); // io_uring_setup
  TRY(vhangup());
  TRY(personality(ADDR_NO_RANDOMIZE));
  TRY(nice(-5) == -1 ? -1 : 0);
  TRY(prctl(PR_SET_SECCOMP, 1, 0, 0, 0));
  answer(number);
  play();
}
