# Forgets to read the size of the board. Each line feed comes some time after its word, and each word some time after that.
import sys
import time


def say(word):
    for part in (word, '\n'):
        sys.stdout.write(part)
        sys.stdout.flush()
        time.sleep(0.01)


say('ready')
while True:
    say('ready')
    line = sys.stdin.readline()
    if not line:
        break
    way, x, y, *other = line.strip().split(',')
    say('forward')
