"""The honest part of every Python program here: says ready, then answers each "go N" with N."""
import os
import sys


def ready():
    os.write(1, b"ready\n")


def turn():
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            os._exit(0)
        line += byte
    return int(line.split()[1])


def answer(number):
    os.write(1, b"%d\n" % number)


def play():
    while True:
        answer(turn())


def attempt(what, call):
    """Tries an attack and reports: the host looks for THROUGH."""
    try:
        got = call()
    except BaseException as error:
        os.write(2, f"denied {what} ({error!r})\n".encode())
    else:
        os.write(2, f"THROUGH {what} ({got!r})\n".encode())


def target(name):
    for line in open("targets.txt"):
        key, _, value = line.rstrip("\n").partition("=")
        if key == name:
            return value
