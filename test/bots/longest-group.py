"""A longest-group bot that misbehaves on request: python3 longest-group.py [FAULT [TURN]]."""

import mmap
import os
import resource
import sys
import time

fault = sys.argv[1] if len(sys.argv) > 1 else ""
turn_of_fault = int(sys.argv[2]) if len(sys.argv) > 2 else 3

seat = int(sys.stdin.readline())
free = [(x, y) for y in range(11) for x in range(11)]
turn = 0
hoard = []


def answer():
    global turn
    turn += 1
    move = free.pop(0)
    if fault == "remark":
        print("remark is a word, and this line is private", file=sys.stderr)
        print('remark {"text":', turn, '}', file=sys.stderr)
        print('remark {"text":"turn %d","marks":[{"cell":[%d,%d]}]}' % (turn, *move), file=sys.stderr, flush=True)
    if fault == "hoard" and turn >= turn_of_fault:
        # A little each move: some machines need seconds to give out a gigabyte.
        hoard.append(b"x" * (64 << 20))
    if turn == turn_of_fault:
        if fault == "illegal":
            print("0 0", flush=True)
            return
        if fault == "outside":
            print("11 -1", flush=True)
            return
        if fault == "rubbish":
            print("e4 e5", flush=True)
            return
        if fault == "comma":
            print("3,4", flush=True)
            return
        if fault == "twice":
            print(move[0], move[1])
            print("5 5", flush=True)
            return
        if fault == "crash":
            print("about to fail", file=sys.stderr)
            raise ValueError("no idea")
        if fault == "exit":
            sys.exit(0)
        if fault == "abort":
            os.abort()
        if fault == "sleep":
            time.sleep(60)
        if fault == "spin":
            while True:
                pass
        if fault == "close":
            os.close(1)
            time.sleep(60)
        if fault == "flood":
            while True:
                sys.stdout.write("x" * 4096)
    print(move[0], move[1], flush=True)
    if fault == "limit":
        print(resource.getrlimit(resource.RLIMIT_CPU)[0], file=sys.stderr)
    if fault in LINGER_BYTES and turn == turn_of_fault:
        linger(LINGER_BYTES[fault])


LINGER_BYTES = {"linger": 2 << 40, "linger-briefly": 1 << 33, "linger-a-moment": 1 << 27}


def linger(size):
    """Has the kernel fill memory with pages, which no signal interrupts."""
    pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)  # MAP_NORESERVE
    pages.madvise(15)  # MADV_NOHUGEPAGE
    pages.madvise(22)  # MADV_POPULATE_READ


if seat == 0:
    answer()
while free:
    line = sys.stdin.readline()
    if not line:
        break
    x, y = map(int, line.split())
    free.remove((x, y))
    if free:
        answer()
