"""Tells how many cores it may run on, in place of a move."""

import os

input()
print("cores=" + str(len(os.sched_getaffinity(0))), flush=True)
input()
