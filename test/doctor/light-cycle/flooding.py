# Writes whole games ahead and never reads: allowed, but blind.
import sys

try:
    while True:
        sys.stdout.write('ready\nforward\n')
        sys.stdout.flush()
except BrokenPipeError:
    pass
