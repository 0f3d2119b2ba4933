import os

from bot import play

os.write(1, b"ready\n0\n")
play()
