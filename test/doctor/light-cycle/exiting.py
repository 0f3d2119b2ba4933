# Plays two moves and goes home.
import sys

print('ready', flush=True)
size = int(input())
for turn in range(2):
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('forward', flush=True)
