# A bot for every game: it plays any legal move. To see what it thinks, print to stderr,
# print(..., file=sys.stderr): stdout is for the host.
import json
import random
import sys


def choose_move(hello, turn):
    """YOUR IDEAS GO HERE. The position is turn['view'], and you are hello['seat'] (0 or 1).

    Return one of turn['legal'] within turn['timeLeft'] milliseconds (None: no clock runs).
    """
    return random.choice(turn['legal'])


def say(message):
    print(json.dumps(message), flush=True)


hello = {}
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        hello = message
        random.seed(hello['seed'])  # so that a match can be played again, move by move
        say({'ready': True})
    elif message['type'] == 'turn' and 'cheated' in message:
        say({'flip': True})  # the opponent has cheated: flip the table
    elif message['type'] == 'turn':
        say({'move': choose_move(hello, message)})
    # Everything else is news, such as 'played' and 'over', and needs no answer.
