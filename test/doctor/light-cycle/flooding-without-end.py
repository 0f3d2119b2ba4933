# Writes without end in its third turn, and never a move.
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
        sys.stdout.write('x' * 100000)
    print('forward', flush=True)
