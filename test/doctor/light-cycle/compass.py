# Writes where to go, not how to turn.
import sys

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('north', flush=True)
