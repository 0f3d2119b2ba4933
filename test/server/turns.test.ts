import { describe, expect, test } from 'vitest'
import { must, ok } from '../../src/base/result.ts'
import { findChallenge } from '../../src/challenges/index.ts'
import type { Brain } from '../../src/game/brain.ts'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import type { Match } from '../../src/match/match.ts'
import { playedTurn } from '../../src/match/changes.ts'
import { playOverTurns, type TurnsClientOptions } from '../../src/wires/turns/client.ts'
import { nodeDigest } from '../../src/runner/digest.ts'
import { loadBrain } from '../../src/runner/load-brain.ts'
import { attendContest } from '../../src/sdk/attend-contest.ts'
import { playerOf } from '../../src/sdk/player-of.ts'
import { numberIn, openTestArena, until, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { legalIn, move, newGame, turnOf } from './play.fixture.ts'

const house = async (name: string, challenge: string): Promise<Brain> =>
  must(await loadBrain({ kind: 'house', name }, findChallenge(challenge)?.game.id ?? ''))

const first: Brain = { name: 'first', move: ({ legal }) => legal[0] ?? '' }

const optionsOf = (arena: TestArena, { id, key }: TestPlayer, game: number): TurnsClientOptions => ({
  url: arena.url,
  key,
  game,
  playerId: id,
  seed: 1,
})

/** The match as its record shows it. */
async function recordOf(arena: TestArena, game: number): Promise<Match> {
  const { text } = await arena.request(`/api/v1/matches/${game}/record`)
  return must(readRecord(text, findGame, nodeDigest)).match
}

const endsOf = ({ ended }: Match): readonly string[] => ended.map(({ end }) => end.kind)

const TRON = { width: 12, height: 12 }

describe('any game over plain HTTP', () => {
  test.each([
    ['tic-tac-toe', 'perfect', 'house:baseline', {}],
    ['quoridor', 'walker', 'house:walker', { opening: 'e2 e8 c3h d6v' }],
    ['longest-group', 'greedy', 'house:random', { opening: '3,4 7,2' }],
    ['light-cycle', 'wanderer', 'house:wanderer', { ...TRON, starts: '2,3,e 7,9,n' }],
    ['torus-tron', 'wanderer', 'house:wanderer', TRON],
    ['boost-tron', 'wanderer', 'house:wanderer', { ...TRON, starts: '3,5,e 8,5,w' }],
  ])('%s is played to its end by %s against %s', async (challenge, name, opponent, settings) => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge, opponent, settings, seed: 7 })
    const rules = findChallenge(challenge)?.game
    const brain = await house(name, challenge)
    const asked: string[] = []
    const player = playerOf({
      ...brain,
      move(turn) {
        asked.push(`${turn.seat} ${turn.number}`)
        expect(rules?.legalMoves(turn.view, turn.seat)).toEqual(turn.legal)
        expect(turn.timeLeft).toBeGreaterThan(0)
        return brain.move(turn)
      },
    })
    const { verdict, score } = must(await playOverTurns(player, optionsOf(arena, ann, game)))
    const match = await recordOf(arena, game)
    expect(new Set(endsOf(match))).toEqual(new Set(['played']))
    expect(score).toEqual(match.score)
    expect(verdict).toBe(
      match.result?.winner === undefined ? 'draw' : match.result.winner === 0 ? 'win' : 'loss',
    )
    expect(asked.length).toBeGreaterThan(2)
    // Turns are counted from the opening.
    expect(asked[0]).toBe('0 1')
  })

  test('a player knows before the round what it will play, and gets ready before it is there', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const called = await organiser.request('/api/v1/matches', {
      method: 'POST',
      json: {
        challenge: 'quoridor',
        players: [`player:${ann.id}`, `player:${bob.id}`],
        settings: { size: 5, walls: 2 },
      },
    })
    const game = numberIn(called.body, 'id')
    const seen: unknown[] = []
    const statuses: unknown[] = []
    const look = async () => (await arena.request(`/api/v1/matches/${game}`)).body['started']
    const play = (who: TestPlayer, name: string) =>
      playOverTurns(
        {
          name,
          async connect(opening, signal, callbacks) {
            const { view: _, seed: __, ...known } = opening
            seen.push(known)
            statuses.push((await who.request(`/api/v1/games/${game}/opening`)).body['status'], await look())
            return playerOf(first).connect(opening, signal, callbacks)
          },
        },
        optionsOf(arena, who, game),
      )
    const results = await Promise.all([play(ann, 'a'), play(bob, 'b')])
    expect(results.map((result) => must(result).verdict).sort()).toHaveLength(2)
    expect(statuses[0]).toBe('waiting')
    const shared = {
      challenge: 'quoridor',
      game: 'quoridor',
      names: ['Ann', 'Bob'],
      settings: expect.objectContaining({ size: 5, walls: 2 }),
      clock: { kind: 'bank', ms: 60_000, incrementMs: 2_000 },
      startUpMs: expect.any(Number),
      round: 0,
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        { ...shared, seat: 0 },
        { ...shared, seat: 1 },
      ]),
    )
  })

  test('each player hears every turn, once and in order', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'longest-group', opponent: 'house:random', seed: 3 })
    const heard: unknown[] = []
    const player = {
      name: 'ann',
      async connect(...args: Parameters<ReturnType<typeof playerOf>['connect']>) {
        const connection = await playerOf(first).connect(...args)
        if ('kind' in connection) return connection
        return {
          ...connection,
          tell: (...change: Parameters<typeof connection.tell>) => {
            const turn = playedTurn(...change)
            if (turn) heard.push(turn)
          },
        }
      },
    }
    must(await playOverTurns(player, optionsOf(arena, ann, game)))
    const { text } = await arena.request(`/api/v1/matches/${game}/record`)
    const played = text
      .split('\n')
      .filter((line) => line.includes('"event":"answered"'))
      .map((line) => JSON.parse(line) as { seat: 0 | 1; text: string })
      .map(({ seat, text: word }) => (seat === 0 ? [word, undefined] : [undefined, word]))
    expect(heard.length).toBeGreaterThan(10)
    expect(heard).toEqual(played.slice(0, heard.length))
  })
})

describe('a server with troubles', () => {
  /** Counts its turns; `onTurn` may disturb the game. */
  const counting = (brain: Brain, onTurn: (count: number) => void = () => {}) => {
    const asked: number[] = []
    const player = playerOf({
      ...brain,
      move(turn) {
        asked.push(turn.number)
        onTurn(asked.length)
        return brain.move(turn)
      },
    })
    return { asked, player }
  }

  test('may be restarted in the middle of a game', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:walker', seed: 1 })
    let restarting: Promise<void> | undefined
    const { asked, player } = counting(await house('walker', 'quoridor'), (count) => {
      if (count === 4) restarting = arena.restart()
    })
    const here = (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
      fetch(new Request(input).url.replace('http://arena.test', arena.url), init)
    const played = await playOverTurns(player, {
      ...optionsOf(arena, ann, game),
      url: 'http://arena.test/',
      fetch: here,
    })
    await restarting
    expect(restarting).toBeDefined()
    expect(must(played).score.reduce((a, b) => a + b)).toBe(1)
    expect(asked).toEqual([...new Set(asked)])
    expect(endsOf(await recordOf(arena, game))).toEqual(['played'])
  })

  const lose = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    await (await fetch(input, init)).text()
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
  }

  test.each([
    ['loses moves', async () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } })],
    ['loses answers', lose],
    [
      'hears some moves twice',
      async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        await (await fetch(input, init)).text()
        return fetch(input, init)
      },
    ],
  ])('that %s gets every move once', async (_, meddle) => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:walker', seed: 1 })
    const { asked, player } = counting(await house('walker', 'quoridor'))
    let posts = 0
    const meddled = (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
      init?.method === 'POST' && ++posts % 2 === 0 ? meddle(input, init) : fetch(input, init)
    const played = await playOverTurns(player, { ...optionsOf(arena, ann, game), fetch: meddled })
    expect(played).toMatchObject({ ok: true })
    expect(posts).toBeGreaterThan(4)
    expect(asked).toEqual([...new Set(asked)])
    expect(endsOf(await recordOf(arena, game))).toEqual(['played'])
  })

  test('that stays away is given up', async () => {
    let now = 0
    const pauses: number[] = []
    const time = {
      now: () => now,
      async pause(ms: number) {
        pauses.push(ms)
        now += ms
      },
    }
    const options = {
      url: 'http://127.0.0.1:9',
      key: 'x',
      game: 1,
      playerId: 1,
      seed: 1,
      time,
      patienceMs: 5_000,
    }
    const away = async () => {
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    }
    expect(await playOverTurns(playerOf(first), { ...options, fetch: away })).toMatchObject({
      problem: {
        code: 'server-lost',
        message: 'Cannot reach the server at http://127.0.0.1:9: nothing listens there',
      },
    })
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 2000])
  })

  test.each([
    [
      '{"hello":"world"}',
      200,
      'Cannot understand the server’s opening {"hello":"world"}: expected challenge, game',
    ],
    ['{"hello":"world"}', 404, 'Cannot play on this server: it answers 404'],
    [
      '{"error":"forbidden","message":"You do not play here"}',
      403,
      'Cannot play on this server: You do not play here',
    ],
    ['<html>', 200, 'Cannot understand the server at http://arena.test: expected JSON'],
  ])('that answers %s with %i is told so in one sentence', async (body, status, sentence) => {
    const options = { url: 'http://arena.test', key: 'x', game: 1, playerId: 1, seed: 1 }
    const played = await playOverTurns(playerOf(first), {
      ...options,
      fetch: async () => new Response(body, { status }),
    })
    expect(played).toMatchObject({ ok: false, problem: { message: expect.stringContaining(sentence) } })
  })

  test('a move for a turn that has passed is no move', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first', seed: 1 })
    const turn = await turnOf(ann, game)
    const given = { move: legalIn(turn)[0], round: 1, turn: 0 }
    expect((await move(ann, game, given)).status).toBe(200)
    await until(async () => ((await turnOf(ann, game))['turn'] === 2 ? true : undefined))
    const [next] = legalIn(await turnOf(ann, game))
    for (const wrong of [{ turn: 0 }, { turn: 2, round: 2 }, { turn: 3 }])
      expect(await move(ann, game, { move: next, ...wrong })).toMatchObject({
        status: 409,
        body: { error: 'not-your-turn' },
      })
    expect((await move(ann, game, { move: next, round: 1, turn: 2 })).status).toBe(200)
  })

  test('a size that is given as text is a number everywhere', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const settings = { size: '5', walls: '3' }
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:first', settings })
    await turnOf(ann, game)
    const { body } = await ann.request(`/api/v1/games/${game}/opening`)
    expect(body['settings']).toEqual({ size: 5, walls: 3 })
    const { text } = await arena.request(`/api/v1/matches/${game}/record`)
    expect(text).toContain('"settings":{"size":5,"walls":3}')
  })

  test('an illegal move is told at once, also where it costs the round', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const answerTo = async (challenge: string, text: string) => {
      const game = await newGame(ann, { challenge, opponent: 'house:first', clock: '5m' })
      await turnOf(ann, game)
      const { status, body } = await move(ann, game, { move: text })
      return [status, body['fault'] ?? body['message']]
    }
    expect(await answerTo('longest-group', '11,0')).toEqual([200, '11,0 is not legal here'])
    expect(await answerTo('longest-group', 'left')).toEqual([
      200,
      expect.stringMatching(/^Cannot read move "left"/),
    ])
    expect(await answerTo('quoridor', 'e4')).toEqual([200, 'e4 is not legal here'])
    expect(await answerTo('boost-tron', 'up')).toEqual([
      400,
      expect.stringMatching(/^Cannot play this: Cannot read/),
    ])
    expect(await answerTo('quoridor', 'e2')).toEqual([200, undefined])
  })
})

describe('a player with troubles', () => {
  const brain = (play: Brain['move']): Brain => ({ name: 'odd', move: play })

  test.each([
    ['cheats', 'quoridor', brain(() => 'e9'), [], 'forfeited'],
    ['says far too much', 'quoridor', brain(() => 'e'.repeat(100_000)), [], 'forfeited'],
    [
      'gives up',
      'tic-tac-toe',
      brain(({ resign }) => {
        resign()
      }),
      [],
      'forfeited',
    ],
    [
      'throws',
      'longest-group',
      brain(() => {
        throw new RangeError('too far')
      }),
      ['odd failed: its move threw RangeError: too far'],
      'forfeited',
    ],
    [
      'cannot get ready',
      'longest-group',
      {
        ...first,
        init() {
          throw new Error('no')
        },
      },
      ['first failed: its init threw Error: no'],
      'forfeited',
    ],
  ])('one that %s loses %s at once', async (_, challenge, odd, failures, end) => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge, opponent: 'house:first', seed: 1 })
    const heard: string[] = []
    const played = await playOverTurns(playerOf(odd), {
      ...optionsOf(arena, ann, game),
      onFailure: (why) => void heard.push(why),
    })
    expect(must(played)).toEqual({ verdict: 'loss', score: [0, 1] })
    expect(heard).toEqual(failures)
    expect(endsOf(await recordOf(arena, game))).toEqual([end])
  })

  test('one that thinks for ever loses on time, and the client goes on', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const opponent = 'house:first'
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent, clock: '2s', seed: 1 })
    const heard: string[] = []
    const played = await playOverTurns(playerOf(brain(() => new Promise(() => {}))), {
      ...optionsOf(arena, ann, game),
      onFailure: (why) => void heard.push(why),
    })
    expect(must(played).verdict).toBe('loss')
    expect(heard).toEqual(['odd failed: its time was up'])
    const [round] = (await recordOf(arena, game)).ended
    expect(round?.end).toMatchObject({ kind: 'forfeited', faults: [{ kind: 'timeout' }, undefined] })
  })

  test('one that may try again is told why', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, {
      challenge: 'boost-tron',
      opponent: 'house:first',
      settings: { ...TRON, starts: '3,5,e 8,5,w' },
      seed: 1,
    })
    const refusals: string[] = []
    const odd = brain(({ refused, legal, resign }) => {
      if (refused !== undefined) refusals.push(refused)
      if (refusals.length === 2) return resign()
      return refused === undefined && refusals.length > 0 ? (legal[0] ?? '') : 'fly'
    })
    expect(must(await playOverTurns(playerOf(odd), optionsOf(arena, ann, game))).verdict).toBe('loss')
    expect(refusals.length).toBeGreaterThanOrEqual(2)
    expect(refusals[0]).toContain('fly')
  })

  test('one that is cheated flips the table', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const opponent = 'house:cheat-eleven-walls'
    const game = await newGame(ann, { challenge: 'quoridor', opponent, seed: 1 })
    const still = await house('walker', 'quoridor')
    const { verdict } = must(await playOverTurns(playerOf(still), optionsOf(arena, ann, game)))
    const [round] = (await recordOf(arena, game)).ended
    if (round?.end.kind === 'forfeited') expect(round.end.noticed).toBe(true)
    expect([verdict, round?.end.kind]).toEqual(['win', 'forfeited'])
  })

  test('one that is stopped makes no more moves', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'house:walker', seed: 1 })
    const stop = new AbortController()
    const odd = brain(({ legal, number }) => {
      if (number < 5) return legal[0] ?? ''
      stop.abort()
      return new Promise<string>(() => {})
    })
    const played = await playOverTurns(playerOf(odd), { ...optionsOf(arena, ann, game), signal: stop.signal })
    expect(played).toMatchObject({ problem: { message: 'Cannot finish the game: it was stopped' } })
    expect(await turnOf(ann, game)).toMatchObject({ status: 'playing', asked: true, turn: 4 })
  })

  test('one that waits for an opponent hears that the challenge was withdrawn', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const game = await newGame(ann, { challenge: 'quoridor', opponent: 'open' })
    const playing = playOverTurns(playerOf(first), optionsOf(arena, ann, game))
    await ann.request(`/api/v1/games/${game}`, { method: 'DELETE' })
    expect(await playing).toMatchObject({
      problem: { message: `Cannot play game ${game}: it was withdrawn` },
    })
  })
})

describe('a tournament of teams', () => {
  test.each([
    ['quoridor', 'walker', { size: 5, walls: 2 }],
    ['tic-tac-toe', 'random', {}],
  ])('of %s is played to its end over plain HTTP', async (challenge, name, settings) => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const teams = [await arena.register('ann'), await arena.register('bob')]
    const made = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'Cup',
        challenge,
        format: 'round-robin',
        entrants: teams.map(({ id }) => `player:${id}`),
        settings,
        seed: 5,
      },
    })
    const path = `/api/v1/tournaments/${numberIn(made.body, 'id')}`
    const stop = new AbortController()
    const reports: unknown[] = []
    const wanted: string[] = []
    const attending = teams.map(({ key }) =>
      attendContest(
        async (called) => {
          wanted.push(called)
          return ok(playerOf(await house(name, called)))
        },
        {
          url: arena.url,
          key,
          seed: 1,
          signal: stop.signal,
          onGame: (_, report) => void reports.push(report),
        },
      ),
    )
    await organiser.request(`${path}/start`, { method: 'POST', json: {} })
    const over = await until(async () => {
      const { body } = await arena.request(path)
      return body['status'] === 'over' ? body : undefined
    })
    await until(() => (reports.length === 2 * numberIn(over, 'played') ? true : undefined))
    stop.abort()
    const counts = (await Promise.all(attending)).map(must)
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts).toEqual([over['played'], over['played']])
    expect(new Set(wanted)).toEqual(new Set([challenge]))
    expect(reports).toEqual(reports.map(() => expect.objectContaining({ ok: true })))
    expect(over['result']).toMatchObject({ isDone: true })
  })

  test('a client for one challenge is not called to another', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const quoridor = await newGame(ann, { challenge: 'quoridor', opponent: 'house:first' })
    const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first', seed: 1 })
    const stop = new AbortController()
    const played: number[] = []
    const attended = attendContest(async () => ok(playerOf(first)), {
      url: arena.url,
      key: ann.key,
      challenge: 'tic-tac-toe',
      signal: stop.signal,
      onGame(id) {
        played.push(id)
        stop.abort()
      },
    })
    expect(await attended).toEqual({ ok: true, value: 1 })
    expect(played).toEqual([game])
    expect(await turnOf(ann, quoridor)).toMatchObject({ turn: 0, asked: true })
  })
})
