import { bitsOf, type Field } from './field.ts'

/** Boards of up to so many cells are measured by `measureBits`. */
export const MOST_BITS = 128

/** What `measureBits` finds: the longest length of a seat, how many groups have it, and how many are one shorter. */
export interface Lengths {
  longest: number
  most: number
  shorter: number
}

/** Sets of four words between two empty ones. */
const left = new Int32Array(6)
const rest = new Int32Array(6)
const once = new Int32Array(6)
const twice = new Int32Array(6)
/** All cells but the first column, all but the last, and the board that they are for. */
const notFirst = new Int32Array(6)
const notLast = new Int32Array(6)
let shape = 0

/**
 * Measures the groups of a set of stones. A breadth-first search moves its whole front at once, which is several times as
 * fast as stone by stone. The second of two searches starts at the far end of the first: that is exact for groups without
 * loops, and hardly ever too short for others. To be exact, it searches from every stone of a group.
 */
export function measureBits(
  stones: Int32Array,
  { width, count }: Field,
  isExact: boolean,
  into: Lengths,
): void {
  if (shape !== 1000 * width + count) setShape(width, count)
  for (let word = 0; word < 4; word++) rest[word + 1] = stones[word] as number
  dropShort(width)
  measureLeft(width, isExact, into)
  if (into.longest > DROPPED + 1) return
  for (let word = 0; word < 4; word++) left[word + 1] = stones[word] as number
  measureLeft(width, isExact, into)
}

/** `dropShort` drops no group that is longer. */
const DROPPED = 4

/**
 * Puts the groups of `rest` into `left`, but for most of the short ones. Twice it takes away all stones that have one neighbour
 * or none: of a short group nothing stays. Then it puts the neighbours of what has stayed back, twice.
 */
function dropShort(width: number): void {
  peel(rest, once, width)
  peel(once, twice, width)
  grow(twice, once, width)
  grow(once, left, width)
}

/** The stones of a set that have two neighbours or more. */
function peel(from: Int32Array, to: Int32Array, width: number): void {
  const back = 32 - width
  for (let word = 1; word < 5; word++) {
    const bits = from[word] as number
    const before = from[word - 1] as number
    const after = from[word + 1] as number
    const a = ((bits << 1) | (before >>> 31)) & (notFirst[word] as number)
    const b = ((bits >>> 1) | (after << 31)) & (notLast[word] as number)
    const c = (bits << width) | (before >>> back)
    const d = (bits >>> width) | (after << back)
    to[word] = bits & ((a & b) | (c & d) | ((a | b) & (c | d)))
  }
}

/** The stones of `rest` that are in a set or beside one of it. */
function grow(from: Int32Array, to: Int32Array, width: number): void {
  const back = 32 - width
  for (let word = 1; word < 5; word++) {
    const bits = from[word] as number
    const before = from[word - 1] as number
    const after = from[word + 1] as number
    const a = ((bits << 1) | (before >>> 31)) & (notFirst[word] as number)
    const b = ((bits >>> 1) | (after << 31)) & (notLast[word] as number)
    const c = (bits << width) | (before >>> back)
    const d = (bits >>> width) | (after << back)
    to[word] = (rest[word] as number) & (bits | a | b | c | d)
  }
}

/** Measures the groups of `left`, which is empty afterwards. */
function measureLeft(width: number, isExact: boolean, into: Lengths): void {
  into.longest = into.most = into.shorter = 0
  for (;;) {
    const l0 = left[1] as number
    const l1 = left[2] as number
    const l2 = left[3] as number
    const l3 = left[4] as number
    if ((l0 | l1 | l2 | l3) === 0) return
    let length = spread(left, lowestOf(l0, l1, l2, l3), width)
    const r0 = rest[1] as number
    const r1 = rest[2] as number
    const r2 = rest[3] as number
    const r3 = rest[4] as number
    left[1] = r0
    left[2] = r1
    left[3] = r2
    left[4] = r3
    // No two stones are further apart than twice the distance of the farthest stone from any one.
    const enough = into.longest - 1
    if (2 * length - 1 >= enough) {
      const size = bitsOf(l0 ^ r0) + bitsOf(l1 ^ r1) + bitsOf(l2 ^ r2) + bitsOf(l3 ^ r3)
      if (size >= enough && size > length) {
        rest[1] = l0 ^ r0
        rest[2] = l1 ^ r1
        rest[3] = l2 ^ r2
        rest[4] = l3 ^ r3
        length = isExact ? diameterOfRest(width) : spread(rest, farthest, width)
      }
    }
    if (length >= enough) note(into, length)
  }
}

/** The length of the group in `rest`. */
function diameterOfRest(width: number): number {
  once.set(rest)
  twice.set(rest)
  let longest = 0
  for (;;) {
    const [w0, w1, w2, w3] = [twice[1] as number, twice[2] as number, twice[3] as number, twice[4] as number]
    if ((w0 | w1 | w2 | w3) === 0) return longest
    const start = lowestOf(w0, w1, w2, w3)
    const word = (start >> 5) + 1
    twice[word] = (twice[word] as number) ^ (1 << start)
    longest = Math.max(longest, spread(once, start, width))
  }
}

function note(into: Lengths, length: number): void {
  const more = length - into.longest
  if (more === 0) into.most++
  else if (more === -1) into.shorter++
  else if (more > 0) {
    into.shorter = more === 1 ? into.most : 0
    into.most = 1
    into.longest = length
  }
}

function setShape(width: number, count: number): void {
  shape = 1000 * width + count
  notFirst.fill(0)
  notLast.fill(0)
  for (let i = 0; i < count; i++) {
    const [word, bit] = [(i >> 5) + 1, 1 << i]
    if (i % width > 0) notFirst[word] = (notFirst[word] as number) | bit
    if (i % width < width - 1) notLast[word] = (notLast[word] as number) | bit
  }
}

/** The lowest bit of four words of which one is not empty. */
const lowestOf = (w0: number, w1: number, w2: number, w3: number): number =>
  w0 !== 0 ? lowest(w0) : w1 !== 0 ? 32 + lowest(w1) : w2 !== 0 ? 64 + lowest(w2) : 96 + lowest(w3)

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits)

/** A stone that the last search reached last. */
let farthest = 0

/** Breadth-first from a stone: what it does not reach is put into `rest`; gives the number of fronts. */
function spread(set: Int32Array, start: number, width: number): number {
  const back = 32 - width
  const first0 = notFirst[1] as number
  const first1 = notFirst[2] as number
  const first2 = notFirst[3] as number
  const first3 = notFirst[4] as number
  const last0 = notLast[1] as number
  const last1 = notLast[2] as number
  const last2 = notLast[3] as number
  const last3 = notLast[4] as number
  const word = start >> 5
  const bit = 1 << start
  let f0 = word === 0 ? bit : 0
  let f1 = word === 1 ? bit : 0
  let f2 = word === 2 ? bit : 0
  let f3 = word === 3 ? bit : 0
  let r0 = (set[1] as number) & ~f0
  let r1 = (set[2] as number) & ~f1
  let r2 = (set[3] as number) & ~f2
  let r3 = (set[4] as number) & ~f3
  for (let length = 1; ; length++) {
    const n0 =
      r0 &
      (((f0 << 1) & first0) |
        (((f0 >>> 1) | (f1 << 31)) & last0) |
        (f0 << width) |
        ((f0 >>> width) | (f1 << back)))
    const n1 =
      r1 &
      ((((f1 << 1) | (f0 >>> 31)) & first1) |
        (((f1 >>> 1) | (f2 << 31)) & last1) |
        ((f1 << width) | (f0 >>> back)) |
        ((f1 >>> width) | (f2 << back)))
    const n2 =
      r2 &
      ((((f2 << 1) | (f1 >>> 31)) & first2) |
        (((f2 >>> 1) | (f3 << 31)) & last2) |
        ((f2 << width) | (f1 >>> back)) |
        ((f2 >>> width) | (f3 << back)))
    const n3 =
      r3 &
      ((((f3 << 1) | (f2 >>> 31)) & first3) |
        ((f3 >>> 1) & last3) |
        ((f3 << width) | (f2 >>> back)) |
        (f3 >>> width))
    if ((n0 | n1 | n2 | n3) === 0) {
      rest[1] = r0
      rest[2] = r1
      rest[3] = r2
      rest[4] = r3
      farthest = lowestOf(f0, f1, f2, f3)
      return length
    }
    r0 ^= n0
    r1 ^= n1
    r2 ^= n2
    r3 ^= n3
    f0 = n0
    f1 = n1
    f2 = n2
    f3 = n3
  }
}
