import array
import os
import socket
import struct

from bot import answer, attempt, play, ready, turn


def send_rights():
    one, other = socket.socketpair()
    one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])
    return other


ready()
number = turn()
stdin = socket.socket(fileno=os.dup(0))
attempt("a local socket", lambda: socket.socket(socket.AF_UNIX))
attempt("descriptors", send_rights)
attempt("a name for stdin", lambda: stdin.bind(b"\0gamegrid-python"))
attempt("another peer for stdin", lambda: stdin.connect(b"\0gamegrid-python"))
attempt("callers on stdin", lambda: stdin.listen())
attempt("who the host is", lambda: struct.unpack("3i", stdin.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)))
attempt("larger pipes", lambda: stdin.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20))
answer(number)
play()
