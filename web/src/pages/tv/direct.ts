import type { TournamentStatus } from '../../../../src/api/tournaments.ts'
import { FINAL, SEMI_FINAL } from './stakes.ts'

/** What the projector shows at a time. The id tells scenes apart: the same id is the same picture. */
export type Scene =
  | { readonly id: 'boards'; readonly kind: 'boards'; readonly slots: readonly Slot[] }
  | {
      readonly id: `replay ${number}`
      readonly kind: 'replay'
      readonly match: number
      readonly words?: string
    }
  | { readonly id: `standings ${number}`; readonly kind: 'standings'; readonly page: number }
  | { readonly id: `bracket ${number}`; readonly kind: 'bracket'; readonly part: number }
  | { readonly id: `slide ${string}`; readonly kind: 'slide'; readonly url: string; readonly name: string }
  | { readonly id: 'join'; readonly kind: 'join' }
  | { readonly id: 'podium'; readonly kind: 'podium' }
  | { readonly id: 'wait'; readonly kind: 'wait' }

/** A place in the grid of boards. */
export interface Slot {
  readonly match: number
  /** Since when its match is over. */
  readonly endedAt?: number
}

/** All that decides what is on air. */
export interface Facts {
  /** Of the contest that is followed; undefined if there is none. */
  readonly status: TournamentStatus | undefined
  readonly canJoin: boolean
  /** Matches that are being played. */
  readonly playing: readonly { readonly match: number; readonly rank: number }[]
  /** Finished matches to show again, the best first. */
  readonly replays: readonly { readonly match: number; readonly words?: string }[]
  /** How many pages the standings have; 0 if there are none. */
  readonly standings: number
  /** The parts of the bracket that are worth showing. */
  readonly brackets: readonly number[]
  readonly slides: readonly { readonly name: string; readonly url: string }[]
}

/** What is on air, and what was. Times are milliseconds of any monotonic clock. */
export interface OnAir {
  readonly scene: Scene
  readonly since: number
  /** Scenes by their ids, and matches, with the time when they were last shown. */
  readonly shown: ReadonlyMap<string, number>
  /** The scenes before, the newest last. */
  readonly past: readonly Scene[]
}

/** How long a result stays on the board of its match. */
const RESULT_MS = 8_000
const MOST_BOARDS = 6
/** The most important matches are always shown; the other places of the grid go round. */
const FIXED_BOARDS = 2
/** So many scenes can be gone back to. */
const MOST_PAST = 20
/** What was shown is forgotten after this time, so that hours of matches need no more memory than minutes. */
const FORGET_MS = 30 * 60_000

/** Milliseconds that each kind of scene stays, where the address says 20 seconds. */
const STAYS: Readonly<Record<Scene['kind'], number>> = {
  boards: 20_000,
  replay: 14_000,
  standings: 12_000,
  bracket: 14_000,
  slide: 8_000,
  join: 12_000,
  podium: 20_000,
  wait: 10_000,
}

/**
 * What is on air now. Boards and other scenes take turns; while a final is played, it is the only scene. A finished match is
 * never left on the screen: after its result could be read, its place goes to another match, or another scene comes.
 * `pace` is 1 for the usual times, 0.5 for half of them.
 */
export function direct(air: OnAir | undefined, facts: Facts, now: number, pace = 1): OnAir {
  if (air === undefined) return take({ scene: WAIT, since: now, shown: new Map(), past: [] }, facts, now)
  const { scene, since } = air
  if (scene.kind !== 'boards') {
    const isLate = now - since >= STAYS[scene.kind] * pace
    const isCut = finalOf(facts) !== undefined || (scene.kind === 'wait' && facts.playing.length > 0)
    return isLate || isCut || !isPossible(scene, facts) ? goOn(air, facts, now) : air
  }
  const slots = fill(scene.slots, facts, now, RESULT_MS * Math.min(1, pace))
  const isOver = slots === undefined || now - since >= STAYS.boards * pace
  const isCut = hasOther(scene.slots, finalOf(facts))
  if (slots === undefined || isCut) return goOn(air, facts, now)
  // A result is read to its end.
  if (isOver && slots.every(({ endedAt }) => endedAt === undefined))
    return goOn(withSlots(air, slots), facts, now)
  return withSlots(air, slots)
}

/** While a person holds the picture: only what is over is noted. */
export function hold(air: OnAir, facts: Facts, now: number): OnAir {
  return air.scene.kind === 'boards' ? withSlots(air, noteEnds(air.scene.slots, facts, now)) : air
}

/** The next scene. */
export function goOn(air: OnAir, facts: Facts, now: number): OnAir {
  const { scene } = air
  const next = take(air, facts, now)
  if (sameBoards(next.scene, scene)) return { ...next, scene, past: air.past }
  return { ...next, past: [...air.past, scene].slice(-MOST_PAST) }
}

/** The scene before; the same if there was none that can still be shown. */
export function goBack(air: OnAir, facts: Facts, now: number): OnAir {
  const index = air.past.findLastIndex((scene) => isPossible(scene, facts))
  const scene = air.past[index]
  if (scene === undefined) return air
  return { ...air, ...put(air, scene, facts, now), past: air.past.slice(0, index) }
}

const WAIT: Scene = { id: 'wait', kind: 'wait' }
const BOARDS: Scene = { id: 'boards', kind: 'boards', slots: [] }

function take(air: OnAir, facts: Facts, now: number): OnAir {
  const { scene } = air
  const mains = mainScenes(facts)
  const others = otherScenes(facts, air.shown)
  const isMain = mains.some(({ id }) => id === scene.id)
  const choice = mains.length === 0 || (isMain && others.length > 0) ? others : mains
  const next = leastRecent(choice, new Map([...air.shown, [scene.id, now]])) ?? WAIT
  return { ...air, ...put(air, next, facts, now) }
}

/** Puts a scene on air and notes what leaves it. */
function put({ scene: left, shown }: OnAir, scene: Scene, facts: Facts, now: number): Omit<OnAir, 'past'> {
  const names = [left.id, ...(left.kind === 'boards' ? left.slots.map(({ match }) => `match ${match}`) : [])]
  const noted = new Map([
    ...[...shown].filter(([, at]) => now - at < FORGET_MS),
    ...names.map((name) => [name, now] as const),
  ])
  return {
    scene: scene.kind === 'boards' ? { ...scene, slots: compose(facts, noted) } : scene,
    since: now,
    shown: noted,
  }
}

/** The scenes that come back after every other one. */
function mainScenes({ playing, status, canJoin }: Facts): readonly Scene[] {
  if (playing.length > 0) return [BOARDS]
  if (status === 'over') return [{ id: 'podium', kind: 'podium' }]
  return canJoin ? [{ id: 'join', kind: 'join' }] : []
}

/** The scenes between them. */
function otherScenes(facts: Facts, shown: OnAir['shown']): readonly Scene[] {
  const { status, playing, replays, standings, brackets, slides, canJoin } = facts
  if (finalOf(facts) !== undefined) return []
  const isPlaying = playing.length > 0
  const scenes: readonly Scene[] = [
    ...(canJoin && isPlaying ? [{ id: 'join', kind: 'join' } as const] : []),
    ...(status === 'over' && isPlaying ? [{ id: 'podium', kind: 'podium' } as const] : []),
    ...replays
      .map(({ match, words }) => ({
        id: `replay ${match}` as const,
        kind: 'replay' as const,
        match,
        ...(words !== undefined && { words }),
      }))
      // Beside live boards a replay is shown once.
      .filter(({ id }) => !isPlaying || !shown.has(id)),
    ...Array.from({ length: standings }, (_, page) => ({
      id: `standings ${page}` as const,
      kind: 'standings' as const,
      page,
    })),
    ...brackets.map((part) => ({ id: `bracket ${part}` as const, kind: 'bracket' as const, part })),
    ...slides.map((slide) => ({ id: `slide ${slide.name}` as const, kind: 'slide' as const, ...slide })),
  ]
  const needsWait = !isPlaying && status !== 'over' && !canJoin
  return needsWait ? [...scenes, WAIT] : scenes
}

function isPossible(scene: Scene, facts: Facts): boolean {
  switch (scene.kind) {
    case 'boards':
      return facts.playing.length > 0
    case 'replay':
      return true
    case 'standings':
      return scene.page < facts.standings
    case 'bracket':
      return facts.brackets.includes(scene.part)
    case 'slide':
      return facts.slides.some(({ url }) => url === scene.url)
    case 'join':
      return facts.canJoin
    case 'podium':
      return facts.status === 'over'
    case 'wait':
      return facts.status !== 'over'
  }
}

/** The matches for the grid: a final alone, semi-finals alone, otherwise the most important and then those not shown for long. */
function compose({ playing }: Facts, shown: OnAir['shown']): readonly Slot[] {
  const ranked = playing.toSorted((a, b) => b.rank - a.rank)
  const top = ranked[0]?.rank ?? 0
  if (top >= FINAL) return ranked.slice(0, 1).map(({ match }) => ({ match }))
  const wanted = top >= SEMI_FINAL ? ranked.filter(({ rank }) => rank >= SEMI_FINAL) : ranked
  const fixed = wanted.slice(0, FIXED_BOARDS)
  const others = wanted
    .slice(FIXED_BOARDS)
    .toSorted((a, b) => lastShown(a.match, shown) - lastShown(b.match, shown))
  return [...fixed, ...others].slice(0, MOST_BOARDS).map(({ match }) => ({ match }))
}

const lastShown = (match: number, shown: OnAir['shown']): number => shown.get(`match ${match}`) ?? NEVER

/** The slots with matches that ended replaced after their results were shown; undefined if there is none to replace them. */
function fill(
  slots: readonly Slot[],
  facts: Facts,
  now: number,
  resultMs: number,
): readonly Slot[] | undefined {
  const noted = noteEnds(slots, facts, now)
  const spare = facts.playing
    .filter(({ match }) => !slots.some((slot) => slot.match === match))
    .toSorted((a, b) => b.rank - a.rank)
  const filled = noted.map((slot) => {
    if (slot.endedAt === undefined || now - slot.endedAt < resultMs) return slot
    const next = spare.shift()
    return next && { match: next.match }
  })
  return filled.every((slot) => slot !== undefined) ? filled : undefined
}

function noteEnds(slots: readonly Slot[], { playing }: Facts, now: number): readonly Slot[] {
  const running = new Set(playing.map(({ match }) => match))
  const isNew = slots.some(({ match, endedAt }) => endedAt === undefined && !running.has(match))
  if (!isNew) return slots
  return slots.map((slot) =>
    slot.endedAt === undefined && !running.has(slot.match) ? { ...slot, endedAt: now } : slot,
  )
}

const finalOf = ({ playing }: Facts): number | undefined => playing.find(({ rank }) => rank >= FINAL)?.match

const hasOther = (slots: readonly Slot[], final: number | undefined): boolean =>
  final !== undefined && !slots.some(({ match }) => match === final)

const withSlots = (air: OnAir, slots: readonly Slot[]): OnAir =>
  air.scene.kind === 'boards' && !isSame(air.scene.slots, slots)
    ? { ...air, scene: { ...air.scene, slots } }
    : air

const isSame = (one: readonly Slot[], other: readonly Slot[]): boolean =>
  one.length === other.length &&
  one.every(({ match, endedAt }, at) => match === other[at]?.match && endedAt === other[at]?.endedAt)

/** Whether both show the same running matches, in whatever order: boards do not change places. */
const sameBoards = (one: Scene, other: Scene): boolean =>
  one.kind === 'boards' &&
  other.kind === 'boards' &&
  one.slots.length === other.slots.length &&
  one.slots.every(({ match }) =>
    other.slots.some((slot) => slot.match === match && slot.endedAt === undefined),
  )

/** What was never shown comes first, in the given order. */
const leastRecent = (scenes: readonly Scene[], shown: OnAir['shown']): Scene | undefined =>
  scenes.toSorted((a, b) => (shown.get(a.id) ?? NEVER) - (shown.get(b.id) ?? NEVER))[0]

const NEVER = -1
