import { expect, test } from 'vitest'
import { fail, must, ok } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { created, house, http, newStores, person, tell } from '../store/new-store.fixture.ts'
import type { LogEntry, MatchPlayer, MatchRow, Store } from '../store/store.ts'
import { readyBot } from './logged-bots.fixture.ts'
import { isForWorkers, orderOfRow, type VersionSource } from './order-of-row.ts'
import type { ReadMatch } from './read-row.ts'

const newStore = newStores()

const ours: MatchPlayer = { kind: 'bot', name: 'Ann · bot 1', person: 1, bot: 1, version: 1 }
const command: LogEntry = {
  kind: 'version-added',
  bot: 1,
  version: 2,
  source: { kind: 'program', command: './bot' },
}

function rowIn(store: Store, players: readonly [MatchPlayer, MatchPlayer?]): MatchRow {
  tell(store, person(1), ...readyBot(1, 1), command, created(1, players, 'quoridor', { origin: 'trial' }))
  const row = store.match(1)
  if (!row) throw new Error('no match 1')
  return row
}

test.each<[string, boolean, readonly [MatchPlayer, MatchPlayer]]>([
  ['house brains', true, [house, house]],
  ['an uploaded version', true, [ours, house]],
  ['a command of this machine', false, [{ ...ours, version: 2 }, house]],
  ['a version that is gone', false, [{ ...ours, version: 9 }, house]],
  ['a team', false, [house, http(1)]],
])('workers can play %s: %s', (_, can, players) => {
  using store = newStore()
  const row = rowIn(store, [ours, house])
  expect(isForWorkers({ ...row, players }, store)).toBe(can)
  expect(isForWorkers({ ...row, players, origin: 'demo' }, store)).toBe(false)
})

const ROOM = [
  { stderr: 1, lines: 2 },
  { stderr: 3, lines: 4 },
] as const

function order(players: readonly [MatchPlayer, MatchPlayer], versions: Partial<VersionSource> = {}) {
  const store = newStore()
  try {
    const row = rowIn(store, players)
    const read = { players, challenge: quoridor } as unknown as ReadMatch
    const source: VersionSource = {
      locate: () => ok({ process: { argv: ['./bot', '-v'], cwd: '/' } }),
      pack: async (bot, version) => `sha of ${bot}@${version}`,
      ...versions,
    }
    const past = [{ kind: 'connected', seat: 0, at: 5 }] as never
    return orderOfRow(row, read, source, past, ROOM)
  } finally {
    store[Symbol.dispose]()
  }
}

test('an order has all that a match depends on', async () => {
  const brain: MatchPlayer = { kind: 'house', name: 'Rex', brain: 'random', nodeBudget: 50 }
  const made = must(await order([ours, brain]))
  expect(made).toMatchObject({
    key: '1',
    challenge: 'quoridor',
    settings: { width: 20 },
    seed: Number.MAX_SAFE_INTEGER,
    arena: { logged: ROOM },
    players: [
      {
        name: 'Ann · bot 1',
        bot: 'bot 1 version 1',
        source: {
          kind: 'version',
          argv: ['./bot', '-v'],
          files: 'sha of 1@1',
          // The challenge speaks over SSE, which no program does.
          wire: 'json',
          team: 0,
        },
      },
      { name: 'Rex', bot: 'house:random', source: { kind: 'house', brain: 'random', nodes: 50 } },
    ],
  })
  expect(made.arena?.past).toHaveLength(1)
  expect(must(await order([house, house])).players[0].source).toEqual({ kind: 'house', brain: 'random' })
})

test('a version speaks its own wire, and belongs to its team', async () => {
  const sandbox = { team: 7 } as never
  const located = ok({ process: { argv: ['./bot'] as const, cwd: '/', sandbox }, wire: 'light-cycle' })
  const made = must(await order([house, ours], { locate: () => located }))
  expect(made.players[1].source).toMatchObject({ wire: 'light-cycle', team: 7 })
  const unknown = ok({ process: { argv: ['./bot'] as const, cwd: '/' }, wire: 'gone' })
  expect(must(await order([house, ours], { locate: () => unknown })).players[1].source).toMatchObject({
    wire: 'json',
  })
})

test('a version that cannot be found is a problem, and another player is a bug', async () => {
  const gone = fail('bot-not-ready', 'it is gone')
  for (const players of [
    [ours, house],
    [house, ours],
  ] as const)
    expect(await order(players, { locate: () => gone })).toEqual(gone)
  await expect(order([http(1), house])).rejects.toThrow('person 1 is no player for workers')
})
