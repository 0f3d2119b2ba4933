import os

from bot import play, ready, turn

ready()
turn()
os.write(1, b"9" * 500 + b"\n")
play()
