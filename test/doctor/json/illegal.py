# Does not look at what is legal.
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        print(json.dumps({'ready': True}), flush=True)
    elif message['type'] == 'turn':
        flips = 'cheated' in message
        answer = {'flip': True} if flips else {'move': 'C'}
        print(json.dumps(answer), flush=True)
