# Thinks about its third move and never comes to an end.
import sys

turn = 0

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    turn += 1
    while turn == 3:
        pass
    print('forward', flush=True)
