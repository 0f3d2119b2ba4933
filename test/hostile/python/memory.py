from bot import ready, turn

ready()
turn()
hoard = []
while True:
    try:
        hoard.append(bytearray(b"x" * (1 << 20)))
    except MemoryError:
        pass
