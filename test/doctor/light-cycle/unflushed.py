# Does not flush.
import sys

out = open(1, 'w', closefd=False)

print('ready', file=out)
size = int(input())
while True:
    print('ready', file=out)
    line = sys.stdin.readline()
    if not line:
        break
    print('forward', file=out)
