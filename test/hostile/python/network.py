import socket

from bot import answer, attempt, play, ready, target, turn


def connect(family, kind, address, protocol=0):
    with socket.socket(family, kind, protocol) as client:
        client.settimeout(1)
        client.connect(address)


def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.sendto(b"x", address)


ready()
number = turn()
port = int(target("port"))
attempt("tcp", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)))
attempt("tcp 6", lambda: connect(socket.AF_INET6, socket.SOCK_STREAM, ("::1", port)))
attempt("udp", lambda: send(("127.0.0.1", port)))
attempt("names", lambda: socket.getaddrinfo("example.com", 80))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
attempt("vsock", lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
attempt("abstract name", lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + target("abstract")))
answer(number)
play()
