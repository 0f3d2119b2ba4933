import { must } from '../base/result.ts'
import type { Openings } from '../runner/openings.ts'
import type { GrantedTime, LogEntry, MatchPlayer, MatchRow, Store, TournamentRow } from '../store/store.ts'
import { ledgerEntryOf } from '../tournament-runner/ledger-entry-of.ts'
import { formatLedgerEntry, type LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import {
  drawPairingOpening,
  settingsWith,
  type PairingOpening,
} from '../tournament-runner/pairing-opening.ts'
import { voidEntry } from '../tournament-runner/play-pairing.ts'
import { runTournament, type Attempt } from '../tournament-runner/run-tournament.ts'
import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { isFinalStage } from '../tournament/is-final-stage.ts'
import type { Course } from '../tournament/course.ts'
import type { Pairing } from '../tournament/tournament.ts'
import type { Arena } from './arena.ts'
import { absenceEntry } from './absence-entry.ts'
import { openMatchCalls, type Absent, type Call } from './match-calls.ts'
import type { NewMatch } from './new-match.ts'
import type { Presence } from './presence.ts'
import { openSeatWatch } from './seat-watch.ts'
import { readCalledPlayer } from './read-player.ts'
import { tellsPosition } from './tells-position.ts'
import { planOf } from './tournament-plan.ts'
import { untilOver } from './until-over.ts'

export interface AbsentTeam extends Absent {
  readonly player: number | undefined
}

/** A tournament of the arena whose matches are being played. */
export interface TournamentPlay {
  readonly course: Course
  /** Calls no more matches; those that run are played to their end. */
  pause(): void
  readonly isPausing: () => boolean
  /** The matches of this entrant that have not begun are lost: nothing waits for them any more. */
  forfeit(entrant: string): void
  /** The plan has changed, a round was called, or a team has come. */
  look(): void
  absent(): readonly AbsentTeam[]
  /** Waits longer for an absent entrant, or for all of them. Until when, which the plan must have from now on; none if no match waits. */
  extend(entrant: string | undefined, ms: number): readonly GrantedTime[]
  /** Ends at once, and leaves its matches running: they are taken up when the tournament is played on. */
  leave(): void
  /** Resolves when its last match has ended; if none is left, the log says that the tournament is over. */
  readonly end: Promise<void>
}

/** An entry of the log that belongs to a tournament. */
export type TournamentEntry = Extract<LogEntry, { readonly tournament: number }>

export interface TournamentHost {
  readonly arena: Arena
  readonly append: (entry: TournamentEntry) => void
  readonly openings: Pick<Openings, 'draw'>
  /** Which teams are there; without it, all are. */
  readonly presence: Presence | undefined
  /** The list of absent entrants has changed. */
  readonly onAbsent: (tournament: number) => void
  /** Ends every tournament; their matches have no result. */
  readonly signal: AbortSignal
}

/** Matches that are taken up at once, whether they run or wait for an entrant that plays: as many as the plan lets run, or more. */
const LEAST_TAKEN = 16
/** Matches may wait for absent entrants or later rounds in any number, up to this. */
const MOST_HELD_BACK = 2000

/** Plays what is left of a tournament: each match is a match of the arena like all others. */
export function playTournament(
  { arena, append, openings, presence, onAbsent, signal: closed }: TournamentHost,
  { id }: TournamentRow,
  spec: TournamentSpec,
  course: Course,
): TournamentPlay {
  const { store, clock } = arena
  const pausing = new AbortController()
  const leaving = new AbortController()
  const signal = AbortSignal.any([closed, leaving.signal])
  const now = (): number => clock.date().getTime()
  const plan = () => planOf(store.tournamentPlan(id))
  const teams = new Map(
    spec.entrants.flatMap(({ name, bot }) =>
      bot.startsWith('player:') ? [[name, Number(bot.slice('player:'.length))] as const] : [],
    ),
  )
  let takeMore = (): void => {}
  const seats = openSeatWatch({
    arena,
    presence,
    teams,
    startUpMs: spec.rules.startUpMs,
    waitsForTeams: () => plan().absentMs !== undefined,
  })

  const calls = openMatchCalls({
    plan,
    calledRound: () => store.calledRound(id),
    isHere: (entrant) => {
      const team = teams.get(entrant)
      return team === undefined || presence === undefined || presence.canBeCalled(team, now())
    },
    leastAbsentMs: seats.leastAbsentMs,
    now,
    passed: () => clock.now(),
    wakeIn: (ms, callback) => clock.at(clock.now() + ms, callback),
    onChange() {
      onAbsent(id)
      queueMicrotask(() => takeMore())
    },
  })

  /** Why a match of these players is not played: the server closes, or one of them was withdrawn. */
  function dropped({ players }: Pairing): Attempt<LedgerEntry> | undefined {
    if (signal.aborted) return { kind: 'aborted' }
    const isForfeited = store.withdrawals(id).some(({ entrant }) => players.includes(entrant))
    return isForfeited ? { kind: 'forfeited' } : undefined
  }

  /** Plays the match of a pairing, or waits for the end of the one that was called before the server was restarted. */
  async function play(pairing: Pairing, call: Call): Promise<Attempt<LedgerEntry> | 'missed'> {
    const before = dropped(pairing)
    if (before) return before
    if (call.kind === 'skipped') return { kind: 'aborted' }
    if (call.kind === 'absent') {
      const waitedMs = Math.max(plan().absentMs ?? 0, ...call.entrants.map(seats.leastAbsentMs))
      const isExtended = plan().granted.some(
        ({ entrant, until }) => call.entrants.includes(entrant) && until > now() - waitedMs,
      )
      seats.forget(call.entrants)
      const within = isExtended
        ? 'in time, although the organiser gave more of it'
        : `within ${Math.round(waitedMs / 1000)} s`
      return { kind: 'played', entry: absenceEntry(pairing, call.entrants, spec.rules, within) }
    }
    const called = calledMatch(store, id, pairing)
    const opening = called === undefined ? await drawOpening(pairing, spec, store, openings) : undefined
    const meanwhile = dropped(pairing)
    if (meanwhile) return meanwhile
    const match = called ?? callPlayers(pairing, opening)
    if (isFinalStage(pairing.stage)) arena.markFinal(match)
    const wasMissed = seats.wasMissed(pairing)
    const endWatch = seats.watch(pairing, match)
    const row = await untilOver(arena, match, signal).finally(endWatch)
    const after = dropped(pairing)
    if (after) return after
    if (!wasMissed && seats.wasMissed(pairing)) return 'missed'
    const sight = arena.sight(match)
    if (row?.void !== false || sight === undefined)
      return { kind: 'failed', why: row?.end ?? 'it could not be played' }
    const entry = ledgerEntryOf(pairing, sight.match, pairing.players)
    return {
      kind: 'played',
      entry: { ...entry, ...(spec.openings && { opening: openingOf(row, spec, store) }) },
    }
  }

  function callPlayers(pairing: Pairing, opening: PairingOpening | undefined): number {
    const row = must(arena.create(newMatchOf(pairing, opening, spec, store)))
    append({ kind: 'tournament-match', tournament: id, key: pairing.key, match: row.id })
    return row.id
  }

  /** Logs that another round is next. The rounds of an SPRT are its pairs of matches: they are no news. */
  function noteRound(): void {
    const round = course.openRound()
    if (round !== undefined && round > (store.reachedRound(id) ?? 0) && spec.format.id !== sprtFormat.id)
      append({ kind: 'round-reached', tournament: id, round })
  }

  async function playAll(): Promise<void> {
    noteRound()
    const stopped = AbortSignal.any([pausing.signal, signal])
    const how = await runTournament<LedgerEntry>({
      course,
      workers: () => Math.max(LEAST_TAKEN, plan().atOnce) + Math.min(MOST_HELD_BACK, calls.heldBack),
      onOpen: (fill) => void (takeMore = fill),
      ledger: {
        async append(entry) {
          const line = formatLedgerEntry(entry).trimEnd()
          append({ kind: 'tournament-result', tournament: id, key: entry.key, entry: line })
          noteRound()
          await store.settled()
        },
      },
      async play(pairing) {
        for (;;) {
          const isCalled = calledMatch(store, id, pairing) !== undefined
          const attempt = await calls.run(pairing, { signal: stopped, isCalled }, (call) =>
            play(pairing, call),
          )
          if (attempt !== 'missed') return attempt
        }
      },
      giveUp: voidEntry,
      stop: stopped,
      signal,
    }).finally(() => calls[Symbol.dispose]())
    if (how === 'done') append({ kind: 'tournament-moved', tournament: id, status: 'over' })
  }

  return {
    course,
    end: playAll(),
    pause: () => pausing.abort(),
    isPausing: () => pausing.signal.aborted,
    forfeit(entrant) {
      noteRound()
      calls.skip(entrant)
    },
    look: () => calls.look(),
    absent: () => calls.absent().map((one) => ({ ...one, player: teams.get(one.entrant) })),
    extend: (entrant, ms) => calls.extend(entrant, ms),
    leave: () => leaving.abort(),
  }
}

function drawOpening(
  pairing: Pairing,
  spec: TournamentSpec,
  store: Store,
  openings: Pick<Openings, 'draw'>,
): Promise<PairingOpening | undefined> {
  const hearPosition = pairing.players.every((name) =>
    hearsPosition(playerOf(name, spec, store), spec, store),
  )
  return drawPairingOpening(spec, pairing, openings, hearPosition)
}

/** How a match began, as its own settings have it: it may have been called before the server was restarted. */
function openingOf({ settings, players }: MatchRow, spec: TournamentSpec, store: Store): PairingOpening {
  const own = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(spec.settings[name]),
  )
  if (own.length > 0) return Object.fromEntries(own)
  return players.every((player) => hearsPosition(player, spec, store)) ? 'no-choice' : 'untold'
}

const hearsPosition = (player: MatchPlayer | undefined, spec: TournamentSpec, store: Store): boolean =>
  player !== undefined && tellsPosition(player, spec.challenge, store)

function playerOf(name: string, spec: TournamentSpec, store: Store): MatchPlayer {
  const entrant = spec.entrants.find((one) => one.name === name)
  const found = must(readCalledPlayer(entrant?.bot ?? '', spec.challenge.id, store))
  const { nodes } = spec.how
  return { ...found, name, ...(found.kind === 'house' && nodes !== undefined && { nodeBudget: nodes }) }
}

const newMatchOf = (
  { players: [first, second], seed }: Pairing,
  opening: PairingOpening | undefined,
  spec: TournamentSpec,
  store: Store,
): NewMatch => ({
  challenge: spec.challenge.id,
  players: [playerOf(first, spec, store), playerOf(second, spec, store)],
  origin: spec.how.isShow === true ? 'demo' : 'tournament',
  settings: settingsWith(spec, opening),
  rules: spec.rules,
  seed,
})

/** Matches that are lost because an entrant was withdrawn are not played to their end. */
export function callOffLost(arena: Arena, tournament: number): void {
  const { store } = arena
  const gone = store.withdrawals(tournament).map(({ entrant }) => entrant)
  if (gone.length === 0) return
  for (const { id, players } of store.unfinishedMatches()) {
    const name = gone.find((entrant) => players.some((player) => player?.name === entrant))
    if (name !== undefined && store.tournamentOf(id) === tournament)
      arena.callOff(id, `${name} was withdrawn from the contest`)
  }
}

/** The match that was called for a pairing, unless the host failed to play it or the organiser annulled it. */
function calledMatch(store: Store, tournament: number, { key, players }: Pairing): number | undefined {
  const called = store.matchOfKey(tournament, key)
  const row = called === undefined ? undefined : store.match(called)
  if (!row || row.void || store.annulled(tournament).some(({ match }) => match === row.id)) return undefined
  return players.every((name, side) => row.players[side]?.name === name) ? row.id : undefined
}
