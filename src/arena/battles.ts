import { randomUUID } from 'node:crypto'
import { must, ok, fail, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import { caseSpec } from '../evaluation/case-spec.ts'
import type { EvaluationCase } from '../evaluation/cases.ts'
import { SEATS, type Pair } from '../game/game.ts'
import { timeLeft } from '../match/clock.ts'
import type { Player } from '../match/match.ts'
import { pause } from '../runner/clock.ts'
import type { BattleSeat } from '../wires/sse/battle-seat.ts'
import type { BattleNote, BattleRow, MatchPlayer, MatchRow, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import type { LiveMatch } from './live-match.ts'
import { writeTranscript, type TranscriptLine } from './transcript.ts'

/** A team as it is called to a battle. */
export interface Team {
  readonly name: string
  readonly person?: number
  /** Where it is told of the battle; without one it comes by itself. */
  readonly url?: string
  /** Whom its practice counts for: itself, or an address if it has no key. */
  readonly owner?: string
}

/** A battle by the id that one of its teams knows it by. */
export interface Battle extends BattleRow {
  readonly challenge: string
  /** While it runs. */
  readonly live: LiveMatch | undefined
  readonly seat: BattleSeat | undefined
  readonly isOver: boolean
}

/** The battles of the SSE arena: each is a match of the store, in which teams are called to their seats by a request. */
export interface Battles extends AsyncDisposable {
  /** How many more may begin now. */
  readonly room: number
  againstHouse(team: Team, one: EvaluationCase, origin: 'practice' | 'evaluation'): Result<Battle>
  /** The first team moves first. It counts only if both come for it: otherwise it is called off, and nobody has lost. */
  between(challenge: string, teams: Pair<Team>): Result<Pair<Battle>>
  find(id: string): Battle | undefined
  /** What the clock of this team shows after a command that arrives now, in milliseconds. */
  clockAfter(battle: Battle): number
  transcript(battle: Battle): readonly TranscriptLine[]
  /** Calls the team of a battle of an evaluation; resolves when it has answered, or could not be reached. */
  call(battle: BattleRow): Promise<void>
  /** The team has heard of it, or could not. */
  isCalled(battle: BattleRow): boolean
  /** Calls the teams that had not heard us when the server was stopped; not those of evaluations. */
  callAgain(): void
  note(battle: BattleRow, note: BattleNote): void
}

/** Posts JSON to an address that a stranger gave us. The body of the answer is nobody's business. */
export type PostJson = (
  url: string,
  body: object,
  options: PostOptions,
) => Promise<Result<{ readonly status: number }>>

/** The problem of a post that failed because the host has run out of something: the other side has nothing to do with it. */
export const HOST_IS_SHORT = 'outgoing.host-is-short'

export interface PostOptions {
  readonly signal: AbortSignal
  /** For the beginning of the answer. */
  readonly timeoutMs: number
  readonly authorization?: string | undefined
  /** Tells the receiver that calls are repetitions of one: those that carry the same key. */
  readonly idempotencyKey?: string
}

export interface BattlesOptions {
  readonly store: Store
  readonly arena: Arena
  readonly post: PostJson
  readonly maxBattles?: number
  /** How long a team whose address did not take the invitation may still come by itself. */
  readonly graceMs?: number
}

/** Teams have so long to come for a battle with each other. */
const WAIT_FOR_TEAM_MS = 300_000
/** Two teams of which one did not come wait so long before their next battle: nobody is called to battles without end. */
const UNANSWERED_PAUSE_MS = 60_000
/** Many answer the invitation only when their game is over, and are then given so long for it. */
const LAST_WORD_MS = 10_000
const LONGEST_INVITATION_MS = 3_600_000
/** A team that could not be called because of us is called again after so long. */
const SHORTAGE_PAUSE_MS = 1_000
/** A client that opens its stream over and over fills no log. */
const MAX_NOTES = 100
const MAX_BODY_SHOWN = 200
/** Practice battles that one team may have open; all teams without a key behind one address are one. */
const MAX_PRACTICE_EACH = 32
/** Of the matches of a team, when its last battles with another are looked for. */
const MOST_LOOKED_AT = 100

export function openBattles(options: BattlesOptions): Battles {
  const { store, arena, post, maxBattles = 5_000, graceMs = 2_000 } = options
  const stop = new AbortController()
  const invitations = new Map<number, AbortController[]>()
  const notes = new Map<number, number>()
  /** Practice battles that are not over, and whom they count for. */
  const practice = new Map<number, string>()
  const timers = new Set<NodeJS.Timeout>()
  /** Battles between teams that not both have come for yet: what ends the wait for them. */
  const awaited = new Map<number, () => void>()

  const after = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  function note({ match, player }: Pick<BattleRow, 'match' | 'player'>, what: BattleNote): void {
    const count = notes.get(match) ?? 0
    if (count >= MAX_NOTES || stop.signal.aborted) return
    notes.set(match, count + 1)
    store.append({ kind: 'battle-noted', match, player, note: what })
  }

  function find(id: string): Battle | undefined {
    const battle = store.battle(id)
    const live = battle && arena.live(battle.match)
    if (live)
      return {
        ...battle,
        challenge: live.challenge.id,
        live,
        seat: live.battle(battle.player),
        isOver: live.match.phase === 'over',
      }
    const row = battle && store.match(battle.match)
    return (
      row && { ...battle, challenge: row.challenge, live, seat: undefined, isOver: row.status === 'over' }
    )
  }

  const made = ({ battle }: SsePlayer): Battle => {
    const found = find(battle)
    if (!found) throw new Error(`battle ${battle} is not in the store`)
    return found
  }

  /** Calls the teams of a match that wait to be called and have not been. */
  function invite(row: MatchRow): void {
    for (const seat of SEATS) if (!isCalled(row.id, seat)) void inviteTo(row, seat)
  }

  async function inviteTo(row: MatchRow, seat: Player): Promise<void> {
    const player = row.players[seat]
    if (player?.kind === 'sse' && player.url !== undefined)
      await call(row, seat, player.battle, invitationUrl(player.url, row.challenge))
  }

  const isCalled = (match: number, player: Player): boolean =>
    store
      .storyOf(match)
      .some(({ what }) => what.kind === 'note' && what.player === player && isSettled(what.note))

  async function call(row: MatchRow, player: Player, battleId: string, url: string): Promise<void> {
    const where = { match: row.id, player }
    const ending = new AbortController()
    invitations.set(row.id, [...(invitations.get(row.id) ?? []), ending])
    note(where, { kind: 'invited', url })
    const signal = AbortSignal.any([stop.signal, ending.signal])
    const send = () => post(url, { battleId }, { signal, timeoutMs: LONGEST_INVITATION_MS })
    let answer = await send()
    while (!answer.ok && answer.problem.code === HOST_IS_SHORT && !signal.aborted) {
      await pause(arena.clock, SHORTAGE_PAUSE_MS, signal)
      answer = await send()
    }
    if (stop.signal.aborted || ending.signal.aborted) return
    const problem = !answer.ok
      ? answer.problem.message
      : answer.value.status >= 400
        ? `its address answered ${answer.value.status}`
        : undefined
    note(
      where,
      answer.ok
        ? { kind: 'invitation-answered', status: answer.value.status }
        : { kind: 'invitation-failed', problem: answer.problem.message },
    )
    const seat = arena.live(row.id)?.battle(player)
    if (problem === undefined || seat === undefined || seat.hasStarted) return
    const giveUp = (): void => {
      if (seat.hasStarted) return
      if (row.origin === 'battle')
        arena.callOff(row.id, `${row.players[player]?.name} could not be reached: ${problem}`)
      else seat.fail(problem)
    }
    // Some have begun elsewhere, and come all the same: also those who came while we stood still.
    after(graceMs, () => arena.clock.settle(giveUp))
  }

  const missing = ({ id, players }: MatchRow): readonly string[] => {
    const live = arena.live(id)
    return SEATS.filter((player) => live?.battle(player)?.hasStarted !== true).map(
      (player) => players[player]?.name ?? '',
    )
  }

  /** Calls a battle between teams off that not both have come for in time: one of them may not have wanted it. */
  function awaitBoth(row: MatchRow): void {
    if (row.origin !== 'battle') return
    const { clock } = arena
    const callOff = (): void => {
      const names = missing(row)
      if (names.length > 0) arena.callOff(row.id, `${names.join(' and ')} did not come for the battle`)
    }
    const cancel = clock.at(clock.now() + WAIT_FOR_TEAM_MS, () => {
      awaited.delete(row.id)
      clock.settle(callOff)
    })
    awaited.set(row.id, cancel)
  }

  /** Refuses a battle of two teams while the last one waits, or shortly after one of them did not come for it. */
  function refuseSoon(challenge: string, teams: Pair<Team>): Result<undefined> {
    const [first, second] = teams
    const isTheirs = ({ origin, players }: MatchRow): boolean =>
      origin === 'battle' &&
      teams.every(({ person }) =>
        players.some((player) => player?.kind === 'sse' && player.person === person),
      )
    const filter = { challenge, ...(first.person !== undefined && { person: first.person }) }
    const last = store.matches(filter, { limit: MOST_LOOKED_AT }).filter(isTheirs)
    const waiting = last.find((row) => row.status !== 'over' && missing(row).length > 0)
    if (waiting)
      return fail(
        'battle-open',
        `Cannot begin another battle of ${first.name} and ${second.name}: ${missing(waiting).join(' and ')} has not come for the last one`,
      )
    const [latest] = last
    const waitMs = latest?.void ? (latest.ended ?? 0) + UNANSWERED_PAUSE_MS - Date.now() : 0
    return waitMs <= 0
      ? ok(undefined)
      : fail(
          'unanswered',
          `Cannot begin another battle of ${first.name} and ${second.name} so soon: the last one was ${latest?.end}; try again in ${Math.ceil(waitMs / 1000)} s`,
        )
  }

  const leave = arena.onMatch((row) => {
    if (row.status !== 'over') return
    notes.delete(row.id)
    practice.delete(row.id)
    awaited.get(row.id)?.()
    awaited.delete(row.id)
    const open = invitations.get(row.id)
    invitations.delete(row.id)
    if (open) after(LAST_WORD_MS, () => open.forEach((ending) => ending.abort()))
  })

  function create(
    challenge: string,
    players: Pair<MatchPlayer>,
    rest: Pick<Parameters<Arena['create']>[0], 'origin' | 'owner' | 'rules' | 'seed' | 'settings'>,
  ): Result<MatchRow> {
    if (room() < 1)
      return fail('busy', `Cannot begin another battle: ${maxBattles} are being played, try again later`)
    const free = arena.room()
    if (!free.ok) return free
    const row = arena.create({ challenge, players, ...rest })
    // Nobody is called to a battle that might be lost.
    if (row.ok && rest.origin !== 'evaluation') store.afterCommit(() => invite(row.value))
    return row
  }

  const room = (): number => maxBattles - arena.playing - arena.queued

  /** Half of all battles is the most that practice takes; so there is room for what counts. */
  function mayPractise(owner: string): Result<true> {
    const own = [...practice.values()].filter((other) => other === owner).length
    if (own >= MAX_PRACTICE_EACH)
      return fail(
        'busy',
        `Cannot begin another battle for practice: ${MAX_PRACTICE_EACH} of yours are open, play one to its end`,
      )
    return practice.size < maxBattles / 2
      ? ok(true)
      : fail('busy', 'Cannot begin another battle for practice: too many are open, try again later')
  }

  return {
    get room() {
      return room()
    },
    againstHouse(team, one, origin) {
      const owner = team.owner ?? `player ${team.person}`
      if (origin === 'practice') {
        const allowed = mayPractise(owner)
        if (!allowed.ok) return allowed
      }
      const { rules, settings, seed } = must(caseSpec(one))
      const self = seatOf(team)
      const house: MatchPlayer = { kind: 'house', name: `house:${one.brain}`, brain: one.brain }
      const row = create(one.challenge, one.houseSeat === 0 ? [house, self] : [self, house], {
        origin,
        rules,
        settings,
        seed,
        owner,
      })
      if (row.ok && origin === 'practice') practice.set(row.value.id, owner)
      return row.ok ? ok(made(self)) : row
    },
    between(challenge, [first, second]) {
      const known = findChallenge(challenge)
      if (known?.wire !== 'sse')
        return fail('challenge', `Cannot battle at ${challenge}: it has another wire`)
      const soon = refuseSoon(challenge, [first, second])
      if (!soon.ok) return soon
      const players = [seatOf(first), seatOf(second)] as const
      // A battle that waits is called off long before one of them could lose it for not coming.
      const rules = { startUpMs: 2 * WAIT_FOR_TEAM_MS }
      const row = create(challenge, players, { origin: 'battle', rules })
      if (!row.ok) return row
      awaitBoth(row.value)
      return ok([made(players[0]), made(players[1])])
    },
    find,
    clockAfter({ live, player }) {
      if (!live) return 0
      const { round, phase, spec } = live.match
      const { clock } = spec.rules
      if (clock.kind !== 'bank') return 0
      const left = phase === 'playing' ? timeLeft(round.clocks[player], live.now()) : clock.ms
      return left < 0 ? 0 : left + clock.incrementMs
    },
    transcript({ id, match, player, challenge }) {
      const sight = arena.sight(match) ?? arena.preview(match)
      if (!sight) return []
      const story = store.storyOf(match).filter(({ what }) => what.kind === 'event' || what.player === player)
      const { spec } = sight.match
      return writeTranscript({ spec, challenge, to: { seat: player, battle: id }, story })
    },
    async call({ match, player }) {
      const row = store.match(match)
      if (row) await inviteTo(row, player)
    },
    isCalled: ({ match, player }) => isCalled(match, player),
    callAgain() {
      for (const row of store.unfinishedMatches()) {
        if (row.origin === 'evaluation' || !row.players.some((player) => player?.kind === 'sse')) continue
        if (missing(row).length > 0) awaitBoth(row)
        invite(row)
      }
    },
    note: (battle, what) =>
      note(battle, 'body' in what ? { ...what, body: what.body.slice(0, MAX_BODY_SHOWN) } : what),
    async [Symbol.asyncDispose]() {
      stop.abort()
      leave()
      for (const timer of timers) clearTimeout(timer)
      for (const cancel of awaited.values()) cancel()
    },
  }
}

type SsePlayer = Extract<MatchPlayer, { kind: 'sse' }>

const seatOf = ({ name, person, url }: Team): SsePlayer => ({
  kind: 'sse',
  name,
  battle: randomUUID(),
  ...(person !== undefined && { person }),
  ...(url !== undefined && { url }),
})

/** One slash at the end of a team's address is not part of it. */
const invitationUrl = (url: string, challenge: string): string => `${url.replace(/\/$/, '')}/${challenge}`

/** The team need not be called again after a restart. */
const isSettled = ({ kind }: BattleNote): boolean =>
  kind === 'invitation-answered' || kind === 'invitation-failed' || kind === 'stream-opened'
