import time

from bot import answer, ready, turn

ready()
while True:
    number = turn()
    time.sleep(0.1)
    answer(number)
