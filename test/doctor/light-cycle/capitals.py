# Writes its move in capitals.
import sys

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('FORWARD', flush=True)
