# Draws a bar with many carriage returns, and then waits for ever.
import sys

print("ready\n" + ("\r" * 4000 + "\n") * 25 + "50 %", flush=True)
sys.stdin.read()
