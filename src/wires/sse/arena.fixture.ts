import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deferred } from '../../base/deferred.ts'
import { parseObject } from '../../base/json.ts'
import { must } from '../../base/result.ts'
import { unlessAborted } from '../../base/unless-aborted.ts'
import { findBrain } from '../../brains/index.ts'
import { playerOf } from '../../brains/opponents.fixture.ts'
import { caseSpec } from '../../evaluation/case-spec.ts'
import type { EvaluationCase } from '../../evaluation/cases.ts'
import { scoreRun, type RunScore } from '../../evaluation/score-run.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { timeLeft } from '../../match/clock.ts'
import { cheatsAndFlips, endedRound, playedTurn } from '../../match/changes.ts'
import type { Match, MatchEvent } from '../../match/match.ts'
import { playMatch } from '../../runner/play-match.ts'
import { NO_LONGER_ASKED, type Answer, type Contestant, type Unasked } from '../../protocols/protocol.ts'

/** A small arena that speaks the wire exactly, for the tests of clients. */
export interface FixtureArena extends AsyncDisposable {
  readonly url: string
  /** Opens a battle, which begins when a client comes for it. */
  open(one: EvaluationCase, seed?: number): Battle
  /** Plays battles with a team, all at once, and gives its score. */
  evaluate(teamUrl: string, cases: readonly EvaluationCase[], seed?: number): Promise<RunScore>
}

export interface Battle {
  readonly id: string
  readonly ended: Promise<Match>
  /** What went over the wire: `>` from the arena, `<` from the team. */
  readonly transcript: readonly string[]
  /** Breaks the streams off, as a bad line does. */
  drop(): void
}

/** What a test does to the arena on purpose. */
export interface Mischief {
  /** May answer a command itself; `pass` takes it as usual. */
  onPlay?(battle: Battle, response: ServerResponse, pass: () => void): void
  /** May refuse a stream by answering it. */
  onStart?(battle: Battle, response: ServerResponse): void
}

const FLIP = '(╯°□°)╯︵ ┻━┻'

export async function openArena(mischief: Mischief = {}): Promise<FixtureArena> {
  const battles = new Map<string, HostedBattle>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, game, verb, id = ''] = (request.url ?? '').split('/')
    const battle = battles.get(id)
    if (battle === undefined || battle.game !== game)
      return reply(response, 404, { error: 'battle not found' })
    if (verb === 'start') {
      mischief.onStart?.(battle, response)
      if (!response.writableEnded) battle.start(response)
      return
    }
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const command = parseObject(body)
    if (command === undefined) return reply(response, 400, { error: 'malformed JSON' })
    const pass = (): void => battle.play(command, body, response)
    if (mischief.onPlay) mischief.onPlay(battle, response, pass)
    else pass()
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function open(one: EvaluationCase, seed = 1): HostedBattle {
    const battle = hostBattle(one, seed)
    battles.set(battle.id, battle)
    return battle
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    async evaluate(teamUrl, cases, seed) {
      const results = cases.map(async (one) => {
        const battle = open(one, seed)
        const called = await fetch(`${teamUrl}/${one.challenge}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ battleId: battle.id }),
        })
        if (!called.ok) throw new Error(`the team answers ${called.status}: ${await called.text()}`)
        return { case: one, match: await battle.ended }
      })
      return scoreRun(await Promise.all(results))
    },
    async [Symbol.asyncDispose]() {
      for (const battle of battles.values()) battle.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

interface HostedBattle extends Battle {
  readonly game: string
  start(response: ServerResponse): void
  play(command: Readonly<Record<string, unknown>>, body: string, response: ServerResponse): void
  stop(): void
}

function hostBattle(one: EvaluationCase, seed: number): HostedBattle {
  const spec = { ...must(caseSpec(one)), seed }
  const { seatNames } = spec.game
  const [id, game, own] = [randomUUID(), one.challenge, otherSeat(one.houseSeat)]
  const streams = new Set<ServerResponse>()
  const transcript: string[] = []
  const history: object[] = []
  const controller = new AbortController()
  const { promise: came, resolve: come } = deferred()
  let match: Match | undefined
  let isOver = false
  let asking: ((answer: Answer) => void) | undefined
  let speak: Unasked = () => {}

  let unsent: object[] = []

  function tell(event: object): void {
    history.push(event)
    transcript.push(`> ${JSON.stringify(event)}`)
    if (unsent.push(event) === 1) void sendSoon()
  }

  /** What happens together goes out together: a cheat comes right behind the event before it, however busy the machine is. */
  async function sendSoon(): Promise<void> {
    for (let turns = 0; turns < 4; turns++) await new Promise((resolve) => void setImmediate(resolve))
    send()
  }

  function send(): void {
    const text = inWords(unsent)
    unsent = []
    if (text !== '') for (const stream of streams) stream.write(text)
  }

  const team: Contestant = {
    name: 'team',
    async connect(_, __, callbacks) {
      speak = callbacks?.unasked ?? speak
      await came
      return {
        ask: (_, signal) =>
          unlessAborted(new Promise<Answer>((resolve) => void (asking = resolve)), signal, NO_LONGER_ASKED),
        tell(before, event, after) {
          for (const each of eventsOf(before, event, after, own)) tell(each)
          if (!endedRound(before, after)) return
          isOver = true
          send()
          for (const stream of streams) stream.end()
        },
        async [Symbol.asyncDispose]() {},
      }
    },
  }
  const brain = findBrain(one.brain, game)
  if (brain === undefined) throw new Error(`there is no house:${one.brain} for ${game}`)
  const house = playerOf(brain)

  return {
    id,
    game,
    transcript,
    ended: playMatch({
      challenge: game,
      spec,
      contestants: own === 0 ? [team, house] : [house, team],
      onEvent(_, next) {
        match = next
        if (history.length === 0 && next.phase === 'playing') tell({ youAre: seatNames[own], id })
      },
      signal: controller.signal,
    }),
    start(response) {
      if (isOver) return reply(response, 423, { error: 'Battle already ended' })
      response.socket?.setNoDelay(true)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      send()
      if (history.length > 0) response.write(inWords(history))
      streams.add(response)
      come()
    },
    play({ action, position }, body, response) {
      if (isOver) return reply(response, 423, { error: 'Battle already ended' })
      transcript.push(`< ${body}`)
      const text = typeof position === 'string' && isWord(game, action, position) ? position : '?'
      const said: Answer = action === FLIP ? { kind: 'flip' } : { kind: 'move', text }
      const listener = asking ?? speak
      asking = undefined
      listener(said)
      // By then the match machine has judged it.
      setImmediate(() => {
        const clock = match ? Math.floor(timeLeft(match.round.clocks[own], 0)) : 0
        reply(response, 200, { message: 'received your command', moveId: randomUUID(), clock })
      })
    },
    drop() {
      for (const stream of streams) stream.destroy()
      streams.clear()
    },
    stop() {
      controller.abort()
      for (const stream of streams) stream.destroy()
    },
  }
}

const inWords = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

function eventsOf(before: Match, event: MatchEvent, after: Match, own: Seat): readonly object[] {
  const { id, seatNames } = before.spec.game
  const command = (seat: Seat, position: string): object => ({
    player: seatNames[seat],
    action: id !== 'quoridor' ? 'putSymbol' : /[hv]$/.test(position) ? 'putWall' : 'move',
    position,
  })
  const flip = (seat: Seat): object => ({ player: seatNames[seat], action: FLIP })
  const turn = playedTurn(before, event, after) ?? []
  const over = endedRound(before, after)
  const isLate = over?.end.kind === 'forfeited' && over.end.faults[own]?.kind === 'timeout'
  return [
    ...turn.flatMap((word, seat) => (word === undefined ? [] : [command(seat === 0 ? 0 : 1, word)])),
    ...cheatsAndFlips(before, event, after).map((one) =>
      one.kind === 'cheated' ? command(one.seat, one.text) : flip(one.seat),
    ),
    ...(isLate ? [flip(otherSeat(own))] : []),
    ...(over ? [{ winner: over.winner === undefined ? 'draw' : seatNames[over.winner] }] : []),
  ]
}

const isWord = (game: string, action: unknown, position: string): boolean =>
  action === (game === 'tic-tac-toe' ? 'putSymbol' : position.length === 3 ? 'putWall' : 'move')

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
