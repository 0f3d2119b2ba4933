# Writes UTF-16.
import sys

sys.stdout.reconfigure(encoding='utf-16')

STEPS = {'n': (0, -1), 'e': (1, 0), 's': (0, 1), 'w': (-1, 0)}
print('ready', flush=True)
size = int(input())
taken = set()
while True:
    print('ready', flush=True)
    line = sys.stdin.readline()
    if not line:
        break
    way, x, y, _, other_x, other_y = line.strip().split(',')
    x, y, other_x, other_y = int(x), int(y), int(other_x), int(other_y)
    taken |= {(x, y), (other_x, other_y)}
    for turn, quarters in (('forward', 0), ('left', 3), ('right', 1)):
        step = STEPS['nesw'[('nesw'.index(way) + quarters) % 4]]
        cell = (x + step[0], y + step[1])
        if 0 <= cell[0] < size and 0 <= cell[1] < size and cell not in taken:
            break
    print(turn, flush=True)
