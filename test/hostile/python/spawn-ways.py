import multiprocessing
import os
import pty
import subprocess

from bot import answer, attempt, play, ready, turn


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    return pid


def system():
    status = os.system("true")
    if status != 0:
        raise OSError(status)


def terminal():
    pid, fd = pty.fork()
    if pid == 0:
        os._exit(0)
    return pid


def process():
    child = multiprocessing.get_context("fork").Process(target=len, args=("",))
    child.start()


ready()
number = turn()
attempt("os.fork", fork)
attempt("os.system", system)
attempt("subprocess", lambda: subprocess.run(["true"]))
attempt("shell", lambda: subprocess.check_output("true", shell=True))
attempt("posix_spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}))
attempt("pty.fork", terminal)
attempt("multiprocessing", process)
answer(number)
play()
