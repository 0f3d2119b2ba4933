import { expect, test } from 'vitest'
import { must } from '../../../src/base/result.ts'
import type { Remark } from '../../../src/game/remark.ts'
import { randomRecord } from '../story/random-record.fixture.ts'
import { beginStory, continueStory } from '../story/story.ts'
import { heightOf, numberCurves, valueAt } from './number-curves.ts'

function curvesOf(numbers: (turn: number) => Remark['numbers']) {
  const { lines } = randomRecord('quoridor', 1, {
    meddle(event, { round }) {
      const given = numbers(round.turns + 1)
      return event.kind === 'answered' && given ? { ...event, remark: { numbers: given } } : event
    },
  })
  const story = must(continueStory(must(beginStory(lines[0] ?? '')), lines.slice(1)))
  const [round] = story.rounds
  return round ? numberCurves(story, round) : []
}

test('each name has the numbers of both seats, at the plies they gave them', () => {
  const curves = curvesOf((turn) =>
    turn === 4 ? { lead: -8, risk: 0.5 } : turn > 4 ? undefined : { lead: turn },
  )
  expect(curves).toEqual([
    {
      name: 'lead',
      low: -8,
      high: 3,
      points: [
        [
          { ply: 1, value: 1 },
          { ply: 3, value: 3 },
        ],
        [
          { ply: 2, value: 2 },
          { ply: 4, value: -8 },
        ],
      ],
    },
    { name: 'risk', low: 0.5, high: 0.5, points: [[], [{ ply: 4, value: 0.5 }]] },
  ])
  expect([0, 1, 2, 99].map((ply) => valueAt(curves[0]?.points[0] ?? [], ply))).toEqual([undefined, 1, 1, 3])
})

test('a bot that gives every number a new name gets 16 plots', () => {
  expect(curvesOf((turn) => ({ [`number ${turn}`]: turn }))).toHaveLength(16)
  expect(curvesOf(() => undefined)).toEqual([])
})

test.each([
  [{ low: 0, high: 10 }, 10, -1],
  [{ low: 0, high: 10 }, 0, 1],
  [{ low: -5, high: 5 }, 0, 0],
  [{ low: 3, high: 3 }, 3, 0],
  [{ low: -1e308, high: 1e308 }, 0, 0],
])('between %j the value %d is drawn at %d', (curve, value, height) => {
  expect(heightOf(curve, value)).toBeCloseTo(height)
})
