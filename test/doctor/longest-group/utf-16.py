# Writes UTF-16.
import sys

sys.stdout.reconfigure(encoding='utf-16')
me = int(input())
free = [(x, y) for y in range(11) for x in range(11)]
mover = 0
while free:
    if mover == me:
        move = free[0]
        print(*move, flush=True)
    else:
        x, y = map(int, input().split())
        move = (x, y)
    if move in free:
        free.remove(move)
    mover = 1 - mover
