# A team for the arena: it is called for battles of tic-tac-toe and quoridor, and plays them there, many at once.
# It knows the rules, and flips the table when its opponent breaks them. What it prints is for you alone.
import argparse
import functools
import http.client
import json
import queue
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FLIP = '(╯°□°)╯︵ ┻━┻'
# Some opponents move twice, the second time at once. Whoever plays on without having read that has lost,
# so nothing is sent before the stream has been silent for this long (in seconds).
SILENCE = 0.1


# ---------------------------------------------------------------- tic-tac-toe

SQUARES = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE']
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    names = ['O', 'X']

    def __init__(self):
        self.board = '.........'  # in the order of SQUARES
        self.turn = 0  # 0 for O, 1 for X, None when the game is over

    def read(self, action, position):
        """The move that this command means, or None if it is not legal here."""
        if action != 'putSymbol' or position not in SQUARES:
            return None
        return position if self.board[SQUARES.index(position)] == '.' else None

    def play(self, move):
        self.board = put(self.board, SQUARES.index(move), self.names[self.turn])
        self.turn = None if has_line(self.board) or '.' not in self.board else 1 - self.turn

    def command(self, move):
        return {'action': 'putSymbol', 'position': move}

    def choose_move(self):
        """YOUR IDEAS GO HERE, but there is nothing left to gain: this never loses."""
        symbol, other = self.names[self.turn], self.names[1 - self.turn]
        empty = [square for square in range(9) if self.board[square] == '.']
        return SQUARES[max(empty, key=lambda square: -value(put(self.board, square, symbol), other, symbol))]


def put(board, square, symbol):
    return board[:square] + symbol + board[square + 1:]


def has_line(board):
    return any(board[a] != '.' and board[a] == board[b] == board[c] for a, b, c in LINES)


@functools.lru_cache(maxsize=None)
def value(board, symbol, other):
    """How good the board is for `symbol`, who is to move: the sooner a win, the better; 0 is a draw."""
    if has_line(board):
        return -1 - board.count('.')  # only the other can have made the line
    empty = [square for square in range(9) if board[square] == '.']
    return max((-value(put(board, square, symbol), other, symbol) for square in empty), default=0)


# ------------------------------------------------------------------- quoridor
# A cell is (file, rank), both from 0: e1 is (4, 0). A wall is (file, rank, 'h' or 'v') by the lower left of the
# four cells around its middle: e1h is (4, 0, 'h') and lies on top of e1 and f1.

FILES, RANKS = 'abcdefghi', '123456789'
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Quoridor:
    names = ['first', 'second']

    def __init__(self):
        self.pawns = [(4, 0), (4, 8)]
        self.goals = [8, 0]  # the rank each of them must reach
        self.walls_left = [10, 10]
        self.walls = set()
        self.turn = 0  # 0 for first, 1 for second, None when the game is over

    def read(self, action, position):
        """The move that this command means, or None if it is not legal here."""
        if not isinstance(position, str):
            return None
        word = position.lower()
        is_place = len(word) >= 2 and word[0] in FILES and word[1] in RANKS
        place = (FILES.index(word[0]), RANKS.index(word[1])) if is_place else None
        if action == 'move' and place and len(word) == 2:
            return place if place in self.pawn_moves() else None
        if action == 'putWall' and place and len(word) == 3:
            wall = place + (word[2],)
            return wall if self.is_legal_wall(wall) else None
        return None

    def play(self, move):
        if len(move) == 3:
            self.walls.add(move)
            self.walls_left[self.turn] -= 1
        else:
            self.pawns[self.turn] = move
        has_won = self.pawns[self.turn][1] == self.goals[self.turn]
        self.turn = None if has_won else 1 - self.turn

    def command(self, move):
        position = FILES[move[0]] + RANKS[move[1]]
        if len(move) == 3:
            return {'action': 'putWall', 'position': position + move[2]}
        return {'action': 'move', 'position': position}

    def choose_move(self):
        """YOUR IDEAS GO HERE. Walk a shortest way; when that would lose the race, look for a wall first."""
        me, other = self.turn, 1 - self.turn
        step = min(self.pawn_moves(), key=lambda cell: len(self.path(cell, self.goals[me])))
        steps_left = len(self.path(step, self.goals[me]))
        way = self.path(self.pawns[other], self.goals[other])
        if steps_left == 0 or steps_left < len(way):
            return step
        best, best_gain = step, 0
        for start, end in zip([self.pawns[other]] + way, way):  # only a wall across its way can hold it up
            for wall in walls_between(start, end):
                if self.is_legal_wall(wall):
                    gain = self.lead(me, self.walls | {wall}) - self.lead(me, self.walls)
                    if gain > best_gain:
                        best, best_gain = wall, gain
        return best

    def lead(self, me, walls):
        """How many steps the opponent needs more than I."""
        mine, other = [len(self.path(self.pawns[who], self.goals[who], walls)) for who in (me, 1 - me)]
        return other - mine

    def pawn_moves(self):
        """The cells that the pawn of the player to move may go to."""
        cells = []
        pawn, other = self.pawns[self.turn], self.pawns[1 - self.turn]
        for step in STEPS:
            if not is_open(self.walls, pawn, step):
                continue
            cell = add(pawn, step)
            if cell != other:
                cells.append(cell)
            elif is_open(self.walls, other, step):
                cells.append(add(other, step))  # straight over the other pawn
            else:  # a wall or the edge is behind it: to either side of it
                for side in (step[1], step[0]), (-step[1], -step[0]):
                    if is_open(self.walls, other, side):
                        cells.append(add(other, side))
        return cells

    def is_legal_wall(self, wall):
        x, y, way = wall
        if self.walls_left[self.turn] == 0 or not (0 <= x < 8 and 0 <= y < 8) or way not in ('h', 'v'):
            return False
        dx, dy = (1, 0) if way == 'h' else (0, 1)
        in_the_way = {(x, y, 'h'), (x, y, 'v'), (x - dx, y - dy, way), (x + dx, y + dy, way)}
        if in_the_way & self.walls:
            return False
        walls = self.walls | {wall}
        return all(self.path(self.pawns[who], self.goals[who], walls) is not None for who in (0, 1))

    def path(self, start, goal, walls=None):
        """The cells of a shortest way to a rank, without the first; None if there is no way. Pawns do not count."""
        walls = self.walls if walls is None else walls
        came_from = {start: None}
        waiting = [start]
        for cell in waiting:
            if cell[1] == goal:
                way = []
                while cell != start:
                    way.append(cell)
                    cell = came_from[cell]
                return way[::-1]
            for step in STEPS:
                if is_open(walls, cell, step) and add(cell, step) not in came_from:
                    came_from[add(cell, step)] = cell
                    waiting.append(add(cell, step))
        return None


def add(cell, step):
    return (cell[0] + step[0], cell[1] + step[1])


def is_open(walls, cell, step):
    """Whether one can step from a cell to its neighbour: neither the edge nor a wall is between them."""
    x, y = add(cell, step)
    return 0 <= x < 9 and 0 <= y < 9 and not any(wall in walls for wall in walls_between(cell, (x, y)))


def walls_between(cell, other):
    """The two walls that could stand between neighbours."""
    x, y = min(cell[0], other[0]), min(cell[1], other[1])
    return [(x, y, 'h'), (x - 1, y, 'h')] if cell[0] == other[0] else [(x, y, 'v'), (x, y - 1, 'v')]


# ------------------------------------------------------------------- a battle

GAMES = {'tic-tac-toe': TicTacToe, 'quoridor': Quoridor}


def play_battle(arena, name, battle_id):
    """Plays one battle from its first event to its last."""
    events = queue.Queue()
    listener = (f'{arena}/{name}/start/{battle_id}', events)
    threading.Thread(target=listen, args=listener, daemon=True).start()
    game, me = GAMES[name](), None
    cheated = sent = False  # whether the opponent has cheated; whether our command is on its way
    while True:
        owes_command = me is not None and not sent and (cheated or game.turn == me)
        try:
            event = events.get(timeout=SILENCE if owes_command else None)
        except queue.Empty:
            command = {'action': FLIP} if cheated else game.command(game.choose_move())
            if cheated or events.empty():  # nothing has come in while we were thinking
                sent = send(f'{arena}/{name}/play/{battle_id}', command)
            continue
        if 'opened' in event:  # a stream tells everything from the beginning
            game, me, cheated, sent = GAMES[name](), None, False, False
        elif 'closed' in event:
            return print(f'{name} {battle_id}: {event["closed"]}', flush=True)
        elif 'youAre' in event:
            me = game.names.index(event['youAre'])
        elif 'winner' in event:
            return print(f'{name} {battle_id}: I was {game.names[me]}, the winner is {event["winner"]}', flush=True)
        elif 'player' in event:
            player, action = game.names.index(event['player']), event.get('action')
            move = game.read(action, event.get('position')) if game.turn == player else None
            if move is not None:
                game.play(move)
            if player != me and move is None:
                cheated = True  # illegal, out of turn, or a flip for nothing
            if player == me and action != FLIP:
                sent = False  # our own command has come back


def listen(url, events):
    """Reads the stream of events into a queue, and starts again if it breaks off before there is a winner."""
    for _ in range(20):
        try:
            with urllib.request.urlopen(url) as stream:
                events.put({'opened': True})
                for line in stream:
                    if line.startswith(b'data:'):
                        event = json.loads(line[5:].decode('utf-8'))
                        events.put(event)
                        if 'winner' in event:
                            return
        except urllib.error.HTTPError as error:
            if error.code in (404, 423):  # no such battle, or it is over
                return events.put({'closed': f'the arena answers {error.code}'})
        except (OSError, http.client.HTTPException, ValueError) as error:
            print(f'{url}: {error}')
        time.sleep(0.5)
    events.put({'closed': 'the arena cannot be reached'})


def send(url, command):
    """Sends a command; False if it may not have got through and the stream has to show whether it did."""
    data = json.dumps(command).encode('utf-8')
    request = urllib.request.Request(url, data, {'Content-Type': 'application/json'})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            answer.read()  # "clock" in it says how many milliseconds you have left
        return True
    except (OSError, http.client.HTTPException) as error:
        if getattr(error, 'code', None) == 423:  # over already: the winner is on its way
            return True
        print(f'{url}: {error}')
        time.sleep(0.5)
        return False


# ------------------------------------------------------------------- the team

class Team(BaseHTTPRequestHandler):
    arena = ''

    def do_POST(self):
        """The arena calls POST /tic-tac-toe or POST /quoridor with {"battleId": "..."}."""
        name = self.path.strip('/')
        try:
            battle_id = json.loads(self.rfile.read(int(self.headers['Content-Length'])).decode('utf-8'))['battleId']
        except (TypeError, ValueError, KeyError):
            return self.answer(400, {'error': 'missing battleId'})
        if name not in GAMES:
            return self.answer(404, {'error': 'unknown game'})
        # Answer at once, and play meanwhile.
        threading.Thread(target=play_battle, args=(self.arena, name, battle_id), daemon=True).start()
        self.answer(200, {'message': 'coming'})

    def do_GET(self):
        self.answer(200, {'games': list(GAMES), 'arena': self.arena})

    def answer(self, status, content):
        body = json.dumps(content).encode('utf-8')
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass  # print nothing for each request


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--port', type=int, default=8001, help='where the arena calls this team')
    parser.add_argument('--host', default='127.0.0.1', help='0.0.0.0 if the arena is on another machine')
    parser.add_argument('--arena', default='http://127.0.0.1:8080', help='where the arena is')
    options = parser.parse_args()
    Team.arena = options.arena.rstrip('/')
    server = ThreadingHTTPServer((options.host, options.port), Team)
    print(f'Waiting for battles on http://{options.host}:{server.server_port}', flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
