# Thinks too long about its third move.
import sys
import time

turn = 0

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    turn += 1
    until = time.time() + (1.6 if turn == 3 else 0)
    while time.time() < until:
        pass
    print('forward', flush=True)
