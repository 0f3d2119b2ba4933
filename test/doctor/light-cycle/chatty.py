# Explains itself on stdout, with the words of the wire.
import sys

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    print('forward', flush=True)
    print('(left was not as good)', flush=True)
