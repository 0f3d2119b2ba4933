# Flips the table for no reason.
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        print(json.dumps({'ready': True}), flush=True)
    elif message['type'] == 'turn':
        flips = message['turn'] > 2
        answer = {'flip': True} if flips else {'move': message['legal'][-1]}
        print(json.dumps(answer), flush=True)
