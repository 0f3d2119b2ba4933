import { randomInt } from 'node:crypto'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import type { Openings } from '../runner/openings.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'
import { nextPair, WINDOW, type NextPair } from '../tournament/next-pair.ts'
import type { Arena } from './arena.ts'
import { ladderPlaces, type LadderTerms } from './ladder-terms.ts'
import { keyOf } from './ladder-results.ts'
import type { LadderField, Ladders } from './ladder.ts'
import { isCalledByLadder } from './match-queues.ts'
import { readCalledPlayer } from './read-player.ts'
import { openSetbacks } from './setbacks.ts'
import { tellsPosition } from './tells-position.ts'

export interface MatchmakerOptions {
  readonly arena: Arena
  readonly ladders: Pick<Ladders, 'field'>
  readonly terms: Pick<LadderTerms, 'share' | 'onChange'>
  readonly openings: Pick<Openings, 'draw'>
  /** The ladder goes on after a pause. */
  onFailure(error: unknown): void
  /** Once no version is new, a bot is called at most about once in this time. A minute unless told. */
  readonly restMs?: number
}

/** Calls bots to rated matches for ever: two with swapped sides at a time, within the share of the machine. */
export type Matchmaker = AsyncDisposable

/** A pair that may be called, and what it takes. */
interface Choice {
  readonly challenge: Challenge
  readonly field: LadderField
  readonly pair: NextPair
}

/**
 * Whether a match can hold a place that a ladder waits for: one for programs, or one on a worker. Matches of HTTP players cannot,
 * and an arena may play hundreds of them in a second.
 */
const canHoldPlace = ({ players }: MatchRow): boolean =>
  players.some((player) => player?.kind === 'bot') || players.every((player) => player?.kind === 'house')

/** How long the matchmaker waits when the server failed, or the disk is short of room. */
const RETRY_MS = 10_000

export function openMatchmaker(options: MatchmakerOptions): Matchmaker {
  const { arena, ladders, terms, openings, restMs = 60_000 } = options
  const { store, clock } = arena
  const setbacks = openSetbacks(clock)
  /** Matches of ladders that wait or run. */
  const unfinished = new Set(
    store.unfinishedMatches().flatMap((row) => (isCalledByLadder(row) ? [row.id] : [])),
  )
  /** By challenge: for which teams the last pairs were called. */
  const called = new Map<string, number[]>()
  /** By challenge: how many pairs it has had for each of its bots. The one that has had least is next. */
  const turns = new Map<string, number>()
  /** By challenge: when the next pair may be called though no version is new. */
  const rests = new Map<string, number>()
  let isStopped = false
  let bell = deferred()

  const wake = (): void => bell.resolve()

  const leaves = [
    arena.onMatch((row) => {
      if (isCalledByLadder(row)) note(row)
      if (canHoldPlace(row)) wake()
    }),
    terms.onChange(() => {
      arena.shareChanged()
      wake()
    }),
    store.watch(['version-judged'], wake),
  ]

  function note(row: MatchRow): void {
    if (row.status !== 'over') return void unfinished.add(row.id)
    unfinished.delete(row.id)
    const bots = row.players.flatMap((player) => (player?.kind === 'bot' ? [keyOf(player) ?? ''] : []))
    if (row.void) setbacks.add(bots)
    else setbacks.clear(bots)
  }

  const mayCall = (): boolean =>
    !isStopped &&
    unfinished.size < ladderPlaces(terms.share, arena.programPlaces) &&
    !arena.isProgramWanted &&
    arena.room().ok

  /** The next pair of the ladder that has had least; undefined if all of them rest. */
  async function choose(): Promise<Choice | undefined> {
    for (const { challenge, bots } of laddersInTurn()) {
      const field = await ladders.field(challenge)
      const pair = nextPair({
        players: field.players.filter(({ id }) => !setbacks.isPutOff(id)),
        meetings: field.meetings,
        called: called.get(challenge.id) ?? [],
      })
      if (!pair || (!pair.isNew && isResting(challenge))) continue
      if (!pair.isNew) rests.set(challenge.id, clock.now() + restMs / bots)
      turns.set(challenge.id, (turns.get(challenge.id) ?? 0) + 1 / bots)
      return { challenge, field, pair }
    }
    return undefined
  }

  /** The ladders with bots, that which has had least first. A ladder that is new does not make up for the time before. */
  function laddersInTurn(): readonly { readonly challenge: Challenge; readonly bots: number }[] {
    const ladders = CHALLENGES.flatMap((challenge) => {
      const bots = store.ladderBots(challenge.id).length
      if (bots === 0) turns.delete(challenge.id)
      return bots === 0 ? [] : [{ challenge, bots }]
    })
    const least = turns.size === 0 ? 0 : Math.min(...turns.values())
    for (const { challenge } of ladders) if (!turns.has(challenge.id)) turns.set(challenge.id, least)
    const turnOf = ({ id }: Challenge): number => turns.get(id) ?? least
    return ladders.toSorted((a, b) => turnOf(a.challenge) - turnOf(b.challenge))
  }

  const isResting = ({ id }: Challenge): boolean => (rests.get(id) ?? 0) > clock.now()

  const isStillHere = (player: MatchPlayer): boolean =>
    player.kind !== 'bot' || store.ladderEnrolment(player.bot) !== undefined

  /** Both matches are created in the same turn of the event loop, so the log has both or neither. */
  async function call({ challenge, field, pair }: Choice): Promise<void> {
    const seed = randomInt(2 ** 47)
    const players = pair.players.map(({ id }) => must(readCalledPlayer(id, challenge.id, store)))
    const [first, second] = players as [MatchPlayer, MatchPlayer]
    const settings = players.every((player) => tellsPosition(player, challenge, store))
      ? await openings.draw(challenge.game, challenge.game.presets[challenge.preset] ?? {}, seed)
      : undefined
    // Meanwhile a person may have started a match, or a team may have taken its bot out.
    if (!mayCall() || !players.every(isStillHere)) return
    const common = { challenge: challenge.id, origin: 'ladder', seed, ...(settings && { settings }) } as const
    const rows = [must(arena.create({ ...common, players: [first, second] }))]
    rows.push(must(arena.create({ ...common, players: [second, first] })))
    for (const row of rows) {
      unfinished.add(row.id)
      field.add(row)
    }
    const teams = called.get(challenge.id) ?? []
    called.set(challenge.id, [...teams, pair.team].slice(-WINDOW))
  }

  /** Calls pairs until there is nothing to call. Returns when to look again. */
  async function callAll(): Promise<number> {
    while (mayCall()) {
      const choice = await choose()
      if (!choice)
        return Math.min(setbacks.next(), ...[...rests.values()].filter((time) => time > clock.now()))
      await call(choice)
    }
    return arena.room().ok ? Infinity : clock.now() + RETRY_MS
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      bell = deferred()
      const again = await callAll().catch((error: unknown) => {
        if (!isStopped) options.onFailure(error)
        return clock.now() + RETRY_MS
      })
      const cancel = clock.at(again, wake)
      await bell.promise
      cancel()
    }
  }

  const working = work()

  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      for (const leave of leaves) leave()
      wake()
      await working
    },
  }
}
