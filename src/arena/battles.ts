import { randomUUID } from 'node:crypto'
import { must, ok, fail, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import { caseSpec } from '../evaluation/case-spec.ts'
import type { EvaluationCase } from '../evaluation/cases.ts'
import { SEATS, type Pair } from '../game/game.ts'
import { timeLeft } from '../match/clock.ts'
import type { Player } from '../match/match.ts'
import type { BattleSeat } from '../protocols/sse/battle-seat.ts'
import type { BattleNote, MatchPlayer } from '../store/entries.ts'
import type { BattleRow, MatchRow, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import type { LiveMatch } from './live-match.ts'
import { writeTranscript, type TranscriptLine } from './transcript.ts'

/** A team as it is called to a battle. */
export interface Team {
  readonly name: string
  readonly person?: number
  /** Where it is told of the battle; without one it comes by itself. */
  readonly url?: string
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
  /** The first team moves first. */
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

export interface PostOptions {
  readonly signal: AbortSignal
  /** For the beginning of the answer. */
  readonly timeoutMs: number
  readonly authorization?: string | undefined
}

export interface BattlesOptions {
  readonly store: Store
  readonly arena: Arena
  readonly post: PostJson
  readonly maxBattles?: number
  /** How long a team whose address did not take the invitation may still come by itself. */
  readonly graceMs?: number
}

/** A team that has not come for its battle by then has lost it. */
const WAIT_FOR_TEAM_MS = 300_000
/** Many answer the invitation only when their game is over, and are then given so long for it. */
const LAST_WORD_MS = 10_000
const LONGEST_INVITATION_MS = 3_600_000
/** A client that opens its stream over and over fills no log. */
const MAX_NOTES = 100
const MAX_BODY_SHOWN = 200

export function openBattles(options: BattlesOptions): Battles {
  const { store, arena, post, maxBattles = 5_000, graceMs = 2_000 } = options
  const stop = new AbortController()
  const invitations = new Map<number, AbortController[]>()
  const notes = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()

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
    const answer = await post(
      url,
      { battleId },
      { signal: AbortSignal.any([stop.signal, ending.signal]), timeoutMs: LONGEST_INVITATION_MS },
    )
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
    // Some have begun elsewhere, and come all the same.
    after(graceMs, () => {
      if (!seat.hasStarted) seat.fail(problem)
    })
  }

  const leave = arena.onMatch((row) => {
    if (row.status !== 'over') return
    notes.delete(row.id)
    const open = invitations.get(row.id)
    invitations.delete(row.id)
    if (open) after(LAST_WORD_MS, () => open.forEach((ending) => ending.abort()))
  })

  function create(
    challenge: string,
    players: Pair<MatchPlayer>,
    rest: Pick<Parameters<Arena['create']>[0], 'origin' | 'rules' | 'seed' | 'settings'>,
  ): Result<MatchRow> {
    if (room() < 1)
      return fail('busy', `Cannot begin another battle: ${maxBattles} are being played, try again later`)
    const row = arena.create({ challenge, players, ...rest })
    // Nobody is called to a battle that might be lost.
    if (row.ok && rest.origin !== 'evaluation') store.afterCommit(() => invite(row.value))
    return row
  }

  const room = (): number => maxBattles - arena.playing - arena.queued

  return {
    get room() {
      return room()
    },
    againstHouse(team, one, origin) {
      const { rules, settings, seed } = must(caseSpec(one))
      const self = seatOf(team)
      const house: MatchPlayer = { kind: 'house', name: `house:${one.brain}`, brain: one.brain }
      const row = create(one.challenge, one.houseSeat === 0 ? [house, self] : [self, house], {
        origin,
        rules,
        settings,
        seed,
      })
      return row.ok ? ok(made(self)) : row
    },
    between(challenge, [first, second]) {
      const known = findChallenge(challenge)
      if (known?.wire !== 'sse')
        return fail('challenge', `Cannot battle at ${challenge}: it has another wire`)
      const players = [seatOf(first), seatOf(second)] as const
      const row = create(challenge, players, { origin: 'battle', rules: { startUpMs: WAIT_FOR_TEAM_MS } })
      return row.ok ? ok([made(players[0]), made(players[1])]) : row
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
      for (const row of store.unfinishedMatches())
        if (row.origin !== 'evaluation' && row.players.some((player) => player?.kind === 'sse')) invite(row)
    },
    note: (battle, what) =>
      note(battle, 'body' in what ? { ...what, body: what.body.slice(0, MAX_BODY_SHOWN) } : what),
    async [Symbol.asyncDispose]() {
      stop.abort()
      leave()
      for (const timer of timers) clearTimeout(timer)
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
