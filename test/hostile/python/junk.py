import os

from bot import play, ready, turn

ready()
turn()
os.write(1, bytes(byte for byte in range(128, 256)) + b"\n")
play()
