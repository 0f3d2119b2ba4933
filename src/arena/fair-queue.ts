import { openRoundRobin, type RoundRobin } from '../base/round-robin.ts'

/** Work that holds a place while it runs: a match against a house brain, a match of programs, a build with its trial. */
export interface Work {
  /** The team that it is done for, or whatever else stands for one. */
  readonly owner: string
  /** Contests go first. */
  readonly hasPriority: boolean
  run(): Promise<unknown>
}

export interface FairQueueOptions {
  /** Work that runs at once. */
  readonly places: number
  /** Places that only contests take. */
  readonly reserved?: number
  /** Places that one owner may hold at once, contests apart. */
  readonly each?: number
  /** Nothing is begun before what this gives resolves; it is asked each time that work could begin. */
  readonly until?: () => Promise<unknown> | undefined
}

/** Shares places by owner, not by arrival: contests first, then one of each owner in turn. */
export interface FairQueue {
  /** Work that waits for a place. */
  readonly waiting: number
  /** Work of this owner that waits. */
  waitingOf(owner: string): number
  /** Work of this owner that runs, contests apart. */
  runningOf(owner: string): number
  /** Runs it as soon as there is a place. */
  add(work: Work): void
  /** Takes work out that still waits; false when it does not. */
  cancel(work: Work): boolean
  /** Begins nothing more. */
  stop(): void
}

export function openFairQueue({ places, reserved = 0, each = Infinity, until }: FairQueueOptions): FairQueue {
  const urgent = openRoundRobin<Work>()
  const others = openRoundRobin<Work>()
  const held = new Map<string, number>()
  let running = 0
  let runningOthers = 0
  let isStopped = false
  let isHeld = false

  const queueOf = ({ hasPriority }: Work): RoundRobin<Work> => (hasPriority ? urgent : others)
  const heldBy = (owner: string): number => held.get(owner) ?? 0

  function next(): Work | undefined {
    if (isStopped || running >= places) return undefined
    const tournament = urgent.shift()
    if (tournament || runningOthers >= places - reserved) return tournament
    return others.shift((owner) => heldBy(owner) < each)
  }

  function hold({ owner, hasPriority }: Work, change: 1 | -1): void {
    running += change
    if (hasPriority) return
    runningOthers += change
    const left = heldBy(owner) + change
    if (left === 0) held.delete(owner)
    else held.set(owner, left)
  }

  function admit(): void {
    if (isHeld || isStopped) return
    const wait = until?.()
    if (wait) return void admitAfter(wait)
    for (let work = next(); work; work = next()) begin(work)
  }

  async function admitAfter(wait: Promise<unknown>): Promise<void> {
    isHeld = true
    await wait
    isHeld = false
    admit()
  }

  function begin(work: Work): void {
    hold(work, 1)
    const end = (): void => {
      hold(work, -1)
      admit()
    }
    void work.run().then(end, end)
  }

  return {
    get waiting() {
      return urgent.size + others.size
    },
    waitingOf: (owner) => urgent.sizeOf(owner) + others.sizeOf(owner),
    runningOf: heldBy,
    add(work) {
      queueOf(work).push(work.owner, work)
      admit()
    },
    cancel: (work) => queueOf(work).remove((other) => other === work) !== undefined,
    stop() {
      isStopped = true
    },
  }
}
