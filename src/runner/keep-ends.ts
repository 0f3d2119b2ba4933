/** Keeps the first and the last items of a long list, together no larger than a cap. */
export interface Ends<T> {
  add(item: T): void
  readonly head: readonly T[]
  readonly tail: readonly T[]
  /** The number of items between them. */
  readonly leftOut: number
}

export function keepEnds<T>(cap: number, sizeOf: (item: T) => number): Ends<T> {
  const head: T[] = []
  const tail: T[] = []
  let headRoom = cap / 2
  let tailRoom = cap / 2
  let leftOut = 0
  return {
    head,
    tail,
    get leftOut() {
      return leftOut
    },
    add(item) {
      const size = sizeOf(item)
      if (tail.length === 0 && leftOut === 0 && size <= headRoom) {
        headRoom -= size
        head.push(item)
        return
      }
      tail.push(item)
      tailRoom -= size
      while (tailRoom < 0) {
        const lost = tail.shift()
        if (lost === undefined) return
        tailRoom += sizeOf(lost)
        leftOut++
      }
    },
  }
}
