import os
import stat

from bot import answer, attempt, play, ready, target, turn


def write(name):
    with open(name, "w") as file:
        file.write("x")


ready()
number = turn()
folder = os.getcwd()
for name in [
    folder + "/new",
    folder + "/plays.py",
    folder + "/link-to-secret",
    target("secret"),
    "/new",
    "/usr/new",
    "/etc/new",
    "/dev/new",
    "/dev/shm/new",
    "/usr/local/new",
    "/var/tmp/new",
    "/run/new",
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/hostname",
    "/proc/sysrq-trigger",
    "/proc/1/oom_score_adj",
]:
    attempt("writing " + name, lambda: write(name))
attempt("mkdir", lambda: os.mkdir(folder + "/folder"))
attempt("unlink", lambda: os.unlink(folder + "/plays.py"))
attempt("rename", lambda: os.rename(folder + "/plays.py", folder + "/moved.py"))
attempt("chmod", lambda: os.chmod(folder + "/plays.py", 0o777))
attempt("mknod", lambda: os.mknod("/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(8, 0)))
attempt("oom_score_adj", lambda: os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"-1000"))
answer(number)
play()
