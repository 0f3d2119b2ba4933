/** What a contestant changes in the kits of light-cycle: `[from, to]` in the source. */
type Change = readonly (readonly [from: string, to: string])[]

const PYTHON_CHOICE =
  '    return max(QUARTERS, key=lambda move: room(x, y, turned(way, move)) + chance.random())\n'

/** Each counts the cells that can still be reached after a move, by a flood fill, and prefers the way ahead among equals. */
export const BETTER = {
  python: [
    [
      PYTHON_CHOICE,
      `    rooms = {move: (reach(x, y, turned(way, move)), room(x, y, turned(way, move))) for move in QUARTERS}
    print('rooms', rooms, file=sys.stderr, flush=True)
    return max(QUARTERS, key=lambda move: rooms[move])


def reach(x, y, way):
    """How many free cells can be reached after a step from (x, y)."""
    todo, seen = [(x + STEPS[way][0], y + STEPS[way][1])], set()
    while todo:
        x, y = todo.pop()
        if not (0 <= x < size and 0 <= y < size) or (x, y) in walls or (x, y) in seen:
            continue
        seen.add((x, y))
        todo += [(x + dx, y + dy) for dx, dy in STEPS.values()]
    return len(seen)
`,
    ],
  ],
  cpp: [
    [
      '// YOUR IDEAS GO HERE.',
      `// How many free cells can be reached after a step from (x, y).
int reach(int x, int y, int way) {
    std::vector<std::pair<int, int>> todo = {{x + DX[way], y + DY[way]}};
    std::vector<std::vector<bool>> seen = walls;
    int count = 0;
    while (!todo.empty()) {
        auto [cx, cy] = todo.back();
        todo.pop_back();
        if (!isFree(cx, cy) || seen[cy][cx]) continue;
        seen[cy][cx] = true;
        count++;
        for (int step = 0; step < 4; step++) todo.push_back({cx + DX[step], cy + DY[step]});
    }
    return 1000 * count + room(x, y, way);
}

// YOUR IDEAS GO HERE.`,
    ],
    [
      'double worth = room(x, y, (way + QUARTERS[move]) % 4)',
      'double worth = reach(x, y, (way + QUARTERS[move]) % 4)',
    ],
  ],
  rust: [
    [
      'f64::from(board.room(x, y, (way + quarters) % 4))',
      'f64::from(reach(board, x, y, (way + quarters) % 4))',
    ],
    [
      'fn say(word: &str)',
      `/// How many free cells can be reached after a step from (x, y).
fn reach(board: &Board, x: i32, y: i32, way: usize) -> i32 {
    let mut todo = vec![(x + STEPS[way].0, y + STEPS[way].1)];
    let mut seen = board.walls.clone();
    let mut count = 0;
    while let Some((cx, cy)) = todo.pop() {
        if !board.is_free(cx, cy) || seen[cy as usize][cx as usize] {
            continue;
        }
        seen[cy as usize][cx as usize] = true;
        count += 1;
        todo.extend(STEPS.iter().map(|(dx, dy)| (cx + dx, cy + dy)));
    }
    1000 * count + board.room(x, y, way)
}

fn say(word: &str)`,
    ],
  ],
} as const satisfies Readonly<Record<string, Change>>

/** Thinks longer than allowed on the third turn, on boards that are larger than those of the contest. */
export const LATE: Change = [
  [
    PYTHON_CHOICE,
    `    if size > 10 and len(walls) == 6:
        import time
        print('thinking hard', file=sys.stderr, flush=True)
        time.sleep(60)
${PYTHON_CHOICE}`,
  ],
]
