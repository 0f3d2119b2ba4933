# Reads all its input before it answers.
import sys

words = sys.stdin.read().split()
me = int(words.pop(0))
free = [(x, y) for y in range(11) for x in range(11)]
mover = 0
while free:
    if mover == me:
        move = free[0]
        print(*move, flush=True)
    else:
        x, y = int(words.pop(0)), int(words.pop(0))
        move = (x, y)
    if move in free:
        free.remove(move)
    mover = 1 - mover
