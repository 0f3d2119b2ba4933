import { describe, expect, test } from 'vitest'
import { show } from '../base/fields.ts'
import { must } from '../base/result.ts'
import { describeClock } from './clock.ts'
import { PLAIN_RULES } from './plain-rules.fixture.ts'
import { formatClock, parseClock, parseStartUp, readRules } from './rules.ts'

const sentence = (result: ReturnType<typeof readRules | typeof parseClock | typeof parseStartUp>): string =>
  result.ok ? 'ok' : result.problem.message

describe('a clock as text', () => {
  test.each([
    ['none', { kind: 'none' }, 'no clock'],
    ['10s', { kind: 'per-move', ms: 10_000 }, '10 s a move'],
    [' 500MS ', { kind: 'per-move', ms: 500 }, '0.5 s a move'],
    ['1.5s', { kind: 'per-move', ms: 1500 }, '1.5 s a move'],
    ['1.25s', { kind: 'per-move', ms: 1250 }, '1.25 s a move'],
    [' none ', { kind: 'none' }, 'no clock'],
    ['1ms', { kind: 'per-move', ms: 1 }, '0.001 s a move'],
    ['60s+2s', { kind: 'bank', ms: 60_000, incrementMs: 2000 }, '60 s + 2 s a move'],
    ['5m + 0s', { kind: 'bank', ms: 300_000, incrementMs: 0 }, '300 s a round'],
    [
      '10m, 50kTokens',
      { kind: 'per-move', ms: 600_000, allowance: { amount: 50_000, unit: 'tokens' } },
      '600 s a move and 50000 tokens a round',
    ],
    [
      '60s+2s,0.05usd',
      { kind: 'bank', ms: 60_000, incrementMs: 2000, allowance: { amount: 0.05, unit: 'usd' } },
      '60 s + 2 s a move and $0.05 a round',
    ],
    [
      '2000tokens',
      { kind: 'per-move', ms: 600_000, allowance: { amount: 2000, unit: 'tokens' } },
      '600 s a move and 2000 tokens a round',
    ],
    [
      'none,1Mtokens',
      { kind: 'none', allowance: { amount: 1e6, unit: 'tokens' } },
      'no clock and 1000000 tokens a round',
    ],
  ])('%s is read, and described as %o: %s', (text, control, words) => {
    expect(must(parseClock(text))).toEqual(control)
    expect(describeClock(must(parseClock(text)))).toBe(words)
    expect(must(parseClock(formatClock(must(parseClock(text)))))).toEqual(control)
  })

  test.each([
    ['90s', '90s'],
    ['2m+500ms', '120s+500ms'],
    ['1s,2.3mtokens', '1s,2300000tokens'],
    ['10s,5000000mtokens', '10s,5000000mtokens'],
    ['10s,0.000001usd', '10s,0.000001usd'],
  ])('%s is written as %s, which is read again', (text, written) => {
    expect(formatClock(must(parseClock(text)))).toBe(written)
    expect(formatClock(must(parseClock(written)))).toBe(written)
  })

  test.each([
    '',
    '10',
    '0s',
    '-1s',
    '10h',
    '1s+',
    '+1s',
    '1s+1s+1s',
    '1.2345s',
    'nones',
    '10s,',
    '10s,5s',
    '0tokens',
    '10s,5usd,5usd',
    '5eur',
    'x5usd',
    '5usdx',
    '10s5',
  ])('%j is not', (text) => {
    expect(parseClock(text)).toMatchObject({ problem: { code: 'bad-clock' } })
    expect(sentence(parseClock(text))).toBe(
      `Cannot read clock ${JSON.stringify(text)}: expected none, a time a move like 10s or 500ms, an account like 60s+2s, or for language models also 10m,50ktokens or 10m,0.05usd`,
    )
  })
})

test('a start-up time is a time from one millisecond', () => {
  expect(must(parseStartUp('5S'))).toBe(5000)
  expect(must(parseStartUp('1ms'))).toBe(1)
  expect(parseStartUp('soon')).toMatchObject({ problem: { code: 'bad-start-up' } })
  for (const text of ['0ms', 'none', '5'])
    expect(sentence(parseStartUp(text))).toBe(
      `Cannot read start-up time ${JSON.stringify(text)}: expected a time like 5s or 500ms`,
    )
})

describe('rules from data', () => {
  test.each([
    {},
    { clock: { kind: 'none' } },
    { clock: { kind: 'per-move', ms: 1 } },
    { clock: { kind: 'bank', ms: 1, incrementMs: 0 } },
    { clock: { kind: 'per-move', ms: 1, allowance: { amount: 0.5, unit: 'usd' } } },
    { illegal: { kind: 'forfeit' } },
    { illegal: { kind: 'retry', times: 0 } },
    { illegal: { kind: 'retry', times: 'unlimited' } },
    { illegal: { kind: 'flip', missed: 'forgiven' } },
    { illegal: { kind: 'flip', missed: 'loses' } },
    { draws: { kind: 'replay', limit: 0 } },
    { startUpMs: 0, bestOf: 1, turnLimit: 1, swapSeats: true },
  ])('%j are read as they are, without unknown keys', (change) => {
    const rules = { ...PLAIN_RULES, ...change }
    expect(must(readRules({ ...rules, extra: 1 }))).toEqual(rules)
  })

  const CLOCK = 'none, per-move or bank, with its times in milliseconds'
  test.each<readonly [name: string, value: unknown, expected: string]>([
    ['clock', undefined, CLOCK],
    ['clock', 'none', CLOCK],
    ['clock', { kind: 'per-move' }, CLOCK],
    ['clock', { kind: 'per-move', ms: 0 }, CLOCK],
    ['clock', { kind: 'hourglass', ms: 5 }, CLOCK],
    ['clock', { kind: 'bank', ms: 5 }, CLOCK],
    ['clock', { kind: 'bank', ms: 5, incrementMs: -1 }, CLOCK],
    ['clock', { kind: 'hourglass', ms: 5, incrementMs: 5 }, CLOCK],
    ...[5, {}, { amount: 5 }, { amount: 5, unit: 'eur' }, { unit: 'usd' }].map(
      (allowance) => ['clock', { kind: 'none', allowance }, CLOCK] as const,
    ),
    ...['5', 0, -1, Infinity].map(
      (amount) => ['clock', { kind: 'none', allowance: { amount, unit: 'usd' } }, CLOCK] as const,
    ),
    ['illegal', undefined, 'forfeit, retry or flip'],
    ['illegal', { kind: 'ignore', times: 3 }, 'forfeit, retry or flip'],
    ['illegal', { kind: 'ignore' }, 'forfeit, retry or flip'],
    ['illegal', { kind: 'retry' }, 'forfeit, retry or flip'],
    ['illegal', { kind: 'retry', times: -1 }, 'forfeit, retry or flip'],
    ['illegal', { kind: 'flip' }, 'forfeit, retry or flip'],
    ['illegal', { kind: 'forgive', missed: 'loses' }, 'forfeit, retry or flip'],
    ['draws', undefined, 'count, or replay with a limit'],
    ['draws', { kind: 'replay' }, 'count, or replay with a limit'],
    ['draws', { kind: 'repeat', limit: 1 }, 'count, or replay with a limit'],
    ['startUpMs', -1, 'a whole number of milliseconds'],
    ['startUpMs', 0.5, 'a whole number of milliseconds'],
    ['bestOf', 0, 'a whole number from 1'],
    ['bestOf', '3', 'a whole number from 1'],
    ['swapSeats', 1, 'true or false'],
    ['turnLimit', 0, 'a whole number from 1'],
  ])('%s: %j is refused', (name, value, expected) => {
    const refused = readRules({ ...PLAIN_RULES, [name]: value })
    expect(sentence(refused)).toBe(`Cannot set ${name} to ${show(value)}: expected ${expected}`)
    expect(refused).toMatchObject({ problem: { code: 'bad-rules', at: `rules.${name}` } })
  })

  test('anything but an object is refused', () => {
    expect(readRules([])).toMatchObject({ problem: { code: 'bad-rules' } })
    expect(sentence(readRules([]))).toBe('Cannot read match rules []: expected an object')
  })
})
