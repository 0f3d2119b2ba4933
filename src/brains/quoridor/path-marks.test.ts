import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { quoridor, type QuoridorMove, type QuoridorState } from '../../games/quoridor/index.ts'
import { drawPaths } from './path-marks.ts'

/** The position after some moves. */
const after = (...moves: readonly QuoridorMove[]): QuoridorState =>
  moves.reduce(
    (state, move) =>
      quoridor.play(
        state,
        quoridor.toMove(state).map((seat) => ({ seat, move })),
      ),
    quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(1)),
  )

test('a straight path is one arrow, and the opponent has a grey one', () => {
  expect(drawPaths(after('e2'), 1)).toEqual({
    numbers: { 'lead in steps': -1 },
    marks: [
      { from: 'e2', to: 'e9', colour: 'grey' },
      { from: 'e9', to: 'e1' },
    ],
  })
})

test('a path round a wall has an arrow for each straight part', () => {
  const { marks = [] } = drawPaths(after('e1h'), 1)
  const own = marks.filter((mark) => 'from' in mark && mark.colour === undefined)
  expect(own.length).toBeGreaterThan(1)
  expect(own[0]).toMatchObject({ from: 'e9' })
})
