import time

from bot import ready

ready()
while True:
    time.sleep(1)
