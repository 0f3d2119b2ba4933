/**
 * Pairs all of 0 … n−1 so that every pair is allowed, or finds that it cannot be done. It starts from the pairs that
 * are wished for and changes as few of them, as near by, as it can: one shortest augmenting path after the other
 * (Edmonds' blossoms), with neighbours tried by their distance.
 *
 * `wished[i]` is the partner of i, or −1; the answer has the same shape.
 */
export function perfectMatching(
  wished: readonly number[],
  isAllowed: (a: number, b: number) => boolean,
): number[] | undefined {
  const partners = [...wished]
  for (let vertex = partners.length - 1; vertex >= 0; vertex--) {
    if (partners[vertex] === -1 && !augment(partners, vertex, isAllowed)) return undefined
  }
  return partners
}

/** Finds a path from `root` to another vertex without a partner along which pairs can be swapped, and swaps them. */
function augment(partners: number[], root: number, isAllowed: (a: number, b: number) => boolean): boolean {
  const n = partners.length
  const parent = new Int32Array(n).fill(-1)
  const base = Int32Array.from({ length: n }, (_, vertex) => vertex)
  const isEven = new Uint8Array(n)
  const partner = (vertex: number): number => partners[vertex] as number
  const parentOf = (vertex: number): number => parent[vertex] as number
  const baseOf = (vertex: number): number => base[vertex] as number

  function commonBase(a: number, b: number): number {
    const onPath = new Set<number>()
    for (let vertex = baseOf(a); ; vertex = baseOf(parentOf(partner(vertex)))) {
      onPath.add(vertex)
      if (partner(vertex) === -1) break
    }
    let vertex = baseOf(b)
    while (!onPath.has(vertex)) vertex = baseOf(parentOf(partner(vertex)))
    return vertex
  }

  function markPath(from: number, until: number, child: number, blossom: Set<number>): void {
    let below = child
    for (let vertex = from; baseOf(vertex) !== until; vertex = parentOf(partner(vertex))) {
      blossom.add(baseOf(vertex)).add(baseOf(partner(vertex)))
      parent[vertex] = below
      below = partner(vertex)
    }
  }

  function flip(end: number): void {
    for (let vertex = end; vertex !== -1;) {
      const before = parentOf(vertex)
      const next = partner(before)
      partners[vertex] = before
      partners[before] = vertex
      vertex = next
    }
  }

  isEven[root] = 1
  const queue = [root]
  for (const from of queue) {
    for (let step = 1; step < 2 * n; step++) {
      // from−1, from+1, from−2, from+2, …
      const to = from + (step % 2 === 0 ? step / 2 : -(step + 1) / 2)
      if (to < 0 || to >= n || baseOf(from) === baseOf(to) || partner(from) === to || !isAllowed(from, to))
        continue
      if (to === root || (partner(to) !== -1 && parentOf(partner(to)) !== -1)) {
        const top = commonBase(from, to)
        const blossom = new Set<number>()
        markPath(from, top, to, blossom)
        markPath(to, top, from, blossom)
        for (let vertex = 0; vertex < n; vertex++) {
          if (!blossom.has(baseOf(vertex))) continue
          base[vertex] = top
          if (isEven[vertex] === 1) continue
          isEven[vertex] = 1
          queue.push(vertex)
        }
      } else if (parentOf(to) === -1) {
        parent[to] = from
        if (partner(to) === -1) {
          flip(to)
          return true
        }
        isEven[partner(to)] = 1
        queue.push(partner(to))
      }
    }
  }
  return false
}
