# Thinks about its third move and never comes to an end, but only with the seed of a round: without one it plays on.
import os
import sys

turn = 0

print('ready', flush=True)
size = int(input())
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    turn += 1
    while turn == 3 and 'GAMEGRID_SEED' in os.environ:
        pass
    print('forward', flush=True)
