# Crashes on its fourth move.
import sys

print('ready', flush=True)
size = int(input())
for left in (3, 2, 1, 0):
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('forward' if 6 / left else 'left', flush=True)
