import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { must } from '../base/result.ts'
import { torusTron } from '../challenges/torus-tron.ts'
import type { Pair } from '../game/game.ts'
import { makeSpec } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { playMatch } from '../runner/play-match.ts'
import { openTcpLobby } from '../wires/torus-tcp/lobby.ts'
import { connect } from './connect.ts'
import { listenForBots } from './listen.ts'

const brain = join(import.meta.dirname, '../../test/brains/good.ts')
const settings = torusTron.game.presets[torusTron.preset] ?? {}
const spec = must(makeSpec(torusTron.game, settings, torusTron.rules, 1))

afterEach(() => vi.restoreAllMocks())

/** What is printed from here on, line by line. */
function printed(): { readonly out: string[]; readonly err: string[] } {
  const [out, err]: [string[], string[]] = [[], []]
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line))
  return { out, err }
}

test('connect plays a brain on a server and says how it ended', async () => {
  await using lobby = must(await openTcpLobby({ port: 0, seed: 1 }))
  const { out } = printed()
  const address = `127.0.0.1:${lobby.port}`
  await Promise.all([
    connect(address, 'house:first', { name: 'left' }),
    connect(address, 'house:first', { name: 'right' }),
  ])
  const [first, second] = out.toSorted()
  expect([
    ['left: lost', 'right: won'],
    ['left: won', 'right: lost'],
  ]).toContainEqual([first, second].map((line) => line?.split('\n')[0]))
  expect(out.find((line) => line.includes(': lost'))).toMatch(/\nWhy: it drove \w into .* at \d+,\d+$/)
})

test.each([
  ['here', 'house:first', 'Cannot read address "here": expected HOST:PORT like 127.0.0.1:4011', 2],
  ['here:0', 'house:first', 'Cannot read address "here:0": expected HOST:PORT like 127.0.0.1:4011', 2],
  ['127.0.0.1:1', 'house:nobody', 'Cannot find house brain "nobody": expected one of ', 2],
  ['127.0.0.1:1', './none.ts', 'Cannot find brain "./none.ts": there is no such file', 2],
  [
    '127.0.0.1:1',
    'python3 x.py',
    'Cannot use "python3 x.py" as a brain: expected house:NAME or a brain module like ./brain.ts',
    2,
  ],
  ['[::1]:1', 'house:first', 'Cannot connect to ::1:1: ', 1],
])('connect %s %s ends with one sentence', async (address, bot, message, exitCode) => {
  const error: unknown = await connect(address, bot).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.stringContaining(message), exitCode })
})

test('listen:tcp is the next player that connects, under its own name or a given one', async () => {
  const { err, out } = printed()
  const waiting = listenForBots(['listen:tcp', 'guest=listen:tcp'], spec, { tcpPort: '0' })
  await expect.poll(() => err).toHaveLength(1)
  expect(err[0]).toMatch(/^Waiting for 2 players on 127\.0\.0\.1:\d+$/)
  const address = err[0]?.split(' ').at(-1) ?? ''
  const calls = [connect(address, 'house:first', { name: 'ann' })]
  await expect.poll(() => err).toContain('ann has come, 1 still to come')
  calls.push(connect(address, brain, { name: 'bob' }))
  await using arrived = await waiting
  expect(arrived.seats.map((seat) => seat?.name)).toEqual(['ann', 'guest'])
  const contestants = arrived.seats as Pair<Contestant>
  expect((await playMatch({ challenge: torusTron.id, spec, contestants })).result).toBeDefined()
  await Promise.all(calls)
  expect(out).toHaveLength(2)
})

test('without listen:tcp nobody listens', async () => {
  await using arrived = await listenForBots(['house:first', 'human'], spec, { tcpPort: 'x' })
  expect(arrived.seats).toEqual([undefined, undefined])
})

test.each([
  [{ tcpPort: '70000' }, spec, 'Cannot use port "70000": expected a number from 0 to 65535'],
  [
    { tcpPort: '0' },
    { ...spec, settings: { ...settings, edge: 'wall' } },
    'Cannot play this over TCP: expected tron',
  ],
])('%j cannot be listened on', async (flags, given, message) => {
  await expect(listenForBots(['listen:tcp', 'listen:tcp'], given, flags)).rejects.toThrow(message)
})
