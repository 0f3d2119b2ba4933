import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deferred, type Deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import type { LiveMatch } from '../../src/arena/live-match.ts'
import { issueKey, registerPerson } from '../../src/arena/people.ts'
import type { NewTournament } from '../../src/arena/new-tournament.ts'
import { findBrain } from '../../src/brains/index.ts'
import { findChallenge } from '../../src/challenges/index.ts'
import type { Brain } from '../../src/game/brain.ts'
import { SEATS, type Pair } from '../../src/game/game.ts'
import type { Match, Player } from '../../src/match/match.ts'
import { connectBrain } from '../../src/protocols/in-process/connect-brain.ts'
import type { Connection, Question } from '../../src/protocols/protocol.ts'
import { openOnPort, quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import type { Desks } from '../../src/protocols/desk.ts'
import { openServer, type ArenaServer } from '../../src/server/open-server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import { backupStore } from '../../src/store/backup.ts'
import { restoreStore } from '../../src/store/restore.ts'
import type { MatchPlayer, MatchRow, Store } from '../../src/store/store.ts'

/** The real server on a folder of its own, with matches that are really played: their players come by HTTP, and wait to be let go on. */
export interface Stage extends AsyncDisposable {
  readonly url: string
  /** The one-time link for the organiser, as a path. */
  readonly invitation: string
  /** All requests, in order. */
  readonly requests: readonly string[]
  /** Adds a match that looks for an opponent; `begin` plays it. */
  add(plan: Plan): StagedMatch
  /** Joins an open match of another team. */
  join(match: number, plan: JoinPlan): StagedMatch
  /** Registers a team, and returns its key. */
  register(name: string, role?: 'organiser'): { readonly id: number; readonly key: string }
  /** Plays every match of a team, with a house brain. */
  attend(name: string, brain: string): void
  /** Makes a tournament and starts it; returns its number. */
  hold(wanted: NewTournament): number
  /** Closes the server until it is started again, on the same folder and port. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Makes a backup, also while the server runs; the result restores it, while the server is closed. */
  backup(): Promise<() => Promise<void>>
}

export interface JoinPlan {
  readonly name: string
  readonly brain: string | Brain
  readonly allowed?: number
}

export interface Plan {
  readonly challenge: string
  readonly names?: Pair<string>
  /** House brains, or brains. */
  readonly brains: Pair<string | Brain>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly seed?: number
  /** How many questions may be answered before `allow` is called; all by default. */
  readonly allowed?: number
}

export interface StagedMatch {
  readonly id: number
  readonly lines: readonly string[]
  /** Plays the match to its end, as far as answers are allowed. */
  begin(): Promise<Match>
  /** Allows this many more answers. */
  allow(answers: number): void
}

export async function openStage(options: Partial<ServerOptions> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-stage-'))
  const entries = new Map<number, Entry>()
  /** Names of teams that are here → their brains. */
  const teams = new Map<string, string>()
  const requests: string[] = []
  let server: ArenaServer
  let port = await quietPort()
  let closing = new AbortController()

  const note = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage }
    if (request.socket.localPort === port) requests.push(request.url ?? '')
  }
  subscribe('http.server.request.start', note)

  async function start(): Promise<void> {
    closing = new AbortController()
    server = await openOnPort(() =>
      openServer({
        maxGamesEach: 100,
        // The gate charges requests by the real clock, and the machine may be slow.
        gateLimits: { burstMs: 600_000 },
        ...options,
        folder,
        host: '127.0.0.1',
        port,
      }),
    )
    port = server.port
    for (const entry of entries.values()) seat(entry)
    server.arena.onMatch(callTeam)
    callTeams()
  }

  async function stop(): Promise<void> {
    closing.abort()
    await server[Symbol.asyncDispose]()
  }

  /** Answers for the players of a running match. */
  function seat(entry: Entry): void {
    const live = server.arena.live(entry.id)
    if (live) attend(entry, live, server.desks, closing.signal)
  }

  const callTeams = (): void => server.arena.store.unfinishedMatches().forEach(callTeam)

  function callTeam({ id, status, players, challenge }: MatchRow): void {
    const brains = players.map((player) => teams.get(player?.name ?? ''))
    if (status !== 'playing' || entries.has(id) || brains.every((brain) => brain === undefined)) return
    const [first, second] = brains.map((brain) => brain && brainOf(brain, challenge))
    const entry = entryOf(id, [first || undefined, second || undefined])
    entries.set(id, entry)
    seat(entry)
  }

  const staged = (entry: Entry, begin: () => void): StagedMatch => ({
    id: entry.id,
    get lines() {
      return server.arena.sight(entry.id)?.feed.lines() ?? []
    },
    async begin() {
      begin()
      seat(entry)
      const match = await entry.over.promise
      // Spectators see what is on disk.
      await server.arena.store.settled()
      return match
    },
    allow: (answers) => entry.gate.allow(answers),
  })

  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    get invitation() {
      const { pathname, search } = new URL(server.invitation ?? '')
      return pathname + search
    },
    requests,
    add(plan) {
      const { arena } = server
      const [first, second] = playersOf(arena.store, plan)
      const { challenge, settings, seed = 7 } = plan
      const row = arena.create({
        challenge,
        players: [first],
        origin: 'challenge',
        seed,
        ...(settings && { settings }),
      })
      const brains: Pair<Brain> = [brainOf(plan.brains[0], challenge), brainOf(plan.brains[1], challenge)]
      const entry = entryOf(must(row).id, brains, plan.allowed)
      entries.set(entry.id, entry)
      return staged(entry, () => must(server.arena.join(entry.id, second)))
    },
    join(id, { name, brain, allowed }) {
      const row = server.arena.store.match(id)
      if (!row) throw new Error(`no match ${id}`)
      const player = httpPlayer(server.arena.store, name)
      const entry = entryOf(id, [undefined, brainOf(brain, row.challenge)], allowed)
      entries.set(id, entry)
      return staged(entry, () => must(server.arena.join(id, player)))
    },
    register(name, role) {
      const { store } = server.arena
      const { id } = must(registerPerson(store, name, role ?? 'player'))
      return { id, key: must(issueKey(store, id, 'api', Date.now())).text }
    },
    attend(name, brain) {
      teams.set(name, brain)
      callTeams()
    },
    hold(wanted) {
      const { id } = must(server.tournaments.create(wanted))
      return must(server.tournaments.start(id)).id
    },
    stop,
    start,
    async backup() {
      const file = join(folder, 'backup.db')
      must(await backupStore(folder, file))
      return async () => void must(await restoreStore(folder, file))
    },
    async [Symbol.asyncDispose]() {
      unsubscribe('http.server.request.start', note)
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Entry {
  readonly id: number
  /** Undefined for a player of another team. */
  readonly brains: Pair<Brain | undefined>
  readonly gate: Gate
  readonly over: Deferred<Match>
}

const entryOf = (id: number, brains: Entry['brains'], allowed = Infinity): Entry => ({
  id,
  brains,
  gate: openGate(allowed),
  over: deferred(),
})

function brainOf(brain: string | Brain, challenge: string): Brain {
  const found = typeof brain === 'string' ? findBrain(brain, findChallenge(challenge)?.game.id ?? '') : brain
  if (!found) throw new Error(`no brain ${JSON.stringify(brain)}`)
  return found
}

function playersOf(store: Store, { names, brains }: Plan): Pair<MatchPlayer> {
  const nameOf = (brain: string | Brain): string => (typeof brain === 'string' ? brain : brain.name)
  const [first, second] = names ?? [nameOf(brains[0]), `${nameOf(brains[1])} too`]
  return [httpPlayer(store, first), httpPlayer(store, second)]
}

function httpPlayer(store: Store, name: string): MatchPlayer {
  const { id } = store.personNamed(name) ?? must(registerPerson(store, name, 'player'))
  return { kind: 'http', name, person: id }
}

/** Answers the questions on the desks of a match, as far as the gate allows. */
function attend(entry: Entry, live: LiveMatch, desks: Desks, signal: AbortSignal): void {
  const taken = new Set<Question>()
  const connections = new Map<string, Promise<Connection>>()

  function connect(player: Player, { view }: Question): Promise<Connection> | undefined {
    const brain = entry.brains[player]
    const { index, seats } = live.match.round
    const key = `${player} ${index}`
    const known = connections.get(key)
    if (known || !brain) return known
    const seat = seats[0] === player ? 0 : 1
    const made = connectBrain(brain, openingOf(live, seat, view), { thinking: { nodeBudget: 200 } }).then(
      (connection) => {
        if (!('ask' in connection)) throw new Error('a brain on the stage fails')
        return connection
      },
    )
    connections.set(key, made)
    return made
  }

  async function answer(player: Player, question: Question): Promise<void> {
    if (!(await entry.gate.pass(signal))) return
    const connection = await connect(player, question)
    const given = await connection?.ask(question, signal)
    const desk = desks.find(live.id, player)
    if (given && given.kind !== 'gone' && desk?.question === question) await desk.answer(given)
  }

  function look(): void {
    if (live.match.phase === 'over') entry.over.resolve(live.match)
    for (const player of SEATS) {
      const question = entry.brains[player] && desks.find(live.id, player)?.question
      if (!question || taken.has(question)) continue
      taken.add(question)
      void answer(player, question)
    }
  }

  for (const player of SEATS) if (entry.brains[player]) desks.find(live.id, player)?.arrive()
  // A question reaches its desk a moment after the change it follows from.
  live.onChange(() => void setImmediate(look))
  setImmediate(look)
}

const openingOf = ({ match, challenge }: LiveMatch, seat: 0 | 1, view: unknown) => ({
  challenge: challenge.id,
  game: challenge.game.id,
  settings: match.spec.settings,
  seat,
  names: ['first', 'second'] as const,
  round: match.round.index,
  seed: 7 + seat,
  clock: match.spec.rules.clock,
  startUpMs: match.spec.rules.startUpMs,
  view,
})

interface Gate {
  /** False if the stage was closed before it opened. */
  pass(signal: AbortSignal): Promise<boolean>
  allow(answers: number): void
}

function openGate(allowed: number): Gate {
  let left = allowed
  const waiting = new Set<() => void>()
  return {
    pass: (signal) =>
      new Promise((resolve) => {
        const go = (): void => {
          left--
          waiting.delete(go)
          resolve(true)
        }
        if (signal.aborted) return resolve(false)
        if (left > 0) return go()
        waiting.add(go)
        signal.addEventListener('abort', () => {
          if (waiting.delete(go)) resolve(false)
        })
      }),
    allow(answers) {
      left += answers
      for (const go of waiting) if (left > 0) go()
    },
  }
}
