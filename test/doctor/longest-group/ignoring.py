# Reads the opponent's moves, and forgets them.
import random
random.seed(4)

me = int(input())
free = [(x, y) for y in range(11) for x in range(11)]
mover = 0
while free:
    if mover == me:
        move = random.choice(free)
        print(*move, flush=True)
    else:
        x, y = map(int, input().split())
        move = None
    if move in free:
        free.remove(move)
    mover = 1 - mover
