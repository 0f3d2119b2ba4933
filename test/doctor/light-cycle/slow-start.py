# Takes far too long to get ready.
import sys
import time

time.sleep(600)

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('forward', flush=True)
