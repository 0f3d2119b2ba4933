# Prints debug text that the host passes over: a warning.
import sys

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('state is', line.strip(), flush=True)
    print('forward', flush=True)
