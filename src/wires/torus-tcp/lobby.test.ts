import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, must, ok } from '../../base/result.ts'
import type { Brain } from '../../game/brain.ts'
import { describeEnd } from '../../match/describe.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import { playOverTcp } from './client.ts'
import { realClock } from '../../runner/clock.ts'
import { fakeClock, type FakeClock } from '../../runner/fake-clock.fixture.ts'
import { openTcpLobby, type TcpLobby, type TcpLobbyOptions } from './lobby.ts'

interface Opened {
  readonly lobby: TcpLobby
  /** How each game ended, in words. */
  readonly ends: string[]
  /** How many moves have come, in all games. */
  answers(): number
  /** Stands still unless it is told to go on, so no player is late because the machine is busy. */
  readonly clock: FakeClock
}

const opened: AsyncDisposable[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const lobby of opened.splice(0)) await lobby[Symbol.asyncDispose]()
})

/** All of a test come from one address. */
const CROWDED = { maxPerAddress: 4096, playersAtOnce: 4096 } as const

const SECOND_A_MOVE = { clock: { kind: 'per-move', ms: 1000 } } as const

async function openLobby(options: Partial<TcpLobbyOptions> = {}): Promise<Opened> {
  const ends: string[] = []
  const clock = fakeClock()
  let answers = 0
  const lobby = must(
    await openTcpLobby({
      port: 0,
      seed: 1,
      rules: SECOND_A_MOVE,
      clock,
      onEvent: (_, { kind }) => void (kind === 'answered' && answers++),
      onOver: (game, match) => {
        const [round] = match.ended
        ends.push(round ? describeEnd(round, match.spec, game.names) : 'given up')
      },
      ...options,
    }),
  )
  opened.push(lobby)
  return { lobby, ends, clock, answers: () => answers }
}

/** A peer that says what it is told to. */
async function peer({ lobby }: Opened, text = ''): Promise<Socket & { heard(): string }> {
  const socket = connect({ host: '127.0.0.1', port: lobby.port, allowHalfOpen: true })
  sockets.push(socket)
  let heard = ''
  socket.on('error', () => {}).on('data', (chunk: Buffer) => (heard += String(chunk)))
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return Object.assign(socket, { heard: () => heard })
}

const driver = (name: string, ...moves: readonly string[]): Brain => ({
  name,
  move: ({ number }) => moves[number - 1] ?? 'e',
})

async function visit({ lobby }: Opened, brain: Brain): Promise<string> {
  const socket = connect(lobby.port, '127.0.0.1')
  const player = { name: brain.name, connect: (opening: never) => connectBrain(brain, opening) }
  const result = await playOverTcp(socket, player, { seed: 1, moveMs: 1000 })
  return result.ok ? result.value : result.problem.message
}

/** Two players come, play and hear how it ended: all others are still served. */
async function expectService(opened: Opened): Promise<void> {
  const before = opened.ends.length
  const [ann, bob] = await Promise.all([visit(opened, driver('ann', 'n')), visit(opened, driver('bob', 'n'))])
  expect([ann, bob].sort()).toEqual(['loss', 'win'])
  await until(() => opened.ends.length > before)
}

/** The server has closed its side, or all of it. */
const gone = (socket: Socket): Promise<unknown> =>
  socket.destroyed || socket.readableEnded
    ? Promise.resolve()
    : Promise.race([once(socket, 'end'), once(socket, 'close')])

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('the lobby', () => {
  test('pairs players in the order in which they come', async () => {
    const house = await openLobby()
    const a = await peer(house, 'a\n')
    await until(() => house.lobby.waiting === 1)
    const b = await peer(house, 'b\n')
    await until(() => house.lobby.playing === 1)
    const c = await peer(house, 'c\nn\n')
    await until(() => house.lobby.waiting === 1)
    expect([house.lobby.playing, house.lobby.connections]).toEqual([1, 3])
    a.write('n\n')
    b.write('n\n')
    await Promise.all([once(a, 'end'), once(b, 'end')])
    expect(a.heard()).toMatch(
      /^\(37 \. 10\)\(\(0 \. 0\) \(1 \. 0\) .*\(36 \. 9\)\)\n\(1 \. 1\)\(35 \. 8\)\nloss\n$/,
    )
    expect(b.heard()).toMatch(/\n\(35 \. 8\)\(1 \. 1\)\nwin\n$/)
    expect(house.ends).toEqual(['b won by the opponent driving into a wall'])
    expect(c.heard()).toBe('')
  })

  test('gives a name to those who have none', async () => {
    const house = await openLobby()
    await Promise.all([peer(house, '  \r\nn '), peer(house, '\nn ')])
    await until(() => house.ends.length === 1)
    expect(house.ends).toEqual(['anonymous won by the opponent driving into a wall'])
  })

  test('seats a house brain opposite a lone player', async () => {
    const house = await openLobby({
      fillAfter: 0.01,
      fillWith: 'first',
      maps: [{ starts: '1,1 35,1' }],
      rules: {},
      clock: realClock,
    })
    expect(await visit(house, driver('alone', 'e', 'e'))).toBe('win')
    await until(() => house.ends.length === 1)
    expect(house.ends).toEqual(['alone won by the opponent driving into a wall'])
  })

  test('a house brain comes after so many seconds, and not a millisecond earlier', async () => {
    const house = await openLobby({ fillAfter: 2, fillWith: 'first' })
    await peer(house, 'alone\n')
    await until(() => house.lobby.waiting === 1)
    await house.clock.pass(1_999)
    expect([house.lobby.waiting, house.lobby.playing]).toEqual([1, 0])
    await house.clock.pass(1)
    expect([house.lobby.waiting, house.lobby.playing]).toEqual([0, 1])
  })

  test('a house brain does not come while enough of them play', async () => {
    const house = await openLobby({
      fillAfter: 0,
      fillWith: 'first',
      maxHouseGames: 1,
      maps: [{ starts: '1,1 35,1' }],
      rules: {},
      clock: realClock,
    })
    const one = await peer(house, 'one\n')
    await until(() => one.heard().includes('(1 . 1)'))
    const two = visit(house, driver('two', 'e'))
    await until(() => house.lobby.waiting === 1)
    expect(house.lobby.playing).toBe(1)
    one.write('e\n')
    expect(await two).toBe('win')
    await until(() => house.ends.length === 2)
    expect(house.ends).toEqual([
      'one won by the opponent driving into a wall',
      'two won by the opponent driving into a wall',
    ])
  })

  test('plays the maps in turn', async () => {
    const maps = [
      { width: 5, height: 5, walls: 'none', starts: '1,1 3,3' },
      { width: 7, height: 6, walls: '2,2', starts: '1,1 3,3' },
    ]
    const house = await openLobby({ maps })
    const heard: string[] = []
    for (let game = 0; game < 3; game++) {
      const [a, b] = [await peer(house, 'a\nx '), await peer(house, 'b\nx ')]
      await Promise.all([once(a, 'end'), once(b, 'end')])
      heard.push(a.heard().split('\n')[0] ?? '')
    }
    expect(heard).toEqual(['(5 . 5)()', '(7 . 6)((2 . 2))', '(5 . 5)()'])
  })

  test.each<[Partial<TcpLobbyOptions>, string]>([
    [{ maps: [] }, 'Cannot open the lobby without a map: expected at least one'],
    [{ maps: [{ width: 2 }] }, 'Cannot set width to 2: expected a whole number from 3 to 200'],
    [
      { maps: [{ edge: 'wall' }] },
      'Cannot play this over TCP: expected tron with edge=torus timing=simultaneous moves=compass boosts=0',
    ],
    [{ rules: { bestOf: 3 } }, 'Cannot play several rounds over TCP: expected a match of one round'],
    [{ fillAfter: -1 }, 'Cannot fill after -1 s: expected seconds from 0'],
    [{ host: '192.0.2.1' }, 'Cannot listen on 192.0.2.1:0: this machine has no such address'],
  ])('does not open with %j', async (options, message) => {
    expect(await openTcpLobby({ port: 0, seed: 1, ...options })).toMatchObject({
      ok: false,
      problem: { message },
    })
  })

  test('does not open on a port that is taken', async () => {
    const { lobby } = await openLobby()
    const result = await openTcpLobby({ port: lobby.port, seed: 1 })
    expect(result).toMatchObject({
      ok: false,
      problem: { message: `Cannot listen on 127.0.0.1:${lobby.port}: another program has that port` },
    })
  })

  test('closing ends the games and leaves no connection behind', async () => {
    const house = await openLobby()
    const players = [
      await peer(house, 'a\n'),
      await peer(house, 'b\n'),
      await peer(house, 'c\n'),
      await peer(house),
    ]
    await until(() => house.lobby.playing === 1 && house.lobby.waiting === 1)
    const closed = Promise.all(players.map((player) => once(player, 'end').then(() => player.end())))
    await house.lobby[Symbol.asyncDispose]()
    await closed
    await until(() => house.lobby.connections === 0)
    expect(house.ends).toEqual(['given up'])
  })
})

describe('a bad peer loses at most its own game', () => {
  test('it never sends a name', async () => {
    const house = await openLobby({ limits: { nameWithinMs: 100 } })
    const silent = await peer(house)
    const slow = await peer(house, 'no line fe')
    await expectService(house)
    expect(house.lobby.connections).toBeGreaterThanOrEqual(2)
    const closed = Promise.all([gone(silent), gone(slow)])
    await house.clock.pass(100)
    // They do not hang up themselves.
    await house.clock.pass(2_000)
    await closed
    await until(() => house.lobby.connections === 0)
  })

  test('it sends megabytes without a line feed', async () => {
    const house = await openLobby()
    const flood = await peer(house)
    const closed = gone(flood)
    for (let i = 0; i < 64; i++) flood.write('x'.repeat(65_536))
    await expectService(house)
    await closed
    expect(house.ends).toHaveLength(1)
  })

  test.each([
    ['its name is too long', 'x'.repeat(1025), false],
    ['its name is too long, with a line feed', `${'x'.repeat(1025)}\n`, false],
    ['its name has no line feed', 'Ada', false],
    ['it closes its side before the line feed', 'Ada', true],
  ])('%s: it is told what is expected', async (_, name, closes) => {
    const house = await openLobby({ limits: { nameWithinMs: 10_000 } })
    const rude = await peer(house, name)
    if (closes) rude.end()
    const closed = gone(rude)
    await until(() => rude.heard() !== '' || house.lobby.connections === 1)
    await house.clock.pass(10_000)
    await closed
    expect(rude.heard()).toBe(
      '(error "Cannot read a name: expected one line of at most 1024 characters within 10 s")\n',
    )
    await expectService(house)
  })

  test('it sends megabytes without a line feed after its name', async () => {
    const house = await openLobby()
    const flood = await peer(house, 'flood\n')
    for (let i = 0; i < 64; i++) flood.write('x'.repeat(65_536))
    await until(() => house.lobby.waiting === 1)
    expect(await visit(house, driver('victim', 'n'))).toBe('win')
    await expectService(house)
    expect(house.ends[0]).toBe(
      'victim won: flood sent something unreadable on turn 1 (Cannot read datum: expected at most 4096 characters)',
    )
  })

  test('it sends a move early', async () => {
    const house = await openLobby()
    const early = await peer(house, 'early\ne\n')
    await until(() => house.lobby.waiting === 1)
    const late = visit(house, driver('late', 'n', 'n'))
    await until(() => house.answers() === 3)
    await house.clock.pass(1001)
    expect(await late).toBe('win')
    expect(early.heard()).toMatch(/\n\(1 \. 1\)\(35 \. 8\)\n\(2 \. 1\)\(35 \. 7\)\nloss\n$/)
    await until(() => house.ends.length > 0)
    expect(house.ends).toEqual(['late won: early ran out of time on turn 2 (1 s a move)'])
    await expectService(house)
  })

  test('it sends ( a hundred thousand times', async () => {
    const house = await openLobby()
    const nested = await peer(house, `nested\n${'('.repeat(100_000)}`)
    await until(() => house.lobby.waiting === 1)
    expect(await visit(house, driver('calm', 'n'))).toBe('win')
    await until(() => nested.heard().endsWith('loss\n'))
    await until(() => house.ends.length > 0)
    expect(house.ends).toEqual([
      'calm won: nested sent something unreadable on turn 1 (Cannot read datum: expected at most 16 lists within each other)',
    ])
    await expectService(house)
  })

  test('it closes its half while it waits', async () => {
    const house = await openLobby()
    const half = await peer(house, 'half\n')
    half.end()
    await once(half, 'end')
    expect(half.heard()).toBe('')
    await expectService(house)
    expect(house.ends).toHaveLength(1)
  })

  test('it closes its half while it plays', async () => {
    const house = await openLobby()
    const half = await peer(house, 'half\n')
    await until(() => house.lobby.waiting === 1)
    const other = visit(house, driver('whole', 'n', 'n'))
    await until(() => half.heard().includes('(1 . 1)'))
    half.end('e\n')
    expect(await other).toBe('win')
    await until(() => half.heard().endsWith('loss\n'))
    await until(() => house.ends.length > 0)
    expect(house.ends).toEqual([
      'whole won: half ended without an answer on turn 2 (it closed its connection)',
    ])
    await expectService(house)
  })

  test.each(['before its name', 'while it waits', 'while it plays'])(
    'it resets its connection %s',
    async (when) => {
      const house = await openLobby()
      const rude = await peer(house, when === 'before its name' ? '' : 'rude\n')
      if (when !== 'before its name') await until(() => house.lobby.waiting === 1)
      const other = when === 'while it plays' ? visit(house, driver('polite', 'n')) : undefined
      if (other) await until(() => rude.heard().includes('(1 . 1)'))
      rude.resetAndDestroy()
      expect((await other) ?? 'win').toBe('win')
      await until(() => house.lobby.waiting === 0)
      await expectService(house)
    },
  )

  test('it reads nothing and leaves in the middle of everything', async () => {
    const house = await openLobby()
    const deaf = await peer(house, 'deaf\n')
    deaf.pause()
    await until(() => house.lobby.waiting === 1)
    const heard = visit(house, driver('heard', 'n'))
    await until(() => house.answers() === 1)
    await house.clock.pass(1001)
    expect(await heard).toBe('win')
    deaf.destroy()
    await expectService(house)
  })

  test('it connects two thousand times', async () => {
    const house = await openLobby({ limits: CROWDED })
    const crowd = await Promise.all(Array.from({ length: 2000 }, () => peer(house)))
    await until(() => house.lobby.connections === 2000)
    await expectService(house)
    for (const socket of crowd) socket.destroy()
    await until(() => house.lobby.connections === 0)
    await expectService(house)
  })

  test('it connects two thousand times where there is room for fifty', async () => {
    const house = await openLobby({ limits: { maxConnections: 50 } })
    await Promise.all(Array.from({ length: 2000 }, () => peer(house)))
    expect(house.lobby.connections).toBeLessThanOrEqual(50)
    await expectService(house)
  })

  test('it connects as often as one address may, with names, and those that it has not named make room', async () => {
    const house = await openLobby({ limits: { maxPerAddress: 3 } })
    const silent = await peer(house)
    const [first] = [await peer(house, 'first\n'), await peer(house, 'second\n')]
    await until(() => house.lobby.playing === 1)
    const third = await peer(house, 'third\n')
    await Promise.all([gone(silent), until(() => house.lobby.waiting === 1)])
    await gone(await peer(house, 'fourth\n'))
    expect(house.lobby.connections).toBe(3)
    first.destroy()
    third.destroy()
    await until(() => house.lobby.connections < 3)
    await peer(house, 'fifth\n')
    await until(() => house.lobby.waiting === 1)
  })

  test('it connects two thousand times, each with a name', async () => {
    const house = await openLobby({ limits: CROWDED })
    await Promise.all(Array.from({ length: 2000 }, (_, index) => peer(house, `crowd ${index}\n`)))
    await until(() => house.lobby.playing === 1000)
    await house.clock.pass(1001)
    await until(() => house.ends.length === 1000)
    await expectService(house)
  })

  test('it plays one match after the other: beyond the share of its address, or of its team, it comes in later', async () => {
    const named: string[] = []
    const house = await openLobby({
      limits: { playersAtOnce: 2, playersPerSecond: 1 },
      findTeam: () => ok({ person: 7, name: 'Ann' }),
      isReserved: (name) => named.push(name) === 0,
    })
    await Promise.all([peer(house, 'first\n'), peer(house, 'second\n')])
    await until(() => house.lobby.playing === 1)
    const third = await peer(house, 'third\n')
    await until(() => named.includes('third'))
    expect(house.lobby.waiting).toBe(0)
    third.end()
    await gone(third)
    // It used nothing of the share, and a team has a share of its own.
    await peer(house, `gg_0123456789ab_${'k'.repeat(43)}\n`)
    await until(() => house.lobby.waiting === 1)
    await peer(house, 'fourth\n')
    await until(() => named.includes('fourth'))
    await house.clock.pass(999)
    expect([house.lobby.playing, house.lobby.waiting]).toEqual([1, 1])
    await house.clock.pass(1)
    expect(house.lobby.waiting).toBe(0)
  })

  test('it waits too long for somebody to play with', async () => {
    const house = await openLobby({ limits: { maxWaitMs: 50 } })
    const lonely = await peer(house, 'lonely\n')
    await until(() => house.lobby.waiting === 1)
    await house.clock.pass(50)
    await gone(lonely)
    expect([house.lobby.waiting, lonely.heard()]).toEqual([0, ''])
    await expectService(house)
  })

  test('it hears the last word and does not hang up', async () => {
    const house = await openLobby({ limits: { lingerMs: 50 } })
    const [a, b] = [await peer(house, 'a\nn '), await peer(house, 'b\nn ')]
    await Promise.all([once(a, 'end'), once(b, 'end')])
    expect(house.lobby.connections).toBe(2)
    await house.clock.pass(50)
    await until(() => house.lobby.connections === 0)
  })
})

const KEY = `gg_0123456789ab_${'k'.repeat(43)}`
const WRONG = `gg_0123456789ab_${'w'.repeat(43)}`

const findTeam = (key: string) =>
  key === KEY ? ok({ person: 1001, name: 'The Team' }) : fail('wrong-key', 'Cannot play with this key')

describe('a key in place of a name', () => {
  test('seats the player under the name of its team', async () => {
    const people: unknown[] = []
    const house = await openLobby({ findTeam, onOver: (game) => void people.push([game.names, game.people]) })
    const first = await peer(house, `${KEY}\r\nn\n`)
    await until(() => house.lobby.waiting === 1)
    await peer(house, 'guest\nn\n')
    await gone(first)
    await until(() => people.length === 1)
    expect(people).toEqual([
      [
        ['The Team', 'guest'],
        [1001, undefined],
      ],
    ])
  })

  test('is known although signs that cannot be seen were pasted into it', async () => {
    const house = await openLobby({ findTeam })
    const first = await peer(house, `\ufeff${KEY.slice(0, 20)}\u200b${KEY.slice(20)}\nn\n`)
    await until(() => house.lobby.waiting === 1)
    expect(first.heard()).not.toContain('error')
  })

  test('is what the name of a team needs: without it the player is a guest, and signs that cannot be seen do not count', async () => {
    const names: unknown[] = []
    const isReserved = (name: string): boolean => name === 'The Team'
    const house = await openLobby({
      findTeam,
      isReserved,
      onOver: (game) => void names.push(...game.names),
    })
    const first = await peer(house, 'The\u2060 Te\u3164am\u200b\nn\n')
    await until(() => house.lobby.waiting === 1)
    await peer(house, '\u200b\u2800\nn\n')
    await gone(first)
    await until(() => names.length === 2)
    expect(names).toEqual(['The Team (guest)', 'anonymous'])
  })

  test.each([WRONG, `my key is ${KEY.slice(0, 40)}`, KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase()])(
    'that is wrong (%s) is refused with a line, and is nobody’s name',
    async (line) => {
      const house = await openLobby({ findTeam })
      const stranger = await peer(house, `${line}\nn\n`)
      await gone(stranger)
      expect(stranger.heard()).toBe('(error "Cannot play with this key")\n')
      expect([house.lobby.waiting, house.lobby.playing]).toEqual([0, 0])
      await expectService(house)
    },
  )

  test('is refused where no teams are known', async () => {
    const house = await openLobby()
    const socket = await peer(house, `${KEY}\n`)
    await gone(socket)
    expect(socket.heard()).toBe('(error "Cannot take a key here: this server knows no teams, send a name")\n')
  })

  test('cannot be guessed: after 20 wrong ones from an address no other is looked up for a while', async () => {
    let asked = 0
    const house = await openLobby({
      findTeam(key) {
        asked++
        return findTeam(key)
      },
    })
    const said: string[] = []
    for (let count = 0; count < 22; count++) {
      const socket = await peer(house, `${count < 21 ? WRONG : KEY}\n`)
      await gone(socket)
      said.push(socket.heard())
    }
    expect(said.slice(19)).toEqual([
      '(error "Cannot play with this key")\n',
      '(error "Cannot try another key: too many were wrong, wait 1 s")\n',
      '(error "Cannot try another key: too many were wrong, wait 1 s")\n',
    ])
    expect(asked).toBe(20)
    await expectService(house)
    await house.clock.pass(1000)
    await peer(house, `${KEY}\n`)
    await until(() => house.lobby.waiting === 1)
  })
})
