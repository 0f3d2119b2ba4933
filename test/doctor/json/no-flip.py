# Does not know of cheats.
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        print(json.dumps({'ready': True}), flush=True)
    elif message['type'] == 'turn':
        flips = False
        answer = {'flip': True} if flips else {'move': (message['legal'] or ['C'])[-1]}
        print(json.dumps(answer), flush=True)
