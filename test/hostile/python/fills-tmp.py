import os

from bot import answer, play, ready, turn

ready()
number = turn()
written = 0
for i in range(8):
    try:
        with open("/tmp/fill%d" % i, "wb") as file:
            while written < 200 << 20:
                written += file.write(b"x" * (1 << 20))
    except OSError:
        pass
os.write(2, b"THROUGH 200 MB in /tmp\n" if written >= 200 << 20 else b"denied filling /tmp\n")
for i in range(8):
    try:
        os.unlink("/tmp/fill%d" % i)
    except OSError:
        pass
answer(number)
play()
