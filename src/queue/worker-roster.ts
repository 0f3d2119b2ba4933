import type { Redis } from 'ioredis'
import { recentlyUsed } from '../base/recently-used.ts'
import { realClock } from '../runner/clock.ts'
import { fastest } from './least-speed.ts'
import {
  asideKey,
  describeDifference,
  isSameRules,
  rulesKey,
  workerKey,
  WORKERS_KEY,
  type RulesVersion,
} from './queue-names.ts'
import { readCard, type WorkerCard } from './worker-card.ts'

export interface RosterOptions {
  readonly redis: Redis
  readonly rules: RulesVersion
  /** The address of Redis, for messages. */
  readonly shown: string
  readonly say: (line: string) => void
  /** Called when the number of places has changed. */
  readonly onPlaces: () => void
  /** Called once for each worker that is set aside. */
  readonly onAside: (worker: string) => void
}

/** A worker as a run sees it: it is there, or was set aside. */
export interface KnownWorker {
  readonly card: WorkerCard
  /** Why it is set aside, if it is. */
  readonly aside: string | undefined
  /** Matches that it did not play to their end. */
  readonly failures: number
}

/** A worker that fails so many matches in a row is set aside. */
const MOST_FAILURES = 3

/** Workers that left after they were set aside, and are still shown. */
const MOST_ASIDE = 20

/** A worker that starts together with the run needs a moment. */
const MEET_MS = 2000
/** How long a worker can read why it is set aside. */
const ASIDE_MS = 3_600_000

/** The workers that a run knows: their cards, which of them are set aside, how many matches they play at once. */
export class WorkerRoster {
  readonly #options: RosterOptions
  /** Why each of them is set aside. */
  readonly #aside = new Map<string, string>()
  readonly #names = new Map<string, string>()
  /** How many matches in a row a worker failed to play. */
  readonly #failures = new Map<string, number>()
  /** How many it failed to play, and lost, in all. */
  readonly #faults = new Map<string, number>()
  #cards: readonly WorkerCard[] = []
  /** The cards of workers that are set aside, the oldest first. */
  readonly #asideCards = recentlyUsed<string, WorkerCard>(MOST_ASIDE)
  readonly #began = realClock.now()
  #usable: readonly WorkerCard[] = []
  #places = 0
  #isWaiting = false
  #isTooSlow = false
  #isAlone = false
  /** Workers of runs that have other rules, as said. */
  readonly #others = new Set<string>()

  constructor(options: RosterOptions) {
    this.#options = options
  }

  /** The workers that are there and not set aside. */
  get usable(): readonly WorkerCard[] {
    return this.#usable
  }

  /** All workers that are there, and those that were set aside lately: they have left, but the organiser must see why. */
  known(): readonly KnownWorker[] {
    const gone = [...this.#asideCards.values()].filter(
      ({ id }) => !this.#cards.some((card) => card.id === id),
    )
    return [...this.#cards, ...gone].map((card) => ({
      card,
      aside: this.#aside.get(card.id),
      failures: this.#faults.get(card.id) ?? 0,
    }))
  }

  /** How many matches they play at once. */
  get places(): number {
    return this.#places
  }

  /** The name on its card. */
  nameOf(worker: string): string {
    return this.#names.get(worker) ?? worker
  }

  isAside(worker: string): boolean {
    return this.#aside.has(worker)
  }

  /** Reads the cards of all workers. */
  async meet(): Promise<void> {
    const cards: WorkerCard[] = []
    const { onPlaces } = this.#options
    for (const card of await this.#readCards()) {
      this.#names.set(card.id, card.name)
      if (!(await this.#isOfOthers(card))) cards.push(card)
    }
    this.#cards = cards
    for (const card of cards) if (this.#aside.has(card.id)) this.#asideCards.set(card.id, card)
    this.#usable = cards.filter(({ id }) => !this.#aside.has(id))
    const places = this.#usable.reduce((sum, { matchesAtOnce }) => sum + matchesAtOnce, 0)
    if (this.#usable.length > 1) this.#isAlone = false
    this.#tellWaiting(places === 0)
    if (places === this.#places) return
    this.#places = places
    onPlaces()
  }

  /** Whether it has other rules and plays for a run that has them. If it has other rules and plays for none, it is set aside. */
  async #isOfOthers({ id, name, rules: theirs }: WorkerCard): Promise<boolean> {
    const { redis, rules, say } = this.#options
    if (isSameRules(theirs, rules) || this.#aside.has(id)) return false
    const difference = `it has ${describeDifference(theirs, rules)}`
    if ((await redis.exists(rulesKey(theirs))) === 0) {
      this.setAside(id, difference)
      return false
    }
    if (!this.#others.has(id)) say(`Worker ${name} plays for others: ${difference}`)
    this.#others.add(id)
    return true
  }

  async #readCards(): Promise<readonly WorkerCard[]> {
    const { redis } = this.#options
    const ids = await redis.smembers(WORKERS_KEY)
    const texts = ids.length === 0 ? [] : await redis.mget(ids.map(workerKey))
    const cards: WorkerCard[] = []
    for (const [at, text] of texts.entries()) {
      const card = text === null ? undefined : readCard(text)
      if (card !== undefined) cards.push(card)
      else await redis.srem(WORKERS_KEY, ids[at] ?? '')
    }
    return cards
  }

  #tellWaiting(isWaiting: boolean): void {
    const { shown, say } = this.#options
    if (isWaiting && (this.#isWaiting || realClock.now() - this.#began < MEET_MS)) return
    this.#isWaiting = isWaiting
    if (isWaiting)
      say(
        `Waiting for workers: none is at ${shown} that can play (gamegrid worker --queue ${shown} starts one; for an arena with --arena and a key, as docs/scaling.md shows)`,
      )
  }

  /** A match should be played on a second worker, and there is none. */
  tellAlone(): void {
    if (!this.#isAlone) this.#options.say('No second looks now: there is only one worker')
    this.#isAlone = true
  }

  /** `needed`: the speed of timed matches that wait and that no worker here may play; undefined if there are none. */
  tellTooSlow(needed: number | undefined): void {
    const isTooSlow = needed !== undefined && this.#usable.length > 0
    if (isTooSlow && !this.#isTooSlow)
      this.#options.say(
        `Waiting for a faster worker: timed matches need speed ${needed} (--min-speed), and the fastest of ${this.#usable.length} has ${fastest(this.#usable)}`,
      )
    this.#isTooSlow = isTooSlow
  }

  /** The run accepts nothing more from this worker. The worker reads why, and leaves. */
  setAside(worker: string, why: string): void {
    if (this.#aside.has(worker)) return
    this.#aside.set(worker, why)
    const card = this.#cards.find(({ id }) => id === worker)
    if (card) this.#asideCards.set(worker, card)
    const { say, redis, onAside } = this.#options
    say(`Worker ${this.nameOf(worker)} is set aside: ${why}`)
    void redis.set(asideKey(worker), why, 'PX', ASIDE_MS).catch(() => {})
    onAside(worker)
  }

  /** Counts a match that the worker did not play to its end. */
  count(worker: string): void {
    this.#faults.set(worker, (this.#faults.get(worker) ?? 0) + 1)
  }

  /** The worker has played a match. */
  praise(worker: string): void {
    this.#failures.delete(worker)
  }

  /** The worker failed to play a match. */
  blame(worker: string, why: string): void {
    this.count(worker)
    const failures = (this.#failures.get(worker) ?? 0) + 1
    this.#failures.set(worker, failures)
    if (failures >= MOST_FAILURES)
      this.setAside(worker, `it failed to play ${failures} matches in a row: ${why}`)
  }
}
