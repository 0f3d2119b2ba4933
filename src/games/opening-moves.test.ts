import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import { GAMES } from './index.ts'
import type { AnyGame } from '../game/game.ts'

const gameOf = (id: string): AnyGame => GAMES.find((game) => game.id === id) as AnyGame

const positionOf = (id: string, settings: object): string => {
  const game = gameOf(id)
  const preset = Object.values(game.presets)[0]
  return game.notation.formatState(
    game.setup(must(game.parseConfig({ ...preset, ...settings })), seededRng(0)),
  )
}

test.each([
  ['quoridor', 'e2 e8 c3h d6v', '9 first e2 9 e8 9 c3h d6v'],
  ['quoridor', ['E2', 'e8'], '9 first e2 10 e8 10'],
  ['quoridor', ' \n', '9 first e1 10 e9 10'],
  ['tic-tac-toe', 'c nw', 'X...O....'],
  ['longest-group', '0,0 1,0', `11x11 XO${'.'.repeat(119)}`],
])('%s from the opening %j begins at %s', (id, opening, position) => {
  expect(positionOf(id, { opening })).toBe(position)
})

test.each(['quoridor', 'tic-tac-toe', 'longest-group'])(
  '%s without an opening has the configuration that it always had',
  (id) => {
    const game = gameOf(id)
    const [preset] = Object.values(game.presets)
    expect(must(game.parseConfig(preset))).toEqual(preset)
    expect(must(game.parseConfig({ ...preset, opening: '' }))).toEqual(preset)
  },
)

test.each([
  ['quoridor', 'e2 e9', 'Cannot play the opening "e2 e9": move 2, e9, is not legal'],
  ['quoridor', 'e2 zz', 'Cannot play the opening "e2 zz": move 2, zz, is not legal'],
  [
    'quoridor',
    'e2',
    'Cannot play the opening "e2": expected an even number of moves, so that the first player begins',
  ],
  ['tic-tac-toe', 'NW NW', 'Cannot play the opening "NW NW": move 2, NW, is not legal'],
  ['tic-tac-toe', 'NW W N C NE', 'Cannot play the opening "NW W N C NE": it ends the game'],
  [
    'tic-tac-toe',
    'NW W N C NE E',
    'Cannot play the opening "NW W N C NE E": the game is over before move 6, E',
  ],
  ['longest-group', '0,0 11,0', 'Cannot play the opening "0,0 11,0": move 2, 11,0, is not legal'],
  ['quoridor', 7, 'Cannot set opening to 7: expected nothing, or moves like e2 e8 c3h d6v'],
  ['quoridor', [7, 8], 'Cannot set opening to [7,8]: expected nothing, or moves like e2 e8 c3h d6v'],
])('%s refuses the opening %j in one sentence', (id, opening, message) => {
  const game = gameOf(id)
  const read = game.parseConfig({ ...Object.values(game.presets)[0], opening })
  expect(read).toMatchObject({ ok: false, problem: { code: 'bad-setting', at: 'opening', message } })
})

test.each(['quoridor', 'tic-tac-toe', 'longest-group'])(
  '%s has no other opening beside a given one',
  (id) => {
    const game = gameOf(id)
    const settings = { ...Object.values(game.presets)[0] }
    const patch = game.openings?.propose(must(game.parseConfig(settings)), seededRng(1))
    const config = must(game.parseConfig({ ...settings, ...patch }))
    expect(game.openings?.propose(config, seededRng(2))).toBeUndefined()
  },
)
