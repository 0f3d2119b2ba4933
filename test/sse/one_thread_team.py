"""A team that serves one request at a time: it plays the battle inside the handler, and answers when it is over.

python3 one_thread_team.py ARENA_URL: prints the port that it listens on. It plays as the Python kit does.
"""
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

# The kit's folder stays as it is.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/wires/sse/kit/python'))
import team  # noqa: E402


class OneThread(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        team.play_battle(sys.argv[1], self.path.strip('/'), body['battleId'])
        self.send_response(200)
        self.send_header('Content-Length', '2')
        self.end_headers()
        self.wfile.write(b'{}')

    def log_message(self, *_):
        pass


server = HTTPServer(('127.0.0.1', 0), OneThread)
print(server.server_port, flush=True)
server.serve_forever()
