import { describe, expect, test } from 'vitest'
import type { Direction } from '../../../src/base/grid.ts'
import { must } from '../../../src/base/result.ts'
import { seededRng } from '../../../src/base/rng.ts'
import { findGame, GAMES } from '../../../src/games/index.ts'
import { foresee } from '../pages/play/foresee.ts'
import { hasFarWays, openWays, facingOf, moveAt, moveThere, nextTarget, targetsOf } from './targets.ts'

const startOf = (id: string, preset?: string) => {
  const game = findGame(id)
  if (!game) throw new Error(`no game ${id}`)
  const settings = game.presets[preset ?? Object.keys(game.presets)[0] ?? '']
  const state = game.setup(must(game.parseConfig(settings)), seededRng(0))
  return { game, state, targets: targetsOf(game, game.view(state, 0), 0, game.legalMoves(state, 0)) }
}

describe('a click', () => {
  test.each([
    ['quoridor', 4.5, 7.5, 'e2'],
    ['quoridor', 4.95, 7.2, 'e2v'],
    ['quoridor', 0.9, 0.98, 'a8h'],
    ['quoridor', 2.6, 1.02, 'c8h'],
    ['quoridor', 3.01, 5.2, 'c4v'],
    // A point in a cell that is no target means the nearest fence.
    ['quoridor', 2.5, 3.9, 'b5h'],
    ['longest-group', 3.1, 0.95, '3,0'],
    ['tic-tac-toe', 1.5, 1.5, 'C'],
    ['tic-tac-toe', 2.99, 0.01, 'NE'],
  ])('in %s at %d,%d means %s', (id, x, y, move) => {
    expect(moveAt(startOf(id).targets, { x, y })?.move).toBe(move)
  })

  test('where a move is a way, the direction is enough, and with a key held down the farther way', () => {
    const { targets } = startOf('tron', 'boost-tron')
    // The first cycle is at 33,50 and looks east.
    expect(moveAt(targets, { x: 100, y: 52 })?.move).toBe('forward')
    expect(moveAt(targets, { x: 30, y: 10 })?.move).toBe('left')
    expect(moveAt(targets, { x: 34, y: 60 })?.move).toBe('right')
    expect(moveAt(targets, { x: 34, y: 60 }, true)?.move).toBe('right+boost')
    expect(moveAt(targets, { x: 2, y: 50.5 })).toBeUndefined()
    expect(moveAt(targets, { x: 33.5, y: 50.5 })).toBeUndefined()
    expect(moveThere(targets, 'n')?.move).toBe('left')
  })

  test.each([
    [3, 1, 'e'],
    [-3, 1, 'w'],
    [1, -2, 'n'],
    [1, 2, 's'],
    [0.2, 0.4, undefined],
  ])('%d,%d from the middle is %s', (x, y, facing) => {
    expect(facingOf({ x, y })).toBe(facing)
  })

  test.each(GAMES.map((game) => [game.id]))('in the middle of its target every move of %s is found', (id) => {
    const { targets } = startOf(id)
    for (const { move, target } of targets) {
      const point =
        target.kind === 'way'
          ? { x: target.x + 0.5 + STEPS[target.facing][0], y: target.y + 0.5 + STEPS[target.facing][1] }
          : target.kind === 'cell'
            ? { x: target.x + 0.5, y: target.y + 0.5 }
            : target.lies === 'flat'
              ? { x: target.x + 0.8, y: target.y + 1 }
              : { x: target.x + 1, y: target.y + 0.8 }
      expect(moveAt(targets, point)?.move).toBe(move)
    }
  })
})

const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  n: [0, -2],
  e: [2, 0],
  s: [0, 2],
  w: [-2, 0],
}

describe('arrow keys', () => {
  test('go from square to square and stay on the board', () => {
    const { targets } = startOf('tic-tac-toe')
    let chosen = nextTarget(targets, undefined, 's')
    expect(chosen?.move).toBe('NW')
    for (const [facing, move] of [
      ['e', 'N'],
      ['s', 'C'],
      ['w', 'W'],
      ['w', 'W'],
      ['s', 'SW'],
    ] as const) {
      chosen = nextTarget(targets, chosen, facing)
      expect(chosen?.move).toBe(move)
    }
  })

  test.each(['quoridor', 'longest-group'])('reach every move of %s', (id) => {
    const { targets } = startOf(id)
    const first = nextTarget(targets, undefined, 'n')
    const reached = new Set(first ? [first] : [])
    for (const chosen of reached)
      for (const facing of ['n', 'e', 's', 'w'] as const) {
        const next = nextTarget(targets, chosen, facing)
        if (next) reached.add(next)
      }
    expect(reached.size).toBe(targets.length)
  })
})

test('keys lead only where the cycle survives, and where it cannot, anywhere', () => {
  const { targets } = startOf('tron')
  const fatal = targets.filter(({ target }) => target.kind === 'way' && target.isFatal)
  expect(openWays(targets)).toEqual(targets.filter((one) => !fatal.includes(one)))
  expect(openWays(fatal)).toEqual(fatal)
  expect(fatal.length).toBeGreaterThan(0)
  expect(hasFarWays(targets)).toBe(false)
})

describe('a move chosen in advance', () => {
  test('is seen from where the own move leads', () => {
    const { game, state } = startOf('tron')
    const seat = 0
    const [before] = targetsOf(game, game.view(state, seat), seat, ['forward'])
    const next = foresee(game, state, seat, 'left')
    expect(next?.legal).toEqual(['left', 'forward', 'right'])
    const [after] = targetsOf(game, next?.view, seat, ['forward'])
    expect(before?.target.kind === 'way' && after?.target.kind === 'way').toBe(true)
    expect(after?.target).not.toEqual(before?.target)
  })

  test('is one of the moves that will be left, where players take turns', () => {
    const { game, state } = startOf('tic-tac-toe')
    expect(foresee(game, state, 0, 'C')?.legal).toHaveLength(7)
    expect(foresee(game, state, 1, undefined)?.legal).toHaveLength(8)
  })
})
