"""Writes the weights that train.py found as the C tables of the kernel.

    python3 training/tron/quantize.py MODEL.weights src/brains/tron/kernel/weights.c
"""
import sys
import numpy as np

KINDS, HIDDEN, OUTER, SCALARS = 512, 8, 16, 8
SUM, INPUT, WEIGHT, PLAIN, OUT = 1 << 12, 1 << 8, 1 << 10, 1 << 6, 1 << 4

raw = np.fromfile(sys.argv[1], np.uint8)
facts, numbers = raw[:40].view('<i4'), raw[40:].view('<f4')
kinds = (len(numbers) - 1 - 2 - OUTER * (2 * HIDDEN + SCALARS) - 2 * OUTER - HIDDEN) // (2 + HIDDEN)
parts = np.split(numbers, np.cumsum([1, 2 * kinds, 2, HIDDEN * kinds, OUTER * (2 * HIDDEN + SCALARS), OUTER, OUTER]))
scale, plain, step, embed, outer, bias, out, inner = parts[0][0], parts[1].reshape(2, kinds), parts[2], parts[3].reshape(kinds, HIDDEN), parts[4].reshape(OUTER, -1), *parts[5:]


def table(name, rows, comment):
    rows = np.round(np.atleast_2d(rows)).astype(int)
    assert np.abs(rows).max() < 32768, name
    lines = ['{' + ', '.join(map(str, row)) + '}' for row in rows]
    size, body = (f'[{len(rows)}][{rows.shape[1]}]', '{\n    ' + ',\n    '.join(lines) + '}') if len(rows) > 1 else (f'[{rows.shape[1]}]', lines[0])
    return f'\n/** {comment} */\nstatic const short {name}{size} = {body};\n'


cells = []
for part in range(3):
    for distance in range(8):
        for sides in range(16):
            # Of the first models the bits of the lead stand between those of the distance and of the part.
            kind = sides | distance << 4 | (1 << 7 | part << 10 if kinds == 4096 else part << 7)
            cells.append(np.concatenate([embed[kind] * SUM, plain[:, kind] * scale * PLAIN]) if sides & 7 <= 4 else np.zeros(HIDDEN + 2))
with open(sys.argv[2], 'w') as file:
    file.write('// Written by training/tron/quantize.py: do not edit. network.c says what each number is.\n')
    file.write(table('cellWeights', cells, 'By kind of the cell.'))
    file.write(table('innerBias', inner * SUM, 'Added to each sum.'))
    file.write(table('outerWeights', outer * WEIGHT, 'The first layer: by unit and input.'))
    file.write('\nstatic const int outerBias[%d] = {%s};\n' % (OUTER, ', '.join(str(round(float(x) * WEIGHT * INPUT)) for x in bias)))
    file.write(table('outWeights', out * scale * OUT, 'The second layer: by unit.'))
    file.write(table('stepWeights', step * scale * PLAIN, 'For each step, and times the share of free cells.'))
