import { randomUUID } from 'node:crypto'
import { fail, must, ok, type Result } from '../../base/result.ts'
import { findChallenge } from '../../challenges/index.ts'
import { caseSpec } from '../../evaluation/case-spec.ts'
import type { EvaluationCase } from '../../evaluation/cases.ts'
import { SEATS, type Pair } from '../../game/game.ts'
import { timeLeft } from '../../match/clock.ts'
import type { PostJson } from '../../protocols/post-json.ts'
import type { BattleNote, BattleRow, MatchPlayer, MatchRow } from '../../store/store.ts'
import type {
  BattleArena,
  BattleSeats,
  BattleStore,
  LiveBattle,
  NewBattle,
  SsePlayer,
} from './battle-host.ts'
import { openBattleNotes } from './battle-notes.ts'
import type { BattleSeat } from './battle-seat.ts'
import { openInvitations } from './invitations.ts'
import { openTeamBattles, WAIT_FOR_TEAM_MS, type Team } from './team-battles.ts'
import { writeTranscript, type TranscriptLine } from './transcript.ts'

/** A battle by the id that one of its teams knows it by. */
export interface Battle extends BattleRow {
  readonly challenge: string
  /** While it runs. */
  readonly live: LiveBattle | undefined
  readonly seat: BattleSeat | undefined
  readonly isOver: boolean
}

/** The battles of the SSE arena: each is a match of the store, in which teams are called to their seats by a request. */
export interface Battles extends AsyncDisposable {
  /** How many more may begin now. */
  readonly room: number
  againstHouse(team: Team, one: EvaluationCase, origin: 'practice' | 'evaluation'): Result<Battle>
  /** The first team moves first. It counts only if both come for it: otherwise it is called off, and neither has lost. */
  between(challenge: string, teams: Pair<Team>): Result<Pair<Battle>>
  find(id: string): Battle | undefined
  /** What the clock of this team shows now, in milliseconds. */
  clockNow(battle: Battle): number
  /** The same after a command that arrives now and is played. */
  clockAfter(battle: Battle): number
  transcript(battle: Battle): readonly TranscriptLine[]
  /** Calls the team of a battle of an evaluation; resolves when it has answered, or could not be reached. */
  call(battle: BattleRow): Promise<void>
  /** The team has heard of it, or could not. */
  isCalled(battle: BattleRow): boolean
  /** Calls the teams that had not heard of their battle when the server was stopped; not those of evaluations. */
  callAgain(): void
  note(battle: BattleRow, note: BattleNote): void
}

export interface BattlesOptions {
  readonly store: BattleStore
  readonly arena: BattleArena
  readonly seats: BattleSeats
  readonly post: PostJson
  readonly maxBattles?: number
  /** How long a team whose address did not take the invitation may still come by itself. */
  readonly graceMs?: number
}

/** Practice battles that one team may have open; all teams without a key behind one address are one. */
const MAX_PRACTICE_EACH = 32

export function openBattles(options: BattlesOptions): Battles {
  const { store, arena, seats, post, maxBattles = 5_000, graceMs = 2_000 } = options
  const stop = new AbortController()
  const notes = openBattleNotes(store, stop.signal)
  const invitations = openInvitations({ arena, seats, notes, post, graceMs })
  const pairs = openTeamBattles(store, arena, seats)
  const practice = openPracticeCount(maxBattles)
  /** Battles that run, by their ids: each command asks for one. */
  const running = new Map<string, BattleRow>()

  const find = (id: string): Battle | undefined => findBattle(id, running, options)
  const room = (): number => maxBattles - arena.playing - arena.queued

  /** Calls the teams of a match that wait to be called and have not been. */
  function inviteBoth(row: MatchRow): void {
    for (const player of SEATS)
      if (hasUrl(row.players[player]) && !notes.isCalled(row.id, player)) void invitations.invite(row, player)
  }

  function create(battle: NewBattle): Result<MatchRow> {
    if (room() < 1)
      return fail(
        'too-many-battles',
        `Cannot begin another battle: ${maxBattles} are being played, try again later`,
      )
    const free = arena.room()
    if (!free.ok) return free
    const row = arena.create(battle)
    // A team is not called to a battle that might be lost.
    if (row.ok && battle.origin !== 'evaluation') store.afterCommit(() => inviteBoth(row.value))
    return row
  }

  const leave = arena.onMatch((row) => {
    if (row.status !== 'over') return
    notes.forget(row.id)
    practice.end(row.id)
    for (const player of row.players) if (player?.kind === 'sse') running.delete(player.battle)
    pairs.forget(row.id)
    invitations.end(row.id)
  })

  return {
    get room() {
      return room()
    },
    againstHouse(team, one, origin) {
      const owner = team.owner ?? `player ${team.person}`
      const allowed = origin === 'practice' ? practice.mayBegin(owner) : ok(undefined)
      if (!allowed.ok) return allowed
      const { rules, settings, seed } = must(caseSpec(one))
      const self = seatOf(team)
      const house: MatchPlayer = { kind: 'house', name: `house:${one.brain}`, brain: one.brain }
      const players: Pair<MatchPlayer> = one.houseSeat === 0 ? [house, self] : [self, house]
      const row = create({ challenge: one.challenge, players, origin, rules, settings, seed, owner })
      if (!row.ok) return row
      if (origin === 'practice') practice.begin(row.value.id, owner)
      return ok(made(self, find))
    },
    between(challenge, teams) {
      if (findChallenge(challenge)?.wire !== 'sse')
        return fail('bad-challenge', `Cannot battle at ${challenge}: it has another wire`)
      const allowed = pairs.mayBegin(challenge, teams)
      if (!allowed.ok) return allowed
      const players = [seatOf(teams[0]), seatOf(teams[1])] as const
      // A battle that waits is called off long before one of them could lose it for not coming.
      const rules = { startUpMs: 2 * WAIT_FOR_TEAM_MS }
      const row = create({ challenge, players, origin: 'battle', rules })
      if (!row.ok) return row
      pairs.awaitBoth(row.value)
      return ok([made(players[0], find), made(players[1], find)])
    },
    find,
    clockNow: (battle) => Math.max(0, clockOf(battle).left),
    clockAfter(battle) {
      const { left, incrementMs } = clockOf(battle)
      return left < 0 ? 0 : left + incrementMs
    },
    transcript: (battle) => transcriptOf(battle, options),
    async call({ match, player }) {
      const row = store.match(match)
      if (row) await invitations.invite(row, player)
    },
    isCalled: ({ match, player }) => notes.isCalled(match, player),
    callAgain() {
      for (const row of store.unfinishedMatches()) {
        if (row.origin === 'evaluation' || !row.players.some((player) => player?.kind === 'sse')) continue
        if (pairs.missing(row).length > 0) pairs.awaitBoth(row)
        inviteBoth(row)
      }
    },
    note: (battle, what) => notes.note(battle, what),
    async [Symbol.asyncDispose]() {
      stop.abort()
      leave()
      invitations[Symbol.dispose]()
      pairs[Symbol.dispose]()
    },
  }
}

function findBattle(
  id: string,
  running: Map<string, BattleRow>,
  { store, arena, seats }: BattlesOptions,
): Battle | undefined {
  const battle = running.get(id) ?? store.battle(id)
  const live = battle && arena.live(battle.match)
  if (live) {
    const isOver = live.match.phase === 'over'
    if (!isOver) running.set(id, battle)
    const seat = seats.find(battle.match, battle.player)
    return { ...battle, challenge: live.challenge.id, live, seat, isOver }
  }
  const row = battle && store.match(battle.match)
  return row && { ...battle, challenge: row.challenge, live, seat: undefined, isOver: row.status === 'over' }
}

function made({ battle }: SsePlayer, find: Battles['find']): Battle {
  const found = find(battle)
  if (!found) throw new Error(`battle ${battle} is not in the store`)
  return found
}

/** Practice battles that are not over, each with the team or address that it counts for. */
interface PracticeCount {
  mayBegin(owner: string): Result<void>
  begin(match: number, owner: string): void
  end(match: number): void
}

function openPracticeCount(maxBattles: number): PracticeCount {
  const owners = new Map<number, string>()
  const counts = new Map<string, number>()
  return {
    /** Half of all battles is the most that practice takes; so there is room for what counts. */
    mayBegin(owner) {
      if ((counts.get(owner) ?? 0) >= MAX_PRACTICE_EACH)
        return fail(
          'too-many-battles',
          `Cannot begin another battle for practice: ${MAX_PRACTICE_EACH} of yours are open, play one to its end`,
        )
      return owners.size < maxBattles / 2
        ? ok(undefined)
        : fail(
            'too-many-battles',
            'Cannot begin another battle for practice: too many are open, try again later',
          )
    },
    begin(match, owner) {
      owners.set(match, owner)
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    },
    end(match) {
      const owner = owners.get(match)
      if (owner === undefined) return
      owners.delete(match)
      const left = (counts.get(owner) ?? 0) - 1
      if (left > 0) counts.set(owner, left)
      else counts.delete(owner)
    },
  }
}

function clockOf({ live, player }: Battle): { readonly left: number; readonly incrementMs: number } {
  const clock = live?.match.spec.rules.clock
  if (live === undefined || clock?.kind !== 'bank') return { left: 0, incrementMs: 0 }
  const { round, phase } = live.match
  const left = phase === 'playing' ? timeLeft(round.clocks[player], live.now()) : clock.ms
  return { left, incrementMs: clock.incrementMs }
}

function transcriptOf(
  { id, match, player, challenge }: Battle,
  { store, arena }: BattlesOptions,
): readonly TranscriptLine[] {
  const seen = arena.sight(match) ?? arena.preview(match)
  if (!seen) return []
  const story = store.storyOf(match).filter(({ what }) => what.kind === 'event' || what.player === player)
  return writeTranscript({ spec: seen.match.spec, challenge, to: { seat: player, battle: id }, story })
}

const hasUrl = (player: MatchPlayer | undefined): boolean =>
  player?.kind === 'sse' && player.url !== undefined

const seatOf = ({ name, person, url }: Team): SsePlayer => ({
  kind: 'sse',
  name,
  battle: randomUUID(),
  ...(person !== undefined && { person }),
  ...(url !== undefined && { url }),
})
