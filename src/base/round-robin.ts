/**
 * A fair queue: the owner that was served longest ago is next. An owner with many items delays another owner by one
 * item only.
 */
export interface RoundRobin<Item> {
  readonly size: number
  sizeOf(owner: string): number
  push(owner: string, item: Item): void
  /** Takes the first item of the owner whose turn it is, among those that may be served. */
  shift(mayServe?: (owner: string) => boolean): Item | undefined
  /** Takes out the first item for which `isWanted` is true. */
  remove(isWanted: (item: Item) => boolean): Item | undefined
}

const MOST_NOTED = 1000

export function openRoundRobin<Item>(): RoundRobin<Item> {
  /** Owners with items, in the order in which they came. */
  const lines = new Map<string, Item[]>()
  /**
   * When each owner was last served, the latest at the end. At most `MOST_NOTED` are kept; the others count as never
   * served.
   */
  const served = new Map<string, number>()
  let size = 0
  let count = 0

  function note(owner: string): void {
    served.delete(owner)
    served.set(owner, ++count)
    const [oldest] = served.keys()
    if (served.size > MOST_NOTED && oldest !== undefined) served.delete(oldest)
  }

  function take(owner: string, line: Item[], index: number): Item | undefined {
    const [item] = line.splice(index, 1)
    size--
    if (line.length === 0) lines.delete(owner)
    return item
  }

  return {
    get size() {
      return size
    },
    sizeOf: (owner) => lines.get(owner)?.length ?? 0,
    push(owner, item) {
      const line = lines.get(owner)
      if (line) line.push(item)
      else lines.set(owner, [item])
      size++
    },
    shift(mayServe = () => true) {
      let next: string | undefined
      let longest = Infinity
      for (const owner of lines.keys()) {
        const last = served.get(owner) ?? 0
        if (last < longest && mayServe(owner)) [next, longest] = [owner, last]
      }
      const line = next === undefined ? undefined : lines.get(next)
      if (next === undefined || line === undefined) return undefined
      note(next)
      return take(next, line, 0)
    },
    remove(isWanted) {
      for (const [owner, line] of lines) {
        const index = line.findIndex(isWanted)
        if (index >= 0) return take(owner, line, index)
      }
      return undefined
    },
  }
}
