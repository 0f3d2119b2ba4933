import os

from bot import answer, play, ready, turn

ready()
number = turn()
expected = {"PATH", "HOME", "LANG", "LC_CTYPE", "PWD", "JAVA_TOOL_OPTIONS", "NODE_OPTIONS", "GIVEN", "GAMEGRID_SEED"}
for name in os.environ:
    os.write(2, ("%s variable %s\n" % ("denied" if name in expected else "THROUGH", name)).encode())
if os.environ.get("GIVEN") != "yes":
    os.write(2, b"THROUGH: the variable it was given is missing\n")
answer(number)
play()
