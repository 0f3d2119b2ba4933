from bot import play, ready

ready()
play()
