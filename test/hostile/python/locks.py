import fcntl
import os

from bot import answer, attempt, play, ready, turn

ready()
number = turn()
file = os.open("/usr/bin/env", os.O_RDONLY)
null = os.open("/dev/null", os.O_RDWR)
attempt("flock", lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB))
attempt("flock of a device", lambda: fcntl.flock(null, fcntl.LOCK_EX | fcntl.LOCK_NB))
attempt("lockf", lambda: fcntl.lockf(null, fcntl.LOCK_EX | fcntl.LOCK_NB))
attempt("a lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))
attempt("a lock of its own file", lambda: fcntl.flock(os.open("targets.txt", os.O_RDONLY), fcntl.LOCK_EX))
attempt("a thousand locks", lambda: [fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, 2 * i) for i in range(1000)])
answer(number)
play()
