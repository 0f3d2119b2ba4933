import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory, type Story } from '../story/story.ts'
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
