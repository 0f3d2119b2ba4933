import { expect, test } from 'vitest'
import { formatLedgerEntry, fingerprintOf, parseLedgerEntry, type LedgerEntry } from './ledger-entry.ts'
import { addTime, NO_TIMES } from './move-times.ts'

const ENTRY: LedgerEntry = {
  key: 'rr-1v2-g1',
  players: ['ann', 'bob'],
  winner: 1,
  score: [0, 2],
  faults: [1, 0],
  opening: { opening: 'NW' },
  rounds: [
    {
      seats: [0, 1],
      winner: 1,
      turns: 9,
      reason: 'bob won',
      faults: ['timeout', undefined],
      fingerprint: 'x',
    },
    {
      seats: [1, 0],
      winner: undefined,
      turns: 3,
      reason: 'drawn',
      faults: [undefined, undefined],
      fingerprint: 'y',
    },
  ],
  fingerprint: 'x y',
  took: { ms: 12, moveTimes: [addTime(NO_TIMES, 5), NO_TIMES], memory: [7, 8] },
  ruled: { by: 'olga', reason: 'the network failed' },
}

const write = (change: object): string =>
  JSON.stringify({ ...(JSON.parse(formatLedgerEntry(ENTRY)) as object), ...change })
const round = (change: object): object => ({
  rounds: [{ seats: [0, 1], winner: 0, turns: 3, reason: 'won', faults: [null, null], ...change }],
})

test('an entry with all that it can have is read back as it was, from one line', () => {
  const line = formatLedgerEntry(ENTRY)
  expect(line.indexOf('\n')).toBe(line.length - 1)
  expect(parseLedgerEntry(line)).toEqual(ENTRY)
})

test('a line has nothing that an entry does not say', () => {
  const { key, players, score } = ENTRY
  const bare: LedgerEntry = { key, players, winner: undefined, score, rounds: [] }
  expect(formatLedgerEntry(bare)).toBe(
    '{"key":"rr-1v2-g1","players":["ann","bob"],"winner":null,"score":[0,2],"rounds":[]}\n',
  )
  expect(parseLedgerEntry(formatLedgerEntry(bare))).toEqual(bare)
  const given = { ...bare, void: true, hostFaults: ['no disk'] }
  expect(formatLedgerEntry(given)).toContain('"void":true')
  expect(parseLedgerEntry(formatLedgerEntry(given))).toEqual(given)
})

test.each([
  ['{"key":', 'no JSON'],
  [write({ key: 1 }), 'no key'],
  [write({ winner: 2 }), 'a third winner'],
  [write({ winner: undefined }), 'no winner'],
  [write({ players: ['ann'] }), 'one player'],
  [write({ players: ['ann', 'bob', 'cid'] }), 'three players'],
  [write({ players: ['ann', 2] }), 'a player that is a number'],
  [write({ players: 'ab' }), 'players that are no list'],
  [write({ score: [1, '0'] }), 'a score that is text'],
  [write({ score: [null, 0] }), 'a score that is missing'],
])('%s is no entry: it has %s', (line) => {
  expect(parseLedgerEntry(line)).toBeUndefined()
})

test.each([
  [round({ seats: [0, 2] }), 'a third seat'],
  [round({ winner: 'ann' }), 'a winner by name'],
  [round({ turns: '9' }), 'turns as text'],
  [round({ reason: null }), 'no reason'],
  [{ rounds: ['won', null] }, 'only a word'],
  [{ rounds: 'won' }, 'no list'],
])('a round of which it has %j is left out', (change) => {
  expect(parseLedgerEntry(write(change))?.rounds).toEqual([])
})

test('what else cannot be read is left out, or has its least value', () => {
  const { faults: _faults, opening: _opening, ruled: _ruled, ...rest } = ENTRY
  expect(
    parseLedgerEntry(write({ faults: 3, opening: 'x', hostFaults: 'x', ruled: 'x', void: 'yes' })),
  ).toEqual(rest)
  expect(parseLedgerEntry(write({ took: { ms: '5', moveTimes: [1, 2] } }))?.took).toEqual({
    ms: 0,
    moveTimes: [NO_TIMES, NO_TIMES],
  })
  expect(parseLedgerEntry(write({ took: 7 }))).not.toHaveProperty('took')
  expect(parseLedgerEntry(write({ took: { ms: 5, memory: [null, 8] } }))?.took?.memory).toEqual([
    undefined,
    8,
  ])
  expect(parseLedgerEntry(write({ hostFaults: [7, 'disk'] }))?.hostFaults).toEqual(['7', 'disk'])
  expect(parseLedgerEntry(write(round({ faults: 'x', fingerprint: 7 })))?.rounds).toEqual([
    { seats: [0, 1], winner: 0, turns: 3, reason: 'won', faults: [undefined, undefined] },
  ])
  expect(parseLedgerEntry(write(round({ faults: [7, 'timeout'] })))?.rounds[0]?.faults).toEqual([
    undefined,
    'timeout',
  ])
})

test('a match has a fingerprint if all its rounds have one', () => {
  const [first, second] = ENTRY.rounds
  if (!first || !second) throw new Error('two rounds')
  const { fingerprint: _, ...without } = second
  expect(fingerprintOf([first, second])).toEqual({ fingerprint: 'x y' })
  expect(fingerprintOf([first, without])).toEqual({})
  expect(fingerprintOf([])).toEqual({})
})

test.each([{}, { buckets: null }, { buckets: { 1: 'x' }, moves: 1, totalMs: 1, longestMs: 1 }])(
  'move times of another shape count nothing, as in a file that was edited: %j',
  (times) => {
    const moveTimes = [times, times]
    expect(parseLedgerEntry(write({ took: { ms: 12, moveTimes } }))?.took).toEqual({
      ms: 12,
      moveTimes: [NO_TIMES, NO_TIMES],
    })
  },
)
