const MOST_CELLS = 19 * 19
const seen = new Int32Array(MOST_CELLS + 1)
const queue = new Int16Array(MOST_CELLS)
const distance = new Int16Array(MOST_CELLS + 1)
const visited = new Int32Array(MOST_CELLS + 1)
let search = 0

/** For each seat, how many groups of each length, and the longest length; both written by `measure`. */
const counts = [new Int16Array(MOST_CELLS + 2), new Int16Array(MOST_CELLS + 2)] as const
export const longest = new Int16Array(2)

/**
 * Estimates the lengths of all groups by two breadth-first searches: the second starts at the far end of the first. That
 * is exact for groups without loops and hardly ever too short for others. A group too small to be the longest gets one
 * search, which may say less: it counts only when all longer ones are equal.
 */
export function measure(cells: Uint8Array, neighbours: Int16Array, count: number): void {
  for (let seat = 0; seat < 2; seat++) {
    ;(counts[seat] as Int16Array).fill(0, 0, (longest[seat] as number) + 1)
    longest[seat] = 0
  }
  if (search > LAST_SEARCH) startCounting()
  const round = ++search
  for (let cell = 0; cell < count; cell++) {
    const seat = cells[cell] as number
    if (seat > 1 || (visited[cell] as number) >= round) continue
    const size = spread(cells, neighbours, cell, seat)
    for (let i = 0; i < size; i++) visited[queue[i] as number] = round
    let length = (distance[queue[size - 1] as number] as number) + 1
    if (length < size && size >= (longest[seat] as number)) {
      spread(cells, neighbours, queue[size - 1] as number, seat)
      length = (distance[queue[size - 1] as number] as number) + 1
    }
    const of = counts[seat] as Int16Array
    of[length] = (of[length] as number) + 1
    if (length > (longest[seat] as number)) longest[seat] = length
  }
}

/** Searches are numbered in 32 bits; before the numbers run out, all marks are cleared. */
const LAST_SEARCH = 2 ** 31 - 1 - 2 * MOST_CELLS

function startCounting(): void {
  seen.fill(0)
  visited.fill(0)
  search = 0
}

/** Breadth-first through the stones of a seat: fills `queue` and `distance`, gives how many it found. */
function spread(cells: Uint8Array, neighbours: Int16Array, start: number, seat: number): number {
  const mark = ++search
  seen[start] = mark
  distance[start] = 0
  queue[0] = start
  let size = 1
  for (let head = 0; head < size; head++) {
    const cell = queue[head] as number
    const next = (distance[cell] as number) + 1
    for (let i = 4 * cell; i < 4 * cell + 4; i++) {
      const neighbour = neighbours[i] as number
      if (cells[neighbour] !== seat || seen[neighbour] === mark) continue
      seen[neighbour] = mark
      distance[neighbour] = next
      queue[size++] = neighbour
    }
  }
  return size
}

/** The lead by the last measurement, above zero for seat 0. The bonus group of seat 1 is counted. */
export function lead(): number {
  const [first, second] = [longest[0] as number, longest[1] as number]
  if (first !== second) return first - second
  for (let length = first; length > 0; length--) {
    const bonus = length === second - 1 ? 1 : 0
    const difference = (counts[0][length] as number) - (counts[1][length] as number) - bonus
    if (difference !== 0) return Math.sign(difference) / 2
  }
  return 0
}
