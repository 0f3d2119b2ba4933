import os

from bot import answer, play, ready, turn

ready()
number = turn()
try:
    for i in range(20000):
        os.close(os.open("/tmp/%d" % i, os.O_CREAT | os.O_WRONLY))
except OSError:
    pass
answer(number)
play()
