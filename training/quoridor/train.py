"""Trains the correction of Quoridor's evaluation from the rows that positions.ts writes.

    python3 train.py --rows 'positions*.bin' --hidden 32 --out network-weights.ts

The value of a position is the evaluation by distances and walls in hand, plus what the network adds to it. All numbers are points:
a hundred are one step. Needs PyTorch; uses a GPU where there is one.
"""
import argparse, base64, glob, json, time
import numpy as np
import torch

DISTANCES, LEFT = 24, 11
UNIT = 255          # 1.0 of a hidden sum
OUT_UNIT = 4        # 1 point of an output weight
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'


def load(pattern):
    raw = np.concatenate([np.fromfile(f, np.uint8) for f in sorted(glob.glob(pattern))]).reshape(-1, 26)
    bits = np.unpackbits(raw[:, 7:23], axis=1, bitorder='little')
    rows = dict(
        turn=raw[:, 0].astype(np.int64), pawns=raw[:, 1:3].astype(np.int64), left=raw[:, 3:5].astype(np.int64),
        dist=raw[:, 5:7].astype(np.int64), walls=bits,
        result=raw[:, 23].view(np.int8).astype(np.float32), score=raw[:, 24:26].copy().view(np.int16)[:, 0].astype(np.float32))
    rows = {k: torch.from_numpy(v).to(DEVICE) for k, v in rows.items()}
    rows['dist'] = rows['dist'].clamp(max=DISTANCES - 1)
    rows['left'] = rows['left'].clamp(max=LEFT - 1)
    rows['plain'], decided = plain(rows)
    return {k: v[~decided] for k, v in rows.items()}


def plain(rows):
    """The evaluation without the network, as in evaluation.ts, and where a race without walls decides."""
    me, i = rows['turn'], torch.arange(len(rows['turn']), device=DEVICE)
    walls = lambda n: 180 * n - 3 * n * n + 40 * (n > 0)
    mine, theirs = rows['dist'][i, me], rows['dist'][i, 1 - me]
    my, their = rows['left'][i, me], rows['left'][i, 1 - me]
    decided = ((their == 0) & (mine <= theirs)) | ((my == 0) & (mine > theirs))
    return (100 * (theirs - mine) + 50 + walls(my) - walls(their)).float(), decided


CELLS = torch.arange(81, device=DEVICE)
MIRROR_CELL = CELLS // 9 * 9 + 8 - CELLS % 9
FLIP_CELL = (8 - CELLS // 9) * 9 + CELLS % 9
ANCHORS = torch.arange(64, device=DEVICE)
MIRROR_ANCHOR = ANCHORS // 8 * 8 + 7 - ANCHORS % 8
FLIP_ANCHOR = (7 - ANCHORS // 8) * 8 + ANCHORS % 8
both = lambda anchors: torch.cat([anchors, 64 + anchors])
MIRROR_WALL, FLIP_WALL = both(MIRROR_ANCHOR), both(FLIP_ANCHOR)


def turned(rows, mirror, flip):
    """The same position mirrored left to right, and with the players exchanged: its value is the same."""
    rows = dict(rows)
    if mirror:
        rows['pawns'], rows['walls'] = MIRROR_CELL[rows['pawns']], rows['walls'][:, MIRROR_WALL]
    if flip:
        rows['pawns'], rows['walls'] = FLIP_CELL[rows['pawns']].flip(1), rows['walls'][:, FLIP_WALL]
        rows['left'], rows['dist'], rows['turn'] = rows['left'].flip(1), rows['dist'].flip(1), 1 - rows['turn']
    return rows


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        table = lambda n, scale=0.1: torch.nn.Parameter(scale * torch.randn(n, hidden))
        self.pawns, self.walls = table(162), table(128)
        self.left, self.dist = table(LEFT * LEFT, 0.01), table(DISTANCES * DISTANCES, 0.01)
        self.left1, self.dist1 = table(2 * LEFT), table(2 * DISTANCES)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.3))
        self.out, self.out_bias = torch.nn.Parameter(torch.randn(2, hidden)), torch.nn.Parameter(torch.zeros(2))

    def forward(self, rows):
        p, l, d, w = rows['pawns'], rows['left'], rows['dist'], rows['walls'].float()
        sums = self.bias + self.pawns[p[:, 0]] + self.pawns[81 + p[:, 1]] + w @ self.walls
        sums = sums + self.left[LEFT * l[:, 0] + l[:, 1]] + self.left1[l[:, 0]] + self.left1[LEFT + l[:, 1]]
        sums = sums + self.dist[DISTANCES * d[:, 0] + d[:, 1]] + self.dist1[d[:, 0]] + self.dist1[DISTANCES + d[:, 1]]
        active = sums.clamp(0, 1) ** 2
        return 100 * ((active * self.out[rows['turn']]).sum(1) + self.out_bias[rows['turn']])


def fit_unit(value, result):
    """The points at which a win is e times as likely as a loss."""
    log = torch.zeros(1, device=DEVICE, requires_grad=True)
    step = torch.optim.LBFGS([log], max_iter=60)
    chance = (result + 1) / 2
    def loss():
        step.zero_grad()
        out = torch.nn.functional.binary_cross_entropy_with_logits(value / (400 * log.exp()), chance)
        out.backward()
        return out
    step.step(loss)
    return 400 * log.exp().item()


def main():
    args = argparse.ArgumentParser()
    args.add_argument('--rows', required=True)
    args.add_argument('--hidden', type=int, default=32)
    args.add_argument('--epochs', type=int, default=16)
    args.add_argument('--searched', type=float, default=0.75, help='weight of the search\'s score against the result')
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--out', required=True)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    rows = load(args.rows)
    count = len(rows['turn'])
    # Rows of a game are neighbours: the last ones are kept for validation, whole games of them.
    held = {k: v[-count // 20:] for k, v in rows.items()}
    rows = {k: v[:-count // 20] for k, v in rows.items()}
    unit = fit_unit(rows['score'], rows['result'])
    target = lambda r: args.searched * torch.sigmoid(r['score'] / unit) + (1 - args.searched) * (r['result'] + 1) / 2
    loss_of = lambda value, r: torch.nn.functional.binary_cross_entropy_with_logits(value / unit, target(r))
    entropy = torch.nn.functional.binary_cross_entropy(target(held), target(held)).item()
    print(f'{count} rows, unit {unit:.0f}, least loss {entropy:.5f}, without the network {loss_of(held["plain"], held).item():.5f}', flush=True)
    net = Network(args.hidden).to(DEVICE)
    steps, batch, began = args.epochs * (len(rows['turn']) // 16384), 16384, time.time()
    adam = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, steps)
    for step in range(steps):
        pick = torch.randint(len(rows['turn']), (batch,), device=DEVICE)
        part = turned({k: v[pick] for k, v in rows.items()}, step & 1, step & 2)
        loss = loss_of(part['plain'] + net(part), part)
        adam.zero_grad(); loss.backward(); adam.step(); plan.step()
        with torch.no_grad(): net.out.clamp_(-75, 75)
        if step % (steps // 8) == 0: print(f'  step {step} loss {loss.item():.5f}', flush=True)
    with torch.no_grad():
        added = torch.cat([net({k: v[i:i + 65536] for k, v in held.items()}) for i in range(0, len(held['turn']), 65536)])
        found = loss_of(held['plain'] + added, held).item()
        spread = torch.quantile(added.abs()[:1_000_000], torch.tensor([0.5, 0.9, 0.99, 0.999], device=DEVICE)).tolist()
    print(f'{args.hidden} sums: loss {found:.5f}; of what can be gained {(loss_of(held["plain"], held).item() - found) / (loss_of(held["plain"], held).item() - entropy):.3f}; '
          f'correction 50/90/99/99.9 % {[round(s) for s in spread]}; {time.time() - began:.0f} s', flush=True)
    write(net, args, dict(rows=count, unit=round(unit), loss=round(found, 5), plain=round(loss_of(held['plain'], held).item(), 5)))


def write(net, args, facts):
    """The tables as 16-bit numbers in base64; single and paired entries of a table are added up."""
    with torch.no_grad():
        pair = lambda table, single, n: (table.view(n, n, -1) + single[:n, None] + single[None, n:]).view(n * n, -1)
        tables = [net.pawns, net.walls, pair(net.left, net.left1, LEFT) + net.bias, pair(net.dist, net.dist1, DISTANCES)]
        numbers = [(UNIT * t).round().flatten() for t in tables]
        numbers += [(100 * OUT_UNIT * net.out).round().flatten(), (100 * net.out_bias).round()]
        flat = torch.cat(numbers).clamp(-32768, 32767).to(torch.int16).cpu().numpy()
    text = base64.b64encode(flat.astype('<i2').tobytes()).decode()
    with open(args.out, 'w') as file:
        file.write('/** Written by training/quoridor/train.py: ' + json.dumps({'hidden': args.hidden, 'epochs': args.epochs, 'searched': args.searched, **facts}).replace('"', '') + ' */\n')
        file.write(f'export const HIDDEN = {args.hidden}\nexport const WEIGHTS =\n  \'{text}\'\n')


main()
