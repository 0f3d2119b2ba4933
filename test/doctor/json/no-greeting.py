# Takes hello for a turn.
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message['type'] in ('hello', 'turn'):
        flips = 'cheated' in message
        answer = {'flip': True} if flips else {'move': message.get('legal', ['C'])[-1]}
        print(json.dumps(answer), flush=True)
