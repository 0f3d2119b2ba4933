import fcntl
import os
import termios

from bot import answer, attempt, play, ready, turn

ready()
number = turn()
os.setpgid(0, 0) if os.getpgid(0) != os.getpid() else None
attempt("openpty", os.openpty)
attempt("ptmx", lambda: os.open("/dev/ptmx", os.O_RDWR))
attempt("pts/ptmx", lambda: os.open("/dev/pts/ptmx", os.O_RDWR))
attempt("tty", lambda: os.open("/dev/tty", os.O_RDWR))
attempt("tty0", lambda: os.open("/dev/tty0", os.O_RDWR))
attempt("console", lambda: os.open("/dev/console", os.O_RDWR))
attempt("TIOCSTI", lambda: fcntl.ioctl(0, termios.TIOCSTI, b"x"))
attempt("TIOCSCTTY", lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
answer(number)
play()
