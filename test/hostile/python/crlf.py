import os

from bot import ready, turn

ready()
while True:
    os.write(1, b"%d\r\n" % turn())
