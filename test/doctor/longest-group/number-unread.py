# Never reads who it is: takes itself for player 1, who begins.
import sys

free = [(x, y) for y in range(11) for x in range(11)]
while free:
    print(*free.pop(0), flush=True)
    x, y = map(int, sys.stdin.readline().split())
    free.remove((x, y))
