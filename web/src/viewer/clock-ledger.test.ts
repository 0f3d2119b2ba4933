import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory, withEvents, type Story } from '../story/story.ts'
import { clockLedger } from './clock-ledger.ts'

const storyOf = (challenge: string, times = true): Story => {
  const { lines } = randomRecord(challenge, 5, { times })
  return must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
}

const ledgerOf = (story: Story) => {
  const [round] = story.rounds
  return round && clockLedger(story, round)
}

test('every thought is counted for the one who thought, and the longest is the measure', () => {
  const story = storyOf('tic-tac-toe')
  const ledger = ledgerOf(story)
  const thoughts = story.frames.flatMap(({ thought }) => thought ?? []).filter((ms) => ms !== undefined)
  expect(ledger?.longest).toBe(Math.max(...thoughts))
  expect((ledger?.totals[0] ?? 0) + (ledger?.totals[1] ?? 0)).toBe(thoughts.reduce((sum, ms) => sum + ms, 0))
  expect(ledger?.thoughts[0].every(({ ply }) => ply % 2 === 1)).toBe(true)
})

test('what a language model used is added up, in dollars if every price is known', () => {
  const story = storyOf('tic-tac-toe')
  const use = { calls: 1, tokensIn: 90, tokensOut: 10, usd: 0.25 }
  const frames = story.frames.map((frame) => ({
    ...frame,
    ...(frame.turn && { used: [use, undefined] as const }),
  }))
  const turns = story.frames.filter(({ turn }) => turn !== undefined).length
  expect(ledgerOf({ ...story, frames })?.used).toEqual([
    { tokens: 100 * turns, usd: 0.25 * turns },
    undefined,
  ])
  const { usd: _, ...unpriced } = use
  const [first, second, ...rest] = frames
  const mixed = [first!, { ...second!, used: [unpriced, undefined] as const }, ...rest]
  expect(ledgerOf({ ...story, frames: mixed })?.used[0]).toEqual({ tokens: 100 * turns, usd: undefined })
})

test('a story keeps what was used for a move, and for one that failed', () => {
  const model = { calls: 1, tokensIn: 9, tokensOut: 1 }
  const begun = must(beginStory(randomRecord('tic-tac-toe', 5, { times: true }).lines[0] ?? ''))
  const { frames } = withEvents(begun, [
    { kind: 'ready', seat: 0, at: 0 },
    { kind: 'ready', seat: 1, at: 0 },
    { kind: 'answered', seat: 0, text: 'C', at: 5, spent: { wall: 5, model } },
    { kind: 'answered', seat: 1, text: 'N', at: 6 },
    { kind: 'left', seat: 0, cause: 'garbled', at: 9, spent: { wall: 3, model } },
  ])
  expect(frames.map(({ used }) => used)).toEqual([
    undefined,
    [model, undefined],
    undefined,
    [model, undefined],
  ])
})

test('what is left is drawn where there is one account for the round, and not where each move has its own', () => {
  expect(ledgerOf(storyOf('tic-tac-toe'))?.left[0].length).toBeGreaterThan(1)
  expect(ledgerOf(storyOf('light-cycle'))?.left).toEqual([[], []])
})

test('there is none where no times were kept', () => {
  expect(ledgerOf(storyOf('tic-tac-toe', false))).toBeUndefined()
})

test('of a long round no more is drawn than can be seen, and the longest thoughts are among it', () => {
  const story = storyOf('longest-group')
  const round = { seats: [0, 1], first: 0, count: 5000 } as const
  const frames = Array.from({ length: 5000 }, (_, ply) => ({
    ...(story.frames[1] ?? story.frames[0]),
    ply,
    thought: [ply === 2600 ? 900 : 5, undefined],
  })) as unknown as Story['frames']
  const ledger = clockLedger({ ...story, frames }, round)
  expect(ledger?.thoughts[0].length).toBeLessThanOrEqual(240)
  expect(ledger?.thoughts[0].some(({ ms }) => ms === 900)).toBe(true)
})
