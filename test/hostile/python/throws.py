from bot import ready, turn

ready()
turn()
raise ValueError("a bug of its own")
