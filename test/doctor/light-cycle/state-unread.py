# Forgets to read the state, and stumbles over what it finds later.
import sys

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    print('forward', flush=True)
    if input() != str(size):
        sys.exit('that is not the size')
