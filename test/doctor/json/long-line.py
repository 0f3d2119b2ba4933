# Plays the first legal move, and writes a line that is far too long before the second.
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        say({'ready': True})
    elif message['type'] == 'turn':
        turns += 1
        if turns == 2:
            print('y' * 3000000)
        say({'move': message['legal'][0]})
