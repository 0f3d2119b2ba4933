import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import { findGame } from '../games/index.ts'
import { readRecord } from '../match/read-record.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { lightCycle } from '../wires/light-cycle/words.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { tournamentOf } from './tournament.fixture.ts'
import { openTournamentCourse } from './tournament-spec.ts'
import { formatLedgerEntry, parseLedgerEntry } from './ledger-entry.ts'
import { playPairing, voidEntry, type KeptMatch, type MatchHost } from './play-pairing.ts'

const tournament = tournamentOf(['ann', 'bob'])
const [pairing] = openTournamentCourse(tournament).take(1)
if (pairing === undefined) throw new Error('no match')

const first: Brain = {
  name: 'first',
  move({ legal, log }) {
    log('thinking')
    return legal[0]
  },
}

const throwing: Brain = {
  name: 'throwing',
  move() {
    throw new Error('boom')
  },
}

const resigning: Brain = { name: 'resigning', move: ({ resign }) => resign() }

interface Kept extends MatchHost {
  readonly kept: KeptMatch[]
}

const hostOf = (bob: Brain | Error): Kept => {
  const kept: KeptMatch[] = []
  return {
    tournament,
    kept,
    save: async (_, match) => void kept.push(match),
    contestant: (name, onLog): Contestant => ({
      name,
      bot: name,
      connect(opening) {
        const brain = name === 'bob' ? bob : first
        if (brain instanceof Error) throw brain
        return connectBrain(brain, opening, { log: onLog })
      },
    }),
  }
}

const play = (host: MatchHost, signal = new AbortController().signal) => playPairing(host, pairing, signal)

test('a match is kept whole: its record, what its players logged, how it went and what it took', async () => {
  const host = hostOf(first)
  const attempt = await play(host)
  if (attempt.kind !== 'played') throw new Error(attempt.kind)
  const { key, players, rounds, took } = attempt.entry
  expect({ key, players }).toEqual({ key: pairing.key, players: ['ann', 'bob'] })
  expect(rounds).toHaveLength(1)
  expect(took?.moveTimes.map(({ moves }) => moves)).toEqual([rounds[0]?.turns, rounds[0]?.turns])
  const record = must(readRecord(host.kept[0]?.record ?? '', findGame))
  expect(record.match.result?.winner).toBe(attempt.entry.winner)
  expect(host.kept[0]?.logs[1]).toMatch(/^thinking\n/)
})

test('of memory a match keeps the most of all rounds', async () => {
  const host = hostOf(first)
  const attempt = await play({
    ...host,
    contestant(name, onLog, onMemory, pairing) {
      if (name === 'bob') for (const bytes of [5, 9, 7]) onMemory(bytes)
      return host.contestant(name, onLog, onMemory, pairing)
    },
  })
  expect(attempt).toMatchObject({ kind: 'played', entry: { took: { memory: [undefined, 9] } } })
})

test('a program that takes 50 MiB is seen to, and a brain has no memory of its own', async () => {
  const host = hostOf(first)
  const script = [
    'held = b"x" * (50 << 20)',
    'print("ready", flush=True)',
    'input()',
    'while True:',
    '  print("ready", flush=True)',
    '  input()',
    '  print("forward", flush=True)',
  ].join('\n')
  const attempt = await play({
    ...host,
    contestant: (name, onLog, onMemory, pairing) =>
      name === 'ann'
        ? programContestant({
            name,
            bot: name,
            dialect: lightCycle,
            process: { argv: ['python3', '-c', script], cwd: import.meta.dirname },
            onMemory,
          })
        : host.contestant(name, onLog, onMemory, pairing),
  })
  if (attempt.kind !== 'played') throw new Error(attempt.kind)
  const [program, brain] = parseLedgerEntry(formatLedgerEntry(attempt.entry))?.took?.memory ?? []
  expect(program).toBeGreaterThan(50 << 20)
  expect(brain).toBeUndefined()
  expect(await play(hostOf(first))).not.toHaveProperty('entry.took.memory')
})

test.each([
  ['crash', throwing, [0, 1], 'crashed'],
  ['resignation', resigning, [0, 0], 'resigned'],
] as const)('a %s loses, and is counted as what it is', async (_, brain, faults, kind) => {
  const attempt = await play(hostOf(brain))
  expect(attempt).toMatchObject({
    kind: 'played',
    entry: {
      winner: 0,
      faults,
      rounds: [{ faults: [undefined, kind], reason: expect.stringMatching(/^ann won.* bob/) as string }],
    },
  })
})

test('a fault of the host is no result', async () => {
  const host = hostOf(new Error('no more processes'))
  expect(await play(host)).toEqual({ kind: 'failed', why: expect.stringContaining('no more processes') })
  expect(host.kept).toEqual([])
})

test('a full disk is told by its code, not by words that look like one', async () => {
  const named = 'cannot start ./ENOSPC: no space left for namespaces'
  expect(await play(hostOf(new Error(named)))).toMatchObject({ kind: 'failed' })
  const full = Object.assign(new Error('cannot write'), { code: 'ENOSPC' })
  await expect(play(hostOf(full))).rejects.toBe(full)
})

test('an abort leaves nothing behind', async () => {
  const host = hostOf(first)
  expect(await play(host, AbortSignal.abort())).toEqual({ kind: 'aborted' })
  expect(host.kept).toEqual([])
})

test('of what a player logs a match keeps a mebibyte', async () => {
  const host = hostOf(first)
  const line = 'x'.repeat(1_000_000)
  await play({
    ...host,
    contestant(name, onLog, onMemory, pairing) {
      if (name === 'bob') for (const text of [line, 'y'.repeat(99_999), 'z']) onLog(text)
      return host.contestant(name, () => {}, onMemory, pairing)
    },
  })
  expect(host.kept[0]?.logs).toEqual(['', `${line}\n${'y'.repeat(2 ** 20 - 1_000_001)}`])
})

test('a match begins with its opening, which its entry keeps; without times it has no date and took nothing', async () => {
  const starts = ['2,2,s', '-3,-3,n']
  const host = { ...hostOf(first), tournament: tournamentOf(['ann', 'bob'], { how: { times: false } }) }
  const attempt = await play({ ...host, opening: async () => ({ starts }) })
  if (attempt.kind !== 'played') throw new Error(attempt.kind)
  expect(attempt.entry.opening).toEqual({ starts })
  expect(attempt.entry).not.toHaveProperty('took')
  const { header } = must(readRecord(host.kept[0]?.record ?? '', findGame))
  expect(header.spec.config).toMatchObject({ starts: expect.anything() as unknown })
  expect(header.players).toEqual([
    { name: 'ann', bot: 'ann' },
    { name: 'bob', bot: 'bob' },
  ])
  expect(header).not.toHaveProperty('date')
  expect(await play(hostOf(first))).not.toHaveProperty('entry.opening')
})

test('a match that is aborted while its opening is drawn does not begin', async () => {
  const controller = new AbortController()
  const host = hostOf(first)
  const opening = async () => {
    controller.abort()
    return undefined
  }
  expect(await play({ ...host, opening }, controller.signal)).toEqual({ kind: 'aborted' })
  expect(host.kept).toEqual([])
})

test('a match takes as long as the clock of its host says', async () => {
  const clock = fakeClock()
  const host = hostOf(first)
  const attempt = await play({
    ...host,
    clock,
    contestant: (...given) => {
      const contestant = host.contestant(...given)
      return {
        ...contestant,
        connect(...told) {
          clock.stall(20.4)
          return contestant.connect(...told)
        },
      }
    },
  })
  expect(attempt).toMatchObject({ entry: { took: { ms: 41 } } })
})

test('a contestant without a bot has none in the record', async () => {
  const host = hostOf(first)
  await play({
    ...host,
    contestant: (name) => ({ name, connect: (opening) => connectBrain(first, opening) }),
  })
  expect(must(readRecord(host.kept[0]?.record ?? '', findGame)).header.players).toEqual([
    { name: 'ann' },
    { name: 'bob' },
  ])
})

test('a match that was given up is void, and keeps the faults of the host', () => {
  expect(voidEntry(pairing, ['no disk', 'no memory'])).toEqual({
    key: pairing.key,
    players: pairing.players,
    winner: undefined,
    score: [0, 0],
    void: true,
    rounds: [],
    hostFaults: ['no disk', 'no memory'],
  })
})

test('a match that is aborted in the middle has no result, and nothing of it is saved', async () => {
  const controller = new AbortController()
  const host = hostOf({
    name: 'stopping',
    move({ legal }) {
      controller.abort()
      return legal[0]
    },
  })
  expect(await play(host, controller.signal)).toEqual({ kind: 'aborted' })
  expect(host.kept).toEqual([])
})
