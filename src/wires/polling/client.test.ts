import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import type { Brain } from '../../game/brain.ts'
import { tron, type TronMove, type TronState } from '../../games/tron/index.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { playOverPolling, type PollingClientOptions } from './client.ts'
import { FORMATS } from './format.ts'
import { GAME, IDS, KEYS, openTable, serveTable, type TableOptions } from './table.fixture.ts'
import { quietPort } from '../../protocols/quiet-port.fixture.ts'

const BOARD = { width: 16, height: 9, walls: '0,0 8,2' }
const SMALL: TableOptions = { settings: { ...BOARD, starts: '3,4,e 12,4,w' } }
/** From an opening: starts that do not mirror each other. */
const OPENING: TableOptions = { settings: { ...BOARD, starts: '2,6,n 13,1,w' } }

const playerOf = (brain: Brain): Contestant => ({
  name: brain.name,
  connect: (opening) => connectBrain(brain, opening),
})

/** Plays these moves in every round, and then turns left until it dies. */
const moving = (...moves: readonly string[]): Contestant =>
  playerOf({ name: 'Ada', move: ({ number }) => moves[Math.floor((number - 1) / 2)] ?? 'left' })

/** Drives anywhere that does not kill at once, with boosts, so that rounds differ and take a while. */
const wander: Brain['move'] = ({ view, legal, seat, rng }) => {
  const isSafe = (move: string): boolean =>
    tron.play(view as TronState, [{ seat, move: move as TronMove }]).cycles[seat].death === undefined
  const safe = legal.filter(isSafe)
  return rng.pick(safe.length > 0 ? safe : legal)
}
const wanderer = (name: string): Contestant => playerOf({ name, move: wander })

/** Time that passes only while a client pauses. */
function quickTime() {
  let now = 0
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    async pause(ms: number) {
      pauses.push(ms)
      now += ms
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}

const optionsFor = (seat: 0 | 1, url: string): PollingClientOptions => ({
  url,
  game: GAME,
  playerId: IDS[seat],
  key: KEYS[seat],
  seed: 5 + seat,
})

describe('the client half', () => {
  test.each(FORMATS)(
    'plays whole matches in %s, and shows its brain the very positions the referee sees',
    async (format) => {
      const table = openTable(format === 'xml' ? OPENING : SMALL)
      await using server = await serveTable(table)
      const seen: { seat: number; state: TronState }[] = []
      const onTurn = (state: TronState, seat: number): void => void seen.push({ seat, state })
      const [ann, bob] = await Promise.all([
        playOverPolling(wanderer('ann'), { ...optionsFor(0, server.url), format, onTurn }),
        playOverPolling(wanderer('bob'), { ...optionsFor(1, server.url), onTurn }),
      ])
      const { result, score, ended } = await table.done
      const winner = result?.winner === undefined ? null : IDS[result.winner]
      expect(must(ann)).toMatchObject({ winner, score })
      expect(must(bob)).toMatchObject({ winner, score: [score[1], score[0]] })
      expect(ended.length).toBeGreaterThan(1)
      expect(ended.map(({ end }) => end.kind)).toEqual(ended.map(() => 'played'))
      expect(seen.length).toBeGreaterThan(20)
      expect(seen).toEqual(table.positions)
      expect(seen.map(({ state }) => state) satisfies readonly TronState[]).toHaveLength(seen.length)
    },
  )

  test('plays on the real board, boosts and all', async () => {
    const table = openTable()
    await using server = await serveTable(table)
    const seen: number[] = []
    const race = ['left+boost', 'forward+boost', 'forward+boost', 'forward']
    const [ann, bob] = await Promise.all([
      playOverPolling(moving(...race), {
        ...optionsFor(0, server.url),
        onTurn: ({ cycles, rules }) => void seen.push(cycles[0].boosts, rules.width, rules.height),
      }),
      playOverPolling(moving('forward', 'left'), optionsFor(1, server.url)),
    ])
    expect([must(ann).verdict, must(bob).verdict].sort()).toEqual(['loss', 'win'])
    expect(seen.slice(0, 12)).toEqual([3, 130, 100, 2, 130, 100, 1, 130, 100, 0, 130, 100])
  })

  test('survives a server that is away in the middle of the game', async () => {
    const table = openTable(SMALL)
    const first = await serveTable(table, undefined, await quietPort())
    let back: ReturnType<typeof serveTable> | undefined
    let turns = 0
    const quick = quickTime()
    // The client pauses until the server is back, so it asks again then, however long the server was away.
    const time = {
      ...quick,
      async pause(ms: number) {
        await quick.pause(ms)
        await back
      },
    }
    const restart = async (): ReturnType<typeof serveTable> => {
      await first[Symbol.asyncDispose]()
      return serveTable(table, undefined, first.port)
    }
    const onTurn = (): void => {
      if (++turns === 6) back = restart()
    }
    const results = await Promise.all([
      playOverPolling(wanderer('ann'), { ...optionsFor(0, first.url), onTurn, time }),
      playOverPolling(wanderer('bob'), { ...optionsFor(1, first.url), onTurn, time }),
    ])
    await (await back)?.[Symbol.asyncDispose]()
    expect(results.map((result) => must(result).verdict).sort()).toEqual(['loss', 'win'])
    expect(time.pauses.length).toBeGreaterThan(0)
    expect((await table.done).ended.every(({ end }) => end.kind === 'played')).toBe(true)
  })

  test.each([
    ['hangs up', 'hang-up' as const],
    ['fails', { status: 500 }],
    ['is starting', { status: 503, body: 'starting' }],
    ['asks for patience', { status: 429, retryAfter: 3 }],
  ])('goes on with a server that %s now and then, and makes no move twice', async (_, answer) => {
    const table = openTable(SMALL)
    const time = quickTime()
    let asked = 0
    let count = 0
    const meddle = (address: string) => {
      // Some moves get through although the answer is lost.
      if (address.startsWith('POST') && ++count % 3 === 0) {
        if (count % 2 === 0) void table.request('POST', address.slice(5))
        return answer
      }
      return undefined
    }
    await using server = await serveTable(table, meddle)
    const play = (seat: 0 | 1, name: string) =>
      playOverPolling(
        playerOf({
          name,
          move(turn) {
            asked++
            return wander(turn)
          },
        }),
        { ...optionsFor(seat, server.url), time },
      )
    const results = await Promise.all([play(0, 'ann'), play(1, 'bob')])
    expect(results.map((result) => must(result).verdict).sort()).toEqual(['loss', 'win'])
    const match = await table.done
    expect(match.ended.every(({ end }) => end.kind === 'played')).toBe(true)
    expect(asked).toBe(match.ended.reduce((turns, round) => turns + round.turns, 0))
    if (typeof answer === 'object' && 'retryAfter' in answer) expect(time.pauses).toContain(3000)
  })

  test('gives up on a server that stays away', async () => {
    const server = await serveTable(openTable(SMALL))
    await server[Symbol.asyncDispose]()
    const time = quickTime()
    const result = await playOverPolling(wanderer('ann'), {
      ...optionsFor(0, server.url),
      patienceMs: 5000,
      time,
    })
    expect(result).toMatchObject({
      ok: false,
      problem: { message: `Cannot reach the server at ${server.url}: nothing listens there` },
    })
    expect(time.pauses).toEqual([100, 200, 400, 800, 1600, 2000])
  })

  test.each([
    [{ game: 8 }, 'Cannot play on this server: Cannot find game 8'],
    [{ playerId: 1003 }, 'Cannot play on this server: Cannot find this player in this game'],
    [{ key: 'x' }, 'Cannot play on this server: Cannot move with this key: nobody has it'],
    [{ key: KEYS[1] }, 'Cannot play on this server: Cannot move for this player: the key belongs to another'],
  ])('with %j is told what is wrong', async (wrong, message) => {
    const table = openTable(SMALL)
    table.desks[1].arrive()
    await using server = await serveTable(table)
    const result = await playOverPolling(wanderer('ann'), { ...optionsFor(0, server.url), ...wrong })
    expect(result).toMatchObject({ ok: false, problem: { message } })
  })

  const PLAYER = {
    player_number: 1,
    player_id: 1001,
    player_position: [3, 4],
    boost_active: false,
    boosts_remaining: 3,
    orientation: 'East',
    time_for_move: '00:00:10',
    status: 'playing',
    round: 1,
    score: [0, 0],
  }
  const GRID = { grid: { '3,4': 1001 }, player_turn: 1001, status: 'playing', round: 1, score: [0, 0] }

  test.each([
    [{ ...PLAYER, player_number: 3 }, GRID, 'player_number 3: expected 1 or 2'],
    [{ ...PLAYER, player_id: 'x' }, GRID, 'player_id "x": expected a whole number'],
    [{ ...PLAYER, player_position: '3,4' }, GRID, 'player_position "3,4": expected x and y'],
    [{ ...PLAYER, boost_active: 0 }, GRID, 'boost_active 0: expected true or false'],
    [{ ...PLAYER, boosts_remaining: -1 }, GRID, 'boosts_remaining -1: expected a whole number'],
    [{ ...PLAYER, orientation: 'Up' }, GRID, 'orientation "Up": expected one of North, East, South, West'],
    [{ ...PLAYER, time_for_move: 10 }, GRID, 'time_for_move 10: expected HH:MM:SS or nothing'],
    [{ ...PLAYER, status: 'done' }, GRID, 'status "done": expected one of waiting, playing, over'],
    [{ ...PLAYER, round: '1' }, GRID, 'round "1": expected a whole number'],
    [{ ...PLAYER, score: [0] }, GRID, 'score [0]: expected two whole numbers'],
    [{ ...PLAYER, winner: 'me' }, GRID, 'winner "me": expected a player id or nothing'],
    [PLAYER, { ...GRID, grid: [] }, 'grid []: expected a dictionary of cells'],
    [PLAYER, { ...GRID, grid: { a1: 'trail' } }, 'cell "a1": expected a name like 33,50'],
    [PLAYER, { ...GRID, player_turn: 'you' }, 'player_turn "you": expected a player id or nothing'],
  ])('answers rubbish by a sentence: %j %j', async (player, grid, message) => {
    const fetch = async (address: unknown): Promise<Response> =>
      Response.json(String(address).includes('/grid/') ? grid : player)
    const result = await playOverPolling(wanderer('ann'), { ...optionsFor(0, 'http://x'), fetch })
    expect(result).toMatchObject({
      ok: false,
      problem: { message: `Cannot understand the server’s ${message}` },
    })
  })

  test('answers what is no document by a sentence, too', async () => {
    const fetch = async (): Promise<Response> => new Response('<html>')
    const result = await playOverPolling(wanderer('ann'), { ...optionsFor(0, 'http://x'), fetch })
    expect(result).toMatchObject({ ok: false, problem: { code: 'server-unreadable' } })
  })

  test.each<[string, Brain['move'], string]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
      'Cannot go on playing: Ada failed (its move threw Error: boom)',
    ],
    ['resigns', (turn) => turn.resign(), 'Cannot go on playing: Ada gave up'],
    [
      'plays nonsense',
      () => 'up',
      'Cannot play "up" for Ada: expected one of left forward right left+boost forward+boost right+boost',
    ],
  ])('a brain that %s stops playing', async (_, move, message) => {
    const table = openTable(SMALL)
    table.desks[1].arrive()
    await using server = await serveTable(table)
    const result = await playOverPolling(playerOf({ name: 'Ada', move }), optionsFor(0, server.url))
    expect(result).toMatchObject({ ok: false, problem: { message } })
  })

  test('stops when it is told to', async () => {
    const table = openTable(SMALL)
    await using server = await serveTable(table)
    const controller = new AbortController()
    const stopping = playOverPolling(wanderer('ann'), {
      ...optionsFor(0, server.url),
      signal: controller.signal,
    })
    while (!table.match.round.ready[0]) await new Promise((resolve) => void setImmediate(resolve))
    controller.abort()
    expect(await stopping).toMatchObject({ ok: false, problem: { code: 'stopped' } })
  })

  test('comes back in the middle of a round and sees the whole board', async () => {
    const table = openTable(SMALL)
    await using server = await serveTable(table)
    const controller = new AbortController()
    const stay = playOverPolling(wanderer('bob'), optionsFor(1, server.url))
    let turns = 0
    const left = await playOverPolling(wanderer('ann'), {
      ...optionsFor(0, server.url),
      onTurn: () => ++turns === 4 && controller.abort(),
      signal: controller.signal,
    })
    expect(left).toMatchObject({ problem: { code: 'stopped' } })
    const seen: TronState[] = []
    const back = await playOverPolling(wanderer('ann'), {
      ...optionsFor(0, server.url),
      onTurn: (view) => void seen.push(view),
    })
    expect(must(back).score.toReversed()).toEqual(must(await stay).score)
    const occupied = (rows: readonly string[] = []): string[] => rows.map((row) => row.replaceAll('b', 'a'))
    const first = seen[0]
    const same = table.positions.find(({ state }) => {
      const { cycles, rows } = state as TronState
      return (
        isDeepStrictEqual(cycles, first?.cycles) && isDeepStrictEqual(occupied(rows), occupied(first?.rows))
      )
    })
    expect(same).toMatchObject({ seat: 0 })
    expect(first?.rows.join('')).toMatch(/b/)
  })

  test('does not run hot on a server that holds nothing back', async () => {
    const time = quickTime()
    let asked = 0
    const fetch = async (address: unknown): Promise<Response> => {
      if (String(address).includes('/grid/'))
        return Response.json({ ...GRID, status: 'waiting', player_turn: null })
      const status = ++asked > 20 ? 'over' : 'waiting'
      return Response.json({ ...PLAYER, status, time_for_move: null, winner: null })
    }
    const result = await playOverPolling(wanderer('ann'), { ...optionsFor(0, 'http://x'), fetch, time })
    expect(must(result)).toEqual({ verdict: 'draw', winner: null, score: [0, 0] })
    expect(time.pauses.length).toBeGreaterThan(10)
    expect(new Set(time.pauses)).toEqual(new Set([250]))
  })
})
