"""Scores from the lines of versus: by board and in all, and against the first set of options.

    python3 tally.py OUT...

Behind each score is half of the 95 % interval over pairs of games, which have the same start from both seats.
"""

import sys
from collections import defaultdict

games = defaultdict(dict)
labels, boards, depths = [], [], defaultdict(list)
for path in sys.argv[1:]:
    for line in open(path):
        words = line.split()
        if len(words) != 8:
            continue
        board, start, seat, halves, label, _, depth, speed = words
        games[label, board, int(start)][seat] = int(halves)
        depths[label].append((float(depth), float(speed)))
        for known, each in (labels, label), (boards, board):
            if each not in known:
                known.append(each)

# With the set named "base" first, others are compared to it.
labels.sort(key=lambda label: label != "base")
boards.sort()
pairs = {key: sum(halves.values()) / 4 for key, halves in games.items() if len(halves) == 2}
drawn = {key: list(halves.values()).count(1) for key, halves in games.items() if len(halves) == 2}


def mean(numbers):
    """The mean and half of its 95 % interval, in per cent."""
    count = len(numbers)
    if count == 0:
        return "        -     "
    average = sum(numbers) / count
    variance = sum((number - average) ** 2 for number in numbers) / max(1, count - 1)
    return f"{100 * average:6.1f} ± {196 * (variance / count) ** 0.5:4.1f}"


for label in labels:
    print(f"\n{label}")
    for board in [*boards, "all"]:
        keys = [key for key in pairs if key[0] == label and board in (key[1], "all")]
        both = [key for key in keys if (labels[0], *key[1:]) in pairs]
        more = mean([pairs[key] - pairs[labels[0], *key[1:]] for key in both])
        against = "" if label == labels[0] else f"   against {labels[0]} {more} on {len(both)} starts"
        print(f"  {board:14} {mean([pairs[key] for key in keys])} of {2 * len(keys):4} games, {sum(drawn[key] for key in keys):4} drawn{against}")
    count = len(depths[label])
    print(f"  depth {sum(d for d, _ in depths[label]) / count:.1f}, {sum(s for _, s in depths[label]) / count:.0f} positions in a millisecond")
