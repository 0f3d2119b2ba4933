import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { deferred } from '../../base/deferred.ts'
import { must } from '../../base/result.ts'
import { findBrain } from '../../brains/index.ts'
import { quoridor } from '../../challenges/quoridor.ts'
import { ticTacToe } from '../../challenges/tic-tac-toe.ts'
import { casesOf, findCase, type EvaluationCase } from '../../evaluation/cases.ts'
import { scoreCase } from '../../evaluation/score-case.ts'
import type { Brain } from '../../game/brain.ts'
import { makeSpec, type MatchSpec } from '../../match/match.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { openArena, type Mischief } from './arena.fixture.ts'
import { playBattle, type BattleOptions } from './client.ts'
import { FLIP_ACTION } from './commands.ts'

const CHALLENGES = { 'tic-tac-toe': ticTacToe, quoridor }
type ChallengeId = keyof typeof CHALLENGES

const specOf = (challenge: ChallengeId): MatchSpec => {
  const { game, preset, rules } = CHALLENGES[challenge]
  return must(makeSpec(game, game.presets[preset] ?? {}, rules, 7))
}

const playerOf = (brain: Brain): Contestant => ({
  name: brain.name,
  connect: (opening) => connectBrain(brain, opening),
})

function house(name: string, challenge: ChallengeId): Contestant {
  const brain = findBrain(name, challenge)
  if (brain === undefined) throw new Error(`there is no house:${name}`)
  return playerOf(brain)
}

const solid = (challenge: ChallengeId): Contestant =>
  house(challenge === 'quoridor' ? 'walker' : 'perfect', challenge)

const caseOf = (challenge: string, id: string): EvaluationCase => {
  const found = findCase(challenge, id)
  if (found === undefined) throw new Error(`there is no case ${id}`)
  return found
}

/** Plays a graded battle in an arena, which a test may disturb. */
async function fight(one: EvaluationCase, mischief: Mischief = {}, more: Partial<BattleOptions> = {}) {
  await using arena = await openArena(mischief)
  const battle = arena.open(one)
  const { challenge } = one
  const result = await playBattle(solid(challenge), {
    url: `${arena.url}/`,
    challenge,
    battleId: battle.id,
    spec: specOf(challenge),
    settleMs: 30,
    ...more,
  })
  const { transcript } = battle
  return { result, transcript, match: await battle.ended }
}

describe.each(['tic-tac-toe', 'quoridor'] as const)('the client half at %s', (challenge) => {
  const cases = casesOf(challenge).filter(({ worth }) => worth.kind !== 'survival')

  test.concurrent.each(cases)('earns all there is in $id', async (one) => {
    const { result, match } = await fight(one)
    expect(scoreCase(one, match)).toMatchObject({ points: one.worth.points })
    const verdict = match.result?.winner === undefined ? 'draw' : 'win'
    expect(result).toMatchObject({ ok: true, value: { verdict } })
    if (match.round.cheat) expect(must(result).cheat).toMatch(/^(played|flipped) /)
  })
})

describe('after trouble', () => {
  const BASE = caseOf('quoridor', 'BASE_AI_SECOND')

  /** Commands that a team sends again get through only once: a second one is out of turn, and loses. */
  const expectWin = async (mischief: Mischief): Promise<void> => {
    const { result, match } = await fight(BASE, mischief)
    expect(result).toMatchObject({ ok: true, value: { verdict: 'win' } })
    expect(scoreCase(BASE, match).points).toBe(15)
  }

  test('a broken stream is taken up again, and the battle goes on', async () => {
    let plays = 0
    let starts = 0
    await expectWin({
      onStart: () => void starts++,
      onPlay(battle, _, pass) {
        pass()
        if (++plays % 2 === 0) battle.drop()
      },
    })
    expect(starts).toBeGreaterThan(2)
  })

  test('a command that got through without an answer is not sent again', async () => {
    let plays = 0
    await expectWin({
      onPlay(battle, response, pass) {
        if (++plays === 2) {
          battle.drop()
          response.destroy()
        }
        pass()
      },
    })
  })

  test.each([
    ['lost', (response: ServerResponse) => void response.destroy()],
    ['refused by an arena in trouble', (response: ServerResponse) => void response.writeHead(503).end()],
  ])('a command that was %s is sent again', async (_, refuse) => {
    let plays = 0
    await expectWin({
      onPlay(_, response, pass) {
        if (++plays === 2) refuse(response)
        else pass()
      },
    })
  })

  test('an arena that refuses streams for a while is asked again', async () => {
    let starts = 0
    await expectWin({
      onStart(_, response) {
        if (++starts < 3) response.writeHead(starts === 1 ? 503 : 429).end()
      },
    })
  })
})

/** An arena that says what it is told to say, and hears everything. */
async function openScript(
  start: readonly string[],
  onPlay: (command: object, number: number, say: (text: string) => void) => number | void = () => {},
) {
  const played: object[] = []
  const asked: string[] = []
  let stream: ServerResponse | undefined
  const say = (text: string): void => void stream?.write(text)
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const text of start) say(text)
      return
    }
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const command = JSON.parse(body) as object
      played.push(command)
      const clock = onPlay(command, played.length, say) ?? 18_000
      response.end(JSON.stringify({ message: 'received your command', moveId: 'm', clock }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    played,
    asked,
    say,
    hangUp: () => void stream?.end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const tell = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const playAt = (
  url: string,
  challenge: ChallengeId,
  player = solid(challenge),
  more: Partial<BattleOptions> = {},
) => playBattle(player, { url, challenge, battleId: 'b 1', spec: specOf(challenge), settleMs: 5, ...more })

const FLIP = { action: FLIP_ACTION }

describe('what the opponent does is checked', () => {
  const square = (player: string, position: unknown, action = 'putSymbol') => ({ player, action, position })

  test.each([
    ['tic-tac-toe', 'O', 'a move before O has moved', [square('X', 'NW')]],
    ['tic-tac-toe', 'O', 'a flip for nothing', [{ player: 'X', ...FLIP }]],
    ['tic-tac-toe', 'X', 'a square that is none', [square('O', '')]],
    ['tic-tac-toe', 'X', 'a square that is no word', [square('O', 7)]],
    ['tic-tac-toe', 'X', 'no square', [{ player: 'O', action: 'putSymbol' }]],
    ['tic-tac-toe', 'X', 'an unknown action', [square('O', 'NW', 'eraseSymbol')]],
    ['tic-tac-toe', 'X', 'two moves in a row', [square('O', 'NW'), square('O', 'C')]],
    ['quoridor', 'second', 'a wall that is called a move', [square('first', 'e4h', 'move')]],
    ['quoridor', 'second', 'a step that is called a wall', [square('first', 'e2', 'putWall')]],
    ['quoridor', 'second', 'a step too far', [square('first', 'e3', 'move')]],
    ['quoridor', 'second', 'a wall beyond the edge', [square('first', 'i4h', 'putWall')]],
    ['quoridor', 'first', 'a second player who begins', [square('second', 'e8', 'move')]],
  ] as const)('%s, %s: %s is answered by flipping the table', async (challenge, youAre, _, events) => {
    await using arena = await openScript([tell({ youAre, id: 'b' }, ...events)], (_, __, say) =>
      say(tell({ player: youAre, ...FLIP }, { winner: youAre })),
    )
    const result = await playAt(arena.url, challenge)
    expect(arena.played).toEqual([FLIP])
    expect(result).toMatchObject({ ok: true, value: { verdict: 'win', cheat: expect.any(String) as string } })
  })

  test('a cheat is noticed in the middle of a thought', async () => {
    await using arena = await openScript([tell({ youAre: 'O', id: 'b' })], (_, __, say) =>
      say(tell({ player: 'O', ...FLIP }, { winner: 'O' })),
    )
    const thinker = playerOf({
      name: 'thinker',
      move() {
        arena.say(tell(square('X', 'NW')))
        return new Promise(() => {})
      },
    })
    expect(must(await playAt(arena.url, 'tic-tac-toe', thinker))).toEqual({
      verdict: 'win',
      turns: 0,
      cheat: 'played "NW" when it was not its turn',
    })
    expect(arena.played).toEqual([FLIP])
  })

  test('a cheat that arrives while a slow brain holds everything up is read before the move goes out', async () => {
    await using arena = await openScript([tell({ youAre: 'O', id: 'b' })], (_, __, say) =>
      say(tell({ player: 'O', ...FLIP }, { winner: 'O' })),
    )
    const slow = playerOf({
      name: 'slow',
      async move({ legal }) {
        arena.say(tell(square('X', 'NW')))
        await new Promise((resolve) => setImmediate(resolve))
        return legal[0]
      },
    })
    expect(must(await playAt(arena.url, 'tic-tac-toe', slow)).verdict).toBe('win')
    expect(arena.played).toEqual([FLIP])
  })
})

/** Resolves when the client has read the whole answer to its first command. */
function firstAnswer(): Promise<void> {
  const { promise, resolve } = deferred()
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const response = await fetch(address, init)
    if (init?.method !== 'POST') return response
    const text = await response.text()
    spy.mockRestore()
    // A few turns of the event loop, in which the client goes through what it has read.
    void setTimeout(() => void setImmediate(() => void setImmediate(resolve)), 0)
    return new Response(text, response)
  })
  return promise
}

describe('the stream', () => {
  const echo = (command: object): object => ({ player: 'O', ...command })
  const first = playerOf({ name: 'first', move: ({ legal }) => legal[0] })

  test.each([
    ['cut anywhere', [...tell({ youAre: 'O', id: 'b' })]],
    [
      'with comments, ids and names',
      [`: hello\n\nid: 1\nevent: message\nretry: 5\n${tell({ youAre: 'O' })}`],
    ],
    ['with other line ends', ['data:{"youAre":"O"}\r\n\r\n']],
    [
      'with events about something else',
      [tell({ weather: 'fine' }, { youAre: 'Z' }, { player: 'Y' }), 'data: no\n\n', tell({ youAre: 'O' })],
    ],
  ])('is read %s', async (_, start) => {
    await using arena = await openScript(start, (command, _, say) =>
      say(tell(echo(command), { winner: 'X' })),
    )
    expect(must(await playAt(arena.url, 'tic-tac-toe', first))).toEqual({ verdict: 'loss', turns: 1 })
    expect(arena.played).toEqual([{ action: 'putSymbol', position: 'NW' }])
    expect(arena.asked).toEqual(['GET /tic-tac-toe/start/b%201', 'POST /tic-tac-toe/play/b%201'])
  })

  test('shows the brain how much time is left by the clock of the arena', async () => {
    const times: number[] = []
    const watcher = playerOf({
      name: 'watcher',
      move({ legal, timeLeft }) {
        times.push(timeLeft)
        return legal[0]
      },
    })
    const answered = firstAnswer()
    await using arena = await openScript([tell({ youAre: 'O' })], (command, number, say) => {
      if (number === 2) say(tell(echo(command), { winner: 'draw' }))
      // The client has read the answer before the opponent moves.
      else
        void answered.then(() =>
          say(tell(echo(command), { player: 'X', action: 'putSymbol', position: 'C' })),
        )
      return 5_000
    })
    expect(must(await playAt(arena.url, 'tic-tac-toe', watcher)).verdict).toBe('draw')
    const [opening = 0, next = 0] = times
    expect(opening).toBeGreaterThan(5_000)
    expect(opening).toBeLessThanOrEqual(18_000)
    expect(next).toBeLessThanOrEqual(5_000)
  })

  test('a battle that the arena begins again is played again from its beginning', async () => {
    const x = { player: 'X', action: 'putSymbol', position: 'C' }
    const inits: number[] = []
    const starter = playerOf({
      name: 'starter',
      init: ({ seat }) => void inits.push(seat),
      move({ legal, number }) {
        if (number === 1) return legal[0]
        arena.hangUp()
        return new Promise(() => {})
      },
    })
    await using arena = await openScript([tell({ youAre: 'O' })], (command, number, say) =>
      say(tell(echo(command), number === 1 ? x : { winner: 'O' })),
    )
    expect(must(await playAt(arena.url, 'tic-tac-toe', starter))).toEqual({ verdict: 'win', turns: 1 })
    expect(arena.played).toMatchObject([{ position: 'NW' }, { position: 'NW' }])
    expect(inits).toEqual([0, 0])
  })

  test('a brain that gives up flips the table', async () => {
    await using arena = await openScript([tell({ youAre: 'O' })], (command, _, say) =>
      say(tell(echo(command), { player: 'X', ...FLIP }, { winner: 'X' })),
    )
    const quitter = playerOf({ name: 'quitter', move: ({ resign }) => resign() })
    expect(must(await playAt(arena.url, 'tic-tac-toe', quitter)).verdict).toBe('loss')
    expect(arena.played).toEqual([FLIP])
  })

  test.each([
    ['plays what is not legal', () => 'ZZ', 'Cannot play "ZZ" for bad: it is not a legal move there'],
    [
      'throws',
      () => {
        throw new Error('oh')
      },
      'Cannot go on playing: bad failed (its move threw Error: oh)',
    ],
  ])('a brain that %s ends the battle with a sentence', async (_, move, message) => {
    await using arena = await openScript([tell({ youAre: 'O' })])
    const result = await playAt(arena.url, 'tic-tac-toe', playerOf({ name: 'bad', move }))
    expect(result).toMatchObject({ ok: false, problem: { code: 'player-failed', message } })
    expect(arena.played).toEqual([])
  })

  test('a signal stops it', async () => {
    await using arena = await openScript([tell({ youAre: 'X' })])
    const stopped = await playAt(arena.url, 'tic-tac-toe', first, { signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ ok: false, problem: { code: 'stopped' } })
  })
})

describe('an arena that does not let one play', () => {
  test.each([
    [404, '{"error":"battle not found"}', 'Cannot play in this arena: it says "battle not found"'],
    [400, 'nonsense', 'Cannot play in this arena: it answers 400'],
    [302, '', 'Cannot play in this arena: it answers 302'],
  ])('answers %i', async (status, body, message) => {
    const { result } = await fightRefused(status, body)
    expect(result).toMatchObject({ ok: false, problem: { message } })
  })

  test('has ended the battle without saying how', async () => {
    const { result } = await fightRefused(423, '{"error":"Battle already ended"}')
    expect(result).toEqual({ ok: true, value: { verdict: 'unknown', turns: 0 } })
  })

  test('is not there', async () => {
    const result = await playAt('http://127.0.0.1:1', 'tic-tac-toe', undefined, { patienceMs: 0 })
    expect(result).toMatchObject({
      ok: false,
      problem: {
        message:
          'Cannot reach the arena at http://127.0.0.1:1/tic-tac-toe/start/b%201: nothing listens there',
      },
    })
  })

  async function fightRefused(status: number, body: string) {
    await using arena = await openArena({
      onStart: (_, response) => void response.writeHead(status).end(body),
    })
    const battle = arena.open(caseOf('tic-tac-toe', 'AB_AI_O'))
    return { result: await playAt(arena.url, 'tic-tac-toe', undefined, { battleId: battle.id }) }
  }
})
