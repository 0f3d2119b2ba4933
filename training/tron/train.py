"""Fits the evaluation of tron to the results of games that `arena play` wrote.

    python3 training/tron/train.py --rows r1 r2 --out DIR --models 'sides+part;net:sides+front+distance+part'

Writes the weights of each model for `arena match`. Needs PyTorch; uses a GPU where there is one.
"""
import argparse, time
import numpy as np
import torch
import torch.nn.functional as F

D = 'cuda' if torch.cuda.is_available() else 'cpu'
KINDS, HIDDEN, OUTER, SCALARS = 512, 8, 16, 8
ROW = np.dtype([('game', 'i4'), ('listed', 'i4'), ('value', 'i4'), ('ply', 'i4'), ('count', 'i2', 2), ('steps', 'i2', 2), ('free', 'i2'), ('cells', 'i2'),
                ('ties', 'i2'), ('apart', 'i2'), ('beside', 'i2', 2), ('board', 'u1'), ('leaf', 'u1'), ('seat', 'u1'), ('result', 'u1')])
k = torch.arange(KINDS)
PARTS = dict(sides=k & 7, front=k >> 3 & 1, distance=k >> 4 & 7, part=k >> 7 & 3)


def load(names, most):
    rows, kinds, known, at, games = [], [], [], 0, 0
    for name in names:
        # NAME@SCALE: the values of the search are worth so much for each unit of the logit.
        name, scale = name.split('@')[0], float(name.split('@')[1]) if '@' in name else 0
        r, c = np.fromfile(name + '.rows', ROW), np.fromfile(name + '.kinds', np.uint16)
        r['listed'] += at
        r['game'] += games
        if scale: r['value'] = np.where(r['leaf'] > 0, 0, np.clip(r['value'] * (1e4 / scale), -1e5, 1e5))
        at += len(c); games += 1 << 24
        rows.append(r); kinds.append(c); known.append(np.full(len(r), scale > 0))
    r, c = np.concatenate(rows), np.concatenate(kinds)
    t = lambda a: torch.from_numpy(a.astype(np.float32)).to(D)
    phase = r['free'] / r['cells']
    near = np.minimum(r['apart'], 40) / 20
    s = [r['free'] / 300, phase, near, r['ties'] / 20, r['steps'][:, 0] / 50, r['steps'][:, 1] / 50, r['beside'][:, 0] / 2, r['beside'][:, 1] / 2]
    return dict(scalars=torch.stack([t(x) for x in s], 1), phase=t(phase), free=t(r['free']), steps=t(r['steps'][:, 0] - r['steps'][:, 1]), result=t(r['result'] / 2),
                leaf=t(r['leaf']), value=t(r['value'] / 1e4), known=t(np.concatenate(known) & (r['leaf'] == 0)), board=t(r['board']), held=torch.from_numpy(r['game'] % 16 == 7).to(D),
                first=torch.from_numpy(r['listed'].astype(np.int64)).to(D), count=torch.from_numpy(r['count'].astype(np.int64)).to(D)), torch.from_numpy(c.view(np.int16)).to(D)


def bags(data, kinds, pick, side):
    """The kinds of the cells of one side of the picked rows, one after the other, and where each row begins."""
    first = data['first'][pick] + (data['count'][pick, 0] if side else 0)
    count = data['count'][pick, side]
    begin = torch.cumsum(count, 0) - count
    at = torch.arange(int(count.sum()), device=D) - torch.repeat_interleave(begin - first, count)
    return kinds[at].long(), begin


class Model(torch.nn.Module):
    def __init__(self, fields, network):
        super().__init__()
        self.network = network
        label = torch.zeros(KINDS, dtype=torch.long)
        for field in fields: label = label * 8 + PARTS[field]
        self.register_buffer('label', torch.unique(label, return_inverse=True)[1])
        self.single = torch.nn.ParameterDict({f: torch.nn.Parameter(torch.zeros(8, 2)) for f in fields})
        self.plain = torch.nn.Parameter(torch.zeros(int(self.label.max()) + 1, 2))
        self.step = torch.nn.Parameter(torch.zeros(2))
        self.gain = torch.nn.Parameter(torch.zeros(20))
        if network:
            self.embedSingle = torch.nn.ParameterDict({f: torch.nn.Parameter(0.03 * torch.randn(8, HIDDEN)) for f in fields})
            self.embed = torch.nn.Parameter(0.01 * torch.randn(len(self.plain), HIDDEN))
            self.inner = torch.nn.Parameter(0.1 * torch.randn(HIDDEN))
            self.outer = torch.nn.Parameter(0.2 * torch.randn(OUTER, 2 * HIDDEN + SCALARS))
            self.bias = torch.nn.Parameter(0.1 * torch.randn(OUTER))
            self.out = torch.nn.Parameter(0.1 * torch.randn(OUTER))

    def tables(self):
        plain = self.plain[self.label] + sum(self.single[f][PARTS[f].to(D)] for f in self.single)
        embed = self.embed[self.label] + sum(self.embedSingle[f][PARTS[f].to(D)] for f in self.embedSingle) if self.network else None
        return plain, embed

    def forward(self, data, kinds, pick):
        plain, embed = self.tables()
        table = plain if embed is None else torch.cat([plain, embed], 1)
        sums = []
        for side in (0, 1):
            at, begin = bags(data, kinds, pick, side)
            sums.append(F.embedding_bag(at, table, begin, mode='sum'))
        phase, steps = data['phase'][pick], data['steps'][pick]
        diff = sums[0] - sums[1]
        value = diff[:, 0] + phase * diff[:, 1] + (self.step[0] + phase * self.step[1]) * steps
        if self.network:
            hidden = [F.relu(s[:, 2:] + self.inner) for s in sums]
            s = data['scalars'][pick]
            turned = s[:, [0, 1, 2, 3, 5, 4, 7, 6]]
            out = lambda a, b, s: F.relu(torch.cat([a, b, s], 1) @ self.outer.T + self.bias) @ self.out
            return value + out(hidden[0], hidden[1], s) - out(hidden[1], hidden[0], turned), value
        return value * torch.exp(self.gain[(data['free'][pick] / 32).long().clamp(max=19)]), value


NOW = [0, 0, 2, 10, 24, 0, 0, 0]


def baseline(data, kinds):
    """The value of the evaluation of before, from the kinds."""
    table = torch.tensor(NOW, dtype=torch.float32)[PARTS['sides']] * (PARTS['part'] == 1)
    out = []
    for i in range(0, len(data['steps']), 1 << 16):
        pick = torch.arange(i, min(i + (1 << 16), len(data['steps'])), device=D)
        a, b = (F.embedding_bag(*((lambda at, begin: (at, table[:, None].to(D), begin))(*bags(data, kinds, pick, side))), mode='sum')[:, 0] for side in (0, 1))
        out.append(3 * data['steps'][pick] + a - b)
    return torch.cat(out)


def main():
    args = argparse.ArgumentParser()
    args.add_argument('--rows', nargs='+', required=True)
    args.add_argument('--models', default='net:sides+front+distance+part')
    args.add_argument('--epochs', type=float, default=12)
    args.add_argument('--searched', type=float, default=0)
    args.add_argument('--draw', type=int, default=50)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--out', required=True)
    args = args.parse_args()
    data, kinds = load(args.rows, 0)
    data['now'] = baseline(data, kinds)
    all_ = torch.arange(len(data['now']), device=D)
    train, held = all_[~data['held']], all_[data['held']]
    # The unit of the evaluation of before, by free cells.
    gain = torch.zeros(20, device=D, requires_grad=True)
    scaled = lambda v, p: v / 150 * torch.exp(gain[(data['free'][p] / 32).long().clamp(max=19)])
    best = torch.optim.Adam([gain], 0.05)
    for _ in range(150):
        loss = F.binary_cross_entropy_with_logits(scaled(data['now'][train], train), data['result'][train])
        best.zero_grad(); loss.backward(); best.step()
    now = scaled(data['now'], all_).detach()
    searched = data['result'] if args.searched == 0 else torch.where(data['known'] > 0, args.searched * torch.sigmoid(data['value']) + (1 - args.searched) * data['result'], data['result'])
    seen = held[data['known'][held] > 0]
    if len(seen) > 0: print(f'search on {len(seen)} rows: loss {F.binary_cross_entropy_with_logits(data["value"][seen], data["result"][seen]).item():.5f}, now there {F.binary_cross_entropy_with_logits(now[seen], data["result"][seen]).item():.5f}')
    close = held[now[held].abs() < 1]
    show = lambda v, p: F.binary_cross_entropy_with_logits(v, data['result'][p]).item()
    least = lambda p: F.binary_cross_entropy(data['result'][p], data['result'][p]).item()
    print(f'{len(all_)} rows, {len(held)} held, {len(close)} of them close; drawn {(data["result"] == 0.5).float().mean():.3f}', flush=True)
    print(f'now: loss {show(now[held], held):.5f}, close {show(now[close], close):.5f}; least {least(held):.5f}, close {least(close):.5f}; unit {[round(150 / x) for x in gain.exp().tolist()]}', flush=True)
    for name in args.models.split(';'):
        torch.manual_seed(args.seed)
        began = time.time()
        network = name.startswith('net:')
        model = Model(name.split(':')[-1].split('+'), network).to(D)
        batch = 16384
        steps = int(args.epochs * len(train) / batch)
        adam = torch.optim.AdamW([{'params': [model.plain] + ([model.embed] if network else []), 'weight_decay': 0.1}, {'params': [p for n, p in model.named_parameters() if n not in ('plain', 'embed')], 'weight_decay': 1e-4}], lr=3e-3)
        plan = torch.optim.lr_scheduler.OneCycleLR(adam, [3e-3, 3e-3], steps)
        for step in range(steps):
            pick = train[torch.randint(len(train), (batch,), device=D)]
            loss = F.binary_cross_entropy_with_logits(model(data, kinds, pick)[0], searched[pick])
            adam.zero_grad(); loss.backward(); adam.step(); plan.step()
        with torch.no_grad():
            of = lambda p: [torch.cat(x) for x in zip(*[model(data, kinds, p[i:i + 65536]) for i in range(0, len(p), 65536)])]
            logit, raw = of(held)
            near, _ = of(close)
            value = logit if network else raw
            inside = (now[held].abs() < 2)
            scale = ((data['now'][held] * value)[inside].sum() / (value * value)[inside].sum()).item()
        print(f'{name}: loss {show(logit, held):.5f}, close {show(near, close):.5f}; by board {[round(show(logit[data["board"][held] == b], held[data["board"][held] == b]) - show(now[held][data["board"][held] == b], held[data["board"][held] == b]), 4) for b in range(7)]}; leaves {show(logit[data["leaf"][held] > 0], held[data["leaf"][held] > 0]):.5f}; scale {scale:.1f}; {steps} steps, {time.time() - began:.0f} s', flush=True)
        write(model, args, f'{args.out}/{name.replace("net:", "net-").replace("+", "-")}.weights', scale)
        if not network and len(model.plain) <= 64:
            plain, _ = model.tables()
            print('  ', {int(i): [round(scale * x, 1) for x in plain[i].tolist()] for i in k[(PARTS['distance'] == 0) & (PARTS['front'] == 0) & (PARTS['sides'] < 5) & (PARTS['part'] < 3)]}, 'steps', [round(scale * x, 1) for x in model.step.tolist()])


def write(model, args, path, scale):
    with torch.no_grad():
        plain, embed = model.tables()
        z = lambda *n: torch.zeros(*n)
        net = [embed, model.outer, model.bias, model.out, model.inner] if model.network else [z(KINDS, HIDDEN), z(OUTER, 2 * HIDDEN + SCALARS), z(OUTER), z(OUTER), z(HIDDEN)]
        floats = torch.cat([torch.tensor([scale]), plain.T.flatten().cpu(), model.step.cpu()] + [x.flatten().cpu() for x in net]).numpy().astype('<f4')
        ints = np.array([2 if model.network else 1, args.draw, 3, 0, 0, 2, 10, 24, 0, 0], '<i4')
        open(path, 'wb').write(ints.tobytes() + floats.tobytes())


main()
