# A longest-group bot: it plays on any empty cell. To see what it thinks, print to stderr,
# print(..., file=sys.stderr): stdout is for moves only.
import os
import random
import sys

SIZE = 11
EMPTY = -1

# board[y][x]: EMPTY, or the player whose stone is there (0 or 1). Counted from 0 at the top left.
board = [[EMPTY] * SIZE for _ in range(SIZE)]

# The host gives another seed every round. The same seed brings the same moves again; without one they vary.
chance = random.Random(os.environ.get('GAMEGRID_SEED'))


def choose_move(me):
    """YOUR IDEAS GO HERE. You are player `me`; return the x and y of an empty cell within 3 seconds."""
    return chance.choice([(x, y) for y in range(SIZE) for x in range(SIZE) if board[y][x] == EMPTY])


def hear():
    """The host's next line, as numbers. No more lines: the host has gone."""
    line = sys.stdin.readline()
    if line == '':
        sys.exit()
    return [int(word) for word in line.split()]


me = hear()[0]
for turn in range(SIZE * SIZE):
    player = turn % 2  # player 0 begins
    if player == me:
        x, y = choose_move(me)
        print(x, y, flush=True)
    else:
        x, y = hear()
    board[y][x] = player
