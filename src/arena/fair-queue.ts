import { openRoundRobin, type RoundRobin } from '../base/round-robin.ts'

/** Work that holds a place while it runs: a match against a house brain, a match of programs, a build with its trial. */
export interface Work {
  /** The team that it counts for, or an address. */
  readonly owner: string
  /** Goes before all work without priority: matches of tournaments, and those that an organiser starts. */
  readonly hasPriority: boolean
  /** Begins only while nothing else waits: matches that a standing ladder calls. */
  readonly isBackground?: boolean
  run(): Promise<unknown>
}

export interface FairQueueOptions {
  /** Work that runs at the same time. */
  readonly places: number
  /** Places that only work with priority takes. */
  readonly reserved?: number
  /** Places that one owner may hold at a time, work with priority not counted. */
  readonly each?: number
  /** Read instead of these three where the numbers change over time. Call `admit` after a change. */
  readonly shares?: () => Required<Pick<FairQueueOptions, 'places' | 'reserved' | 'each'>>
  /**
   * Places that background work may hold at a time. The reserved places are among them, so that it takes as few as
   * possible of those that other work can use.
   */
  readonly background?: () => number
  /** Called each time work could begin: nothing begins before the promise that it gives resolves. */
  readonly until?: () => Promise<unknown> | undefined
}

/** Shares places by owner, not by arrival: work with priority first, then the owners in turn (round robin). */
export interface FairQueue {
  /** Work that waits for a place, background work not counted. */
  readonly waiting: number
  /** Work of this owner that waits. */
  waitingOf(owner: string): number
  /** Work of this owner that runs, work with priority not counted. */
  runningOf(owner: string): number
  /** Runs it as soon as there is a place. */
  add(work: Work): void
  /** Removes work that still waits; false if it does not wait any more. */
  cancel(work: Work): boolean
  /** Begins what may begin now. To be called when `background` or `shares` give other numbers. */
  admit(): void
  /** Begins nothing more. */
  stop(): void
}

export function openFairQueue({
  places,
  reserved = 0,
  each = Infinity,
  shares = () => ({ places, reserved, each }),
  background = () => Infinity,
  until,
}: FairQueueOptions): FairQueue {
  const prior = openRoundRobin<Work>()
  const others = openRoundRobin<Work>()
  const behind = openRoundRobin<Work>()
  const held = new Map<string, number>()
  let running = 0
  let runningOthers = 0
  let runningBehind = 0
  let isStopped = false
  /** Waits for `until`. */
  let isPaused = false

  const queueOf = ({ hasPriority, isBackground }: Work): RoundRobin<Work> =>
    hasPriority ? prior : isBackground ? behind : others
  const heldBy = (owner: string): number => held.get(owner) ?? 0

  function next(): Work | undefined {
    if (isStopped || running >= shares().places) return undefined
    const first = prior.shift() ?? nextOther()
    if (first || others.size > 0 || runningBehind >= background()) return first
    return behind.shift()
  }

  function nextOther(): Work | undefined {
    const { places: all, reserved: kept, each: most } = shares()
    return runningOthers >= all - kept ? undefined : others.shift((owner) => heldBy(owner) < most)
  }

  function hold({ owner, hasPriority, isBackground }: Work, change: 1 | -1): void {
    running += change
    if (hasPriority) return
    if (isBackground) return void (runningBehind += change)
    runningOthers += change
    const left = heldBy(owner) + change
    if (left === 0) held.delete(owner)
    else held.set(owner, left)
  }

  function admit(): void {
    if (isPaused || isStopped) return
    const wait = until?.()
    if (wait) return void admitAfter(wait)
    for (let work = next(); work; work = next()) begin(work)
  }

  async function admitAfter(wait: Promise<unknown>): Promise<void> {
    isPaused = true
    await wait
    isPaused = false
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
      return prior.size + others.size
    },
    waitingOf: (owner) => prior.sizeOf(owner) + others.sizeOf(owner),
    runningOf: heldBy,
    add(work) {
      queueOf(work).push(work.owner, work)
      admit()
    },
    admit,
    cancel: (work) => queueOf(work).remove((other) => other === work) !== undefined,
    stop() {
      isStopped = true
    },
  }
}
