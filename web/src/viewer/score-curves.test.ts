import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory, type Story } from '../story/story.ts'
import { scoreCurves } from './score-curves.ts'

function storyWith(scores: (turn: number) => number | undefined): Story {
  const { lines } = randomRecord('quoridor', 1, {
    meddle: (event, { round }) => {
      const score = scores(round.turns + 1)
      return event.kind !== 'answered'
        ? event
        : { ...event, remark: score === undefined ? { text: 'hm' } : { score } }
    },
  })
  return must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
}

const curvesOf = (story: Story) => {
  const [round] = story.rounds
  return round && scoreCurves(story, round)
}

test('each seat has its own scores, at the plies it gave them', () => {
  const curves = curvesOf(storyWith((turn) => (turn > 5 ? undefined : turn / 10)))
  expect(curves).toEqual([
    [
      { ply: 1, score: 0.1 },
      { ply: 3, score: 0.3 },
      { ply: 5, score: 0.5 },
    ],
    [
      { ply: 2, score: 0.2 },
      { ply: 4, score: 0.4 },
    ],
  ])
})

test('where nobody gave a score there are no curves', () => {
  expect(curvesOf(storyWith(() => undefined))).toBeUndefined()
})
