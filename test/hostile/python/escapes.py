import os

from bot import play, ready, turn

ready()
turn()
os.write(1, b"\x1b[2J\x1b]0;owned\x07\n")
play()
