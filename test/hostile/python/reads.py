import os

from bot import answer, attempt, play, ready, target, turn

ready()
number = turn()
files = [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
    "/root/.bashrc",
    "/proc/1/environ",
    "/proc/1/cmdline",
    "/proc/1/root/etc/passwd",
    "/proc/1/cwd",
    "/proc/kcore",
    "/dev/mem",
    "/dev/sda",
    "/dev/vda",
    "/dev/kmsg",
    "/sys/kernel/uevent_seqnum",
    "/var/log/dpkg.log",
    target("secret"),
    os.path.join(target("opponent"), "plays"),
    "link-to-secret",
    "link-to-passwd",
    "../../../../../../etc/passwd",
    "/proc/%s/environ" % target("pid"),
]
for name in files:
    attempt("reading " + name, lambda: open(name, "rb").read(1))
for name in ["/root/.ssh", "/home", "/var", "/sys", "/opt", "/srv", "/boot", "/run", "/usr/local", target("opponent")]:
    attempt("listing " + name, lambda: os.listdir(name)[0])
answer(number)
play()
