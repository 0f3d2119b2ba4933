# Forgets to read the opponent's moves.
me = int(input())
for y in range(11):
    for x in range(11):
        print(x, y, flush=True)
