# Reads a line too many in its third turn.
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
    if turn == 3:
        sys.stdin.readline()
    print('forward', flush=True)
