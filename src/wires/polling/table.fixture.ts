import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must, ok, type Result } from '../../base/result.ts'
import { boostTron } from '../../challenges/boost-tron.ts'
import { SEATS, type Pair, type Seat } from '../../game/game.ts'
import { timeLeft } from '../../match/clock.ts'
import { startMatch } from '../../match/machine.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules } from '../../match/match.ts'
import { cannotListen } from '../../runner/cannot-listen.ts'
import { realClock, type Clock } from '../../runner/clock.ts'
import { playMatch } from '../../runner/play-match.ts'
import { openDesk, type Desk } from '../../protocols/desk.ts'
import { openOnPort } from '../../protocols/quiet-port.fixture.ts'
import { gridDocument, moveDocument, playerDocument } from './documents.ts'
import { errorOf, pollingError, type PollingError } from './errors.ts'
import { encodeDocument, parseFormat, type Encoded, type Format } from './format.ts'
import { situationAfter, situationOf, type Situation } from './situation.ts'
import { readFull, readId, readMove, readPlayer, readWait } from './words.ts'

export interface TableOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<MatchRules>
  readonly clock?: Clock
}

export interface Reply extends Encoded {
  readonly status: number
}

/** One match of boost tron between two HTTP players, with only as much of a server around it as the tests need. */
export interface Table {
  readonly match: Match
  readonly done: Promise<Match>
  readonly desks: Pair<Desk>
  /** Every position in which a player was asked, in order. */
  readonly positions: readonly { readonly seat: Seat; readonly state: unknown }[]
  request(method: string, address: string): Promise<Reply>
}

export const GAME = 7
export const IDS: Pair<number> = [1001, 1002]
export const KEYS: Pair<string> = ['ann-key', 'bob-key']
const NAMES: Pair<string> = ['ann', 'bob']
const RECEIVED_AT = Date.UTC(2018, 9, 14, 13, 37, 5)

export function openTable({ settings, rules, clock = realClock }: TableOptions = {}): Table {
  const preset = boostTron.game.presets[boostTron.preset]
  const spec = must(makeSpec(boostTron.game, { ...preset, ...settings }, { ...boostTron.rules, ...rules }, 1))
  const desks: Pair<Desk> = [openDesk(NAMES[0]), openDesk(NAMES[1])]
  const began = clock.now()
  const positions: { seat: Seat; state: unknown }[] = []
  let { match } = startMatch(spec)
  let lastMove: { before: Match; after: Match; seat: Seat; move: string } | undefined
  let waiting: (() => void)[] = []

  function onEvent(event: MatchEvent, after: Match): void {
    const before = match
    match = after
    if (event.kind === 'answered') {
      const { seat, text } = event
      lastMove = { before, after, seat, move: text }
    }
    const [seat] = after.round.movers
    const isNew = before.phase !== 'playing' || after.round.state !== before.round.state
    if (after.phase === 'playing' && seat !== undefined && isNew)
      positions.push({ seat, state: after.round.state })
    // By then the player to move has been asked.
    setImmediate(() => {
      for (const wake of waiting.splice(0)) wake()
    })
  }

  const contestants = [desks[0].contestant, desks[1].contestant] as const
  const done = playMatch({ challenge: boostTron.id, spec, contestants, clock, began, onEvent })

  const now = (): Situation => {
    const [seat] = match.round.movers
    const left = seat === undefined ? undefined : timeLeft(match.round.clocks[seat], clock.now() - began)
    return situationOf(match, IDS, left)
  }
  const deskAt = (seat: Seat): Desk => desks[match.round.seats[seat]]
  const seatOf = (id: number): Seat | undefined => SEATS.find((seat) => now().ids[seat] === id)

  async function untilTurn(seatNow: () => Seat | undefined, seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1000
    for (;;) {
      const seat = seatNow()
      if (match.phase === 'over' || (seat !== undefined && deskAt(seat).question)) return
      const left = until - performance.now()
      if (left <= 0) return
      const timer = setTimeout(wakeAll, left)
      await new Promise<void>((resolve) => waiting.push(resolve))
      clearTimeout(timer)
    }
  }
  const wakeAll = (): void => {
    for (const wake of waiting.splice(0)) wake()
  }

  async function request(method: string, address: string): Promise<Reply> {
    const { pathname, searchParams } = new URL(address, 'http://table')
    const format = parseFormat(pathname.split('.').at(-1) ?? '')
    if (!format.ok) return refuse('json', errorOf(format.problem))
    const words = pathname.slice(1, pathname.lastIndexOf('.')).split('/')
    const reply = await route(method, words, Object.fromEntries(searchParams))
    return 'document' in reply && 'status' in reply
      ? refuse(format.value, reply)
      : { status: 200, ...encodeDocument(format.value, reply) }
  }

  const refuse = (format: Format, { status, document }: PollingError): Reply => ({
    status,
    ...encodeDocument(format, document),
  })

  async function route(
    method: string,
    words: readonly string[],
    query: Readonly<Record<string, string>>,
  ): Promise<object | PollingError> {
    const [what, a = '', b = '', c = '', d = '', last] = words
    const wait = readWait(query['wait'])
    const full = readFull(query['full'])
    if (!wait.ok) return errorOf(wait.problem)
    if (!full.ok) return errorOf(full.problem)
    const game = readId('game', what === 'player' ? b : a)
    if (!game.ok) return errorOf(game.problem)
    if (game.value !== GAME) return pollingError('unknown-game', `Cannot find game ${game.value}`)

    if (what === 'grid' && words.length === 3) {
      const id = readId('player', b)
      if (!id.ok) return errorOf(id.problem)
      arrive(id.value)
      await untilTurn(() => seatOf(id.value), wait.value)
      const seat = seatOf(id.value)
      return seat === undefined
        ? pollingError('unknown-player')
        : gridDocument(now(), seat, { full: full.value })
    }
    if (what === 'player' && words.length === 4 && c === 'data') {
      const player = readPlayer(a)
      if (!player.ok) return errorOf(player.problem)
      const who = player.value
      if (who.kind === 'id') arrive(who.id)
      const seatNow = (): Seat | undefined => (who.kind === 'id' ? seatOf(who.id) : who.seat)
      await untilTurn(seatNow, wait.value)
      const seat = seatNow()
      return seat === undefined ? pollingError('unknown-player') : playerDocument(now(), seat)
    }
    if (what === 'move' && words.length === 6 && last === 'forward') {
      if (method !== 'POST') return pollingError('wrong-method')
      return play(b, c, d, query['key'])
    }
    return pollingError('unknown-address')
  }

  const arrive = (id: number): void => desks.find((_, player) => IDS[player] === id)?.arrive()

  async function play(
    player: string,
    turn: string,
    boost: string,
    key: string | undefined,
  ): Promise<object | PollingError> {
    const id = readId('player', player)
    if (!id.ok) return errorOf(id.problem)
    const move = readMove(turn, boost)
    if (!move.ok) return errorOf(move.problem)
    const seat = seatOf(id.value)
    if (seat === undefined) return pollingError('unknown-player')
    if (key === undefined) return pollingError('no-key')
    if (!KEYS.includes(key)) return pollingError('wrong-key')
    if (KEYS[IDS.indexOf(id.value)] !== key) return pollingError('not-your-player')
    if (match.phase === 'over') return pollingError('game-over')
    const desk = deskAt(seat)
    if (desk.question && !desk.question.legal.includes(move.value)) return pollingError('no-boost-left')
    const verdict = await desk.answer({ kind: 'move', text: move.value })
    if (verdict === undefined) return pollingError('not-your-turn')
    if (verdict.kind === 'refused') return pollingError('illegal-move', verdict.why)
    if (verdict.kind === 'late' || lastMove === undefined) return pollingError('too-late')
    return moveDocument(situationAfter(lastMove, IDS), seat, RECEIVED_AT)
  }

  return {
    get match() {
      return match
    },
    done,
    desks,
    positions,
    request,
  }
}

/** Puts a table on the network. `meddle` may answer in its place, or hang up. */
export async function serveTable(
  table: Table,
  meddle: (address: string) => (Partial<Reply> & { retryAfter?: number }) | 'hang-up' | undefined = () =>
    undefined,
  port = 0,
): Promise<{ readonly url: string; readonly port: number } & AsyncDisposable> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: address = '' } = request
    const meddled = meddle(`${method} ${address}`)
    if (meddled === 'hang-up') return void request.socket.destroy()
    const {
      status = 500,
      contentType = 'text/plain',
      body = '',
      retryAfter,
    } = meddled ?? { ...(await table.request(method, address)), retryAfter: undefined }
    const patience = retryAfter !== undefined && { 'retry-after': String(retryAfter) }
    response.writeHead(status, { 'content-type': contentType, ...patience }).end(body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await openOnPort(() => listen(server, port))
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server, port: number): Promise<Result<void>> {
  try {
    const listening = once(server, 'listening')
    server.listen(port, '127.0.0.1')
    await listening
    return ok(undefined)
  } catch (error) {
    return cannotListen(error, '127.0.0.1', port)
  }
}
