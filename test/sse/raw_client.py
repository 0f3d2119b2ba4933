"""A client as they were in 2021: it reads a stream from a bare socket and takes every recv for one event.

python3 raw_client.py PORT BATTLES THREADS: plays so many battles, and prints one line of JSON: how many were won, and how
many reads, chunks and TCP segments held anything else than one whole event. A read that holds two is not the end here: the
battle goes on, so that all of them are counted.
"""
import http.client
import json
import re
import socket
import struct
import sys
import threading

FLIP = '(╯°□°)╯︵ ┻━┻'
# How long nothing must have come before a move is sent: a cheat that races comes right behind the event before it.
SETTLE_S = 0.15

# (game, case, own side, own moves): enough moves to win, or to be cheated.
CASES = [
    ('tic-tac-toe', 'C_AI_X_FIRST', 'O', ['C']),
    ('tic-tac-toe', 'C_AI_TWICE_A_ROW', 'X', ['C']),
    ('tic-tac-toe', 'BASE_AI_X', 'O', ['C', 'S', 'NE', 'SW']),
    ('quoridor', 'C_AI_SECOND_FIRST', 'first', ['e2']),
    ('quoridor', 'C_AI_TWICE_A_ROW', 'first', ['e2']),
]
FIRST = ('O', 'first')
CHUNK = re.compile(rb'([0-9a-f]+)\r\n')


def post(port, path, body):
    connection = http.client.HTTPConnection('127.0.0.1', port)
    connection.request('POST', path, json.dumps(body), {'Content-Type': 'application/json'})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def segments_of(sock):
    """How many TCP segments with data have come in: tcpi_data_segs_in, which only Linux counts."""
    if not hasattr(socket, 'TCP_INFO') or not sys.platform.startswith('linux'):
        return None
    return struct.unpack_from('I', sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256), 152)[0]


class Battle:
    def __init__(self, port, case):
        self.port = port
        self.game, self.case, self.me, self.moves = case
        self.moves = list(self.moves)
        self.turn_is_mine = self.me in FIRST
        self.winner = None
        self.counts = dict(won=0, reads=0, events=0, wrongReads=0, wrongChunks=0, wrongSegments=0)

    def play(self):
        battle = post(self.port, f'/{self.game}/practice', {'caseType': self.case})['battleId']
        sock = socket.create_connection(('127.0.0.1', self.port))
        sock.sendall(f'GET /{self.game}/start/{battle} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n'.encode())
        head = sock.recv(65536)
        if not head.startswith(b'HTTP/1.1 200'):
            raise RuntimeError(head)
        if not head.endswith(b'\r\n\r\n'):
            self.counts['wrongReads'] += 1
        # What came with the head is looked at first.
        piece, rest = head.partition(b'\r\n\r\n')[2], b''
        owed, segments = None, 0
        while True:
            sock.settimeout(SETTLE_S if owed else 60)
            try:
                piece = piece or sock.recv(65536)
            except socket.timeout:
                if owed is None:
                    raise
                post(self.port, f'/{self.game}/play/{battle}', owed)
                owed = None
                continue
            if piece == b'':
                break
            self.counts['reads'] += 1
            chunks, rest = self.chunks_of(rest + piece)
            piece = b''
            if rest != b'' or len(chunks) != 1:
                self.counts['wrongReads'] += 1
            for chunk in chunks:
                if chunk == b'':
                    segments = segments_of(sock)
                    continue
                for line in self.events_of(chunk):
                    command = self.hear(json.loads(line[len('data: '):]))
                    if command is not None:
                        owed = command
            if self.winner is not None:
                owed = None
        sock.close()
        self.counts['won'] += self.winner == self.me
        # The head of the answer, every event, and the chunk that ends the stream.
        if segments is not None and segments != self.counts['events'] + 2:
            self.counts['wrongSegments'] += abs(self.counts['events'] + 2 - segments)

    @staticmethod
    def chunks_of(data):
        chunks = []
        while (match := CHUNK.match(data)) is not None:
            size = int(match[1], 16)
            end = match.end() + size
            if len(data) < end + 2:
                break
            chunks.append(data[match.end():end])
            data = data[end + 2:]
        return chunks, data

    def events_of(self, chunk):
        lines = chunk.decode().split('\n\n')[:-1]
        self.counts['events'] += len(lines)
        if len(lines) != 1:
            self.counts['wrongChunks'] += 1
        return lines

    def hear(self, event):
        if 'winner' in event:
            self.winner = event['winner']
            return None
        if 'youAre' in event:
            return self.move() if self.turn_is_mine else None
        is_mine = event['player'] == self.me
        if is_mine != self.turn_is_mine:
            return None if is_mine else {'action': FLIP}
        self.turn_is_mine = not self.turn_is_mine
        return self.move() if self.turn_is_mine else None

    def move(self):
        position = self.moves.pop(0) if self.moves else 'none'
        return {'action': 'putSymbol' if self.game == 'tic-tac-toe' else 'move', 'position': position}


def main():
    port, battles, threads = (int(word) for word in sys.argv[1:])
    total, failures, lock, left = {}, [], threading.Lock(), iter(range(battles))

    def work():
        while True:
            with lock:
                index = next(left, None)
            if index is None:
                return
            battle = Battle(port, CASES[index % len(CASES)])
            try:
                battle.play()
            except Exception as error:  # pylint: disable=broad-except
                failures.append(f'{battle.case}: {error!r}')
            with lock:
                for key, count in battle.counts.items():
                    total[key] = total.get(key, 0) + count

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(json.dumps({**total, 'battles': battles, 'failures': failures[:5]}))


main()
