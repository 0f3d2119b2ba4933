"""Plays boost tron as somebody would who has only the contest's paper: it polls without a pause and posts with data=b''."""
import json
import sys
import urllib.request
from http.client import HTTPConnection
from urllib.parse import urlsplit

url, game, me, key = sys.argv[1:5]
width, height = (int(word) for word in sys.argv[5:7])
polls = HTTPConnection(urlsplit(url).netloc)


asked = 0


def get(path):
    global asked
    asked += 1
    polls.request('GET', path)
    answer = polls.getresponse()
    body = answer.read()
    if answer.status != 200:
        sys.exit('%d %s' % (answer.status, body.decode()))
    return json.loads(body)


while True:
    data = get('/player/%s/%s/data.json' % (me, game))
    if data['status'] == 'over':
        print('over', data['winner'], 'after', asked, 'polls')
        break
    if data['time_for_move'] is None:
        continue
    grid = get('/grid/%s/%s.json' % (game, me))
    x, y = data['player_position']
    steps = {'North': (0, -1), 'East': (1, 0), 'South': (0, 1), 'West': (-1, 0)}
    order = list(steps)
    facing = order.index(data['orientation'])

    def is_free(turn):
        dx, dy = steps[order[(facing + turn) % 4]]
        cell = '%d,%d' % (x + dx, y + dy)
        return 0 <= x + dx < width and 0 <= y + dy < height and cell not in grid['grid']

    turn = next((word for word, turn in (('None', 0), ('Left', 3), ('Right', 1)) if is_free(turn)), 'None')
    address = '%s/move/%s/%s/%s/False/forward.json?key=%s' % (url, game, me, turn, key)
    urllib.request.urlopen(address, data=b'').read()
