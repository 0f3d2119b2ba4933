# Waits for the host to speak first.
import sys

size = int(input())
for line in sys.stdin:
    print('forward', flush=True)
