# Forgets to read the size of the board.
import sys

print('ready', flush=True)
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    way, x, y, *other = line.strip().split(',')
    print('forward', flush=True)
