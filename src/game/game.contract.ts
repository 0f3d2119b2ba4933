import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { seededRng } from '../base/rng.ts'
import { SEATS, type AnyGame, type Seat, type SeatMove } from './game.ts'
import type { Scene } from './scene.ts'
import { chooseTurn, jointMoves, perft } from './perft.ts'

/** A way to turn a game into its mirror image, move by move. */
export interface Mirror {
  readonly name: string
  /** The settings of the mirrored game. */
  settings?(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  move(move: string, settings: Readonly<Record<string, unknown>>): string
  /** Whether the two seats change places. */
  readonly swapsSeats?: boolean
  /** Presets without this symmetry, such as those with a random setup. */
  readonly except?: readonly string[]
}

export interface GameContract {
  /** The text of perft.txt: lines of `preset count count …`, where `preset: moves` starts from a position. */
  readonly perft: string
  /** The largest perft count that tests compute. */
  readonly maxLeaves?: number
  readonly mirrors: readonly Mirror[]
  /** Random games for each preset. */
  readonly games?: number
}

type Settings = Readonly<Record<string, unknown>>

/** Openings that are tried for each preset. */
const OPENINGS = 30

/** Checks every promise of the `Game` contract on random games, with deep-frozen states. */
export function testGame(anyGame: unknown, contract: GameContract): void {
  const game = anyGame as AnyGame
  const presets = Object.entries(game.presets)
  const rounds = contract.games ?? 25

  describe(`${game.id} keeps the game contract`, () => {
    test('has a default preset and reads every preset', () => {
      expect(presets.length).toBeGreaterThan(0)
      for (const [, settings] of presets) expect(game.parseConfig(settings)).toMatchObject({ ok: true })
    })

    test('every setting has a title for people and says what it expects', () => {
      for (const { title, expects } of Object.values(game.settings)) {
        expect(title).toMatch(/^[A-Z].*[^.]$/)
        expect(expects).toMatch(/^\S.*[^.]$/)
      }
      for (const reason of Object.values(game.reasons)) expect(reason).toMatch(/^\S.*[^.]$/)
    })

    test.each([[undefined], [null], [7], ['x'], [[]], [{ nonsense: 1 }]])(
      'refuses %j as a configuration in one sentence',
      (input) => {
        const result = game.parseConfig(input)
        expect(result.ok).toBe(false)
        if (!result.ok) expect(result.problem.message).toMatch(/^Cannot [^\n]*[^.\n]$/)
      },
    )

    test.each(presets)('%s: every state of random games is as promised', (_, settings) => {
      const config = must(game.parseConfig(settings))
      for (let seed = 0; seed < rounds; seed++) {
        const rng = seededRng(seed)
        let state = deepFreeze(game.setup(config, rng))
        expect(game.notation.formatState(game.setup(config, seededRng(seed)))).toBe(
          game.notation.formatState(state),
        )
        for (let ply = 0; ply < 20_000; ply++) {
          checkState(game, state)
          if (game.toMove(state).length === 0) break
          const turn = chooseTurn(game, state, (legal) => rng.pick(legal))
          const next = deepFreeze(game.play(state, turn))
          expect(game.notation.formatState(next)).not.toBe(game.notation.formatState(state))
          state = next
        }
      }
    })

    test.each(presets)('%s: replaying the moves as text gives the same states', (_, settings) => {
      const config = must(game.parseConfig(settings))
      for (let seed = 0; seed < rounds; seed++) {
        const { turns, states } = randomGame(game, config, seed)
        let state = game.setup(config, seededRng(seed))
        turns.forEach((turn, index) => {
          const read = turn.map(({ seat, move }) => ({
            seat,
            move: must(game.notation.parseMove(move, state)),
          }))
          expect(read).toEqual(turn)
          state = game.play(state, read)
          expect(game.notation.formatState(state)).toBe(game.notation.formatState(states[index + 1]))
        })
      }
    })

    test.each(presets)('%s: states survive a trip through JSON', (_, settings) => {
      const config = must(game.parseConfig(settings))
      const { states } = randomGame(game, config, 1)
      const last = states.at(-1)
      const copy: unknown = JSON.parse(JSON.stringify(last))
      expect(copy).toEqual(last)
      expect(game.notation.formatState(copy)).toBe(game.notation.formatState(last))
      expect(game.outcome(copy)).toEqual(game.outcome(last))
    })

    const { counts, openings } = game
    if (counts)
      test.each(presets)(
        '%s: what people count is a whole number for each seat, as long as a round goes on',
        (_, settings) => {
          const { states } = randomGame(game, must(game.parseConfig(settings)), 1)
          for (const state of states.slice(0, 20))
            for (const count of game.outcome(state) ? [] : counts.of(state))
              expect(Number.isInteger(count) && count >= 0).toBe(true)
        },
      )

    if (openings) {
      const propose = (settings: Settings, seed: number) =>
        openings.propose(must(game.parseConfig(settings)), seededRng(seed))
      const startOf = (settings: Settings): unknown =>
        game.setup(must(game.parseConfig(settings)), seededRng(0))

      test.each(presets)('%s: every opening is a position of the game that goes on', (_, settings) => {
        const start = startOf(settings)
        const texts = new Set<string>()
        for (let seed = 0; seed < OPENINGS; seed++) {
          const patch = propose(settings, seed)
          expect(patch).toBeDefined()
          expect(propose(settings, seed)).toEqual(patch)
          const state = deepFreeze(startOf({ ...settings, ...patch }))
          checkState(game, state)
          // The seats that begin are the same as from the game's own start.
          expect(game.toMove(state)).toEqual(game.toMove(start))
          texts.add(game.notation.formatState(state))
        }
        expect(texts).not.toContain(game.notation.formatState(start))
        expect(texts.size).toBeGreaterThan(OPENINGS / 2)
      })

      test.each(presets)('%s: a round from an opening is as promised', (_, settings) => {
        for (let seed = 0; seed < 3; seed++) {
          const rng = seededRng(seed)
          let state = startOf({ ...settings, ...propose(settings, seed) })
          while (game.toMove(state).length > 0) {
            state = deepFreeze(
              game.play(
                state,
                chooseTurn(game, state, (legal) => rng.pick(legal)),
              ),
            )
            checkState(game, state)
          }
        }
      })
    }

    for (const mirror of contract.mirrors) {
      const held = presets.filter(([name]) => !mirror.except?.includes(name))
      test.each(held)(`%s: the game is the same ${mirror.name}`, (_, settings) => {
        const mirrored = mirror.settings?.(settings) ?? settings
        const seatOf = (seat: Seat): Seat => (mirror.swapsSeats ? ((1 - seat) as Seat) : seat)
        const config = must(game.parseConfig(settings))
        for (let seed = 0; seed < Math.ceil(rounds / 3); seed++) {
          const rng = seededRng(seed)
          let here = game.setup(config, seededRng(seed))
          let there = game.setup(must(game.parseConfig(mirrored)), seededRng(seed))
          while (game.toMove(here).length > 0) {
            for (const seat of SEATS) {
              const expected = game.legalMoves(here, seat).map((move) => mirror.move(move, settings))
              expect([...game.legalMoves(there, seatOf(seat))].sort().join(' ')).toBe(
                expected.sort().join(' '),
              )
            }
            const turn = chooseTurn(game, here, (legal) => rng.pick(legal))
            const reflected = turn
              .map(({ seat, move }): SeatMove => ({ seat: seatOf(seat), move: mirror.move(move, settings) }))
              .sort((a, b) => a.seat - b.seat)
            here = game.play(here, turn)
            there = game.play(there, reflected)
          }
          const [ours, theirs] = [game.outcome(here), game.outcome(there)]
          expect(theirs?.reason).toBe(ours?.reason)
          expect(SEATS.map((seat) => theirs?.places[seatOf(seat)])).toEqual(ours?.places)
        }
      })
    }

    test.each(perftTable(contract.perft, contract.maxLeaves ?? 300_000))(
      'perft %s at depth %i is %i',
      (position, depth, leaves) => {
        expect(perft(game, stateAt(game, position), depth)).toBe(leaves)
      },
    )

    test('perft counts what playing every joint move reaches', () => {
      const state = stateAt(game, presets[0]?.[0] ?? '')
      const children = [...jointMoves(game, state)].map((turn) => game.play(state, turn))
      expect(perft(game, state, 1)).toBe(children.length)
      expect(perft(game, state, 2)).toBe(
        children.reduce<number>((sum, child) => sum + perft(game, child, 1), 0),
      )
    })
  })
}

function checkState(game: AnyGame, state: unknown): void {
  const seats = game.toMove(state)
  const outcome = game.outcome(state)
  const scene = game.scene(game.view(state))
  checkScene(scene)
  expect([...seats].sort()).toEqual(seats)
  expect(outcome === undefined).toBe(seats.length > 0)
  if (outcome !== undefined) {
    expect(Object.keys(game.reasons)).toContain(outcome.reason)
    expect([...outcome.places].sort().join()).toMatch(/^1,[12]$/)
  }
  for (const seat of SEATS) {
    const legal = game.legalMoves(state, seat)
    expect(legal.length > 0).toBe(seats.includes(seat))
    expect(new Set(legal).size).toBe(legal.length)
    // As text: this runs for every state, and Vitest is slow to compare long lists.
    expect(game.legalMoves(state, seat).join(' ')).toBe(legal.join(' '))
    for (const move of legal) {
      if (!game.isLegal(state, seat, move)) expect.fail(`isLegal denies ${move}, which legalMoves lists`)
    }
    expect(NO_MOVES.filter((word) => game.isLegal(state, seat, word))).toEqual([])
    checkTargets(game, state, seat, legal, scene)
  }
  expect(game.notation.formatState(state)).toMatch(/^[\x20-\x7e]+$/)
}

/** Words that are a move in no game. */
const NO_MOVES = ['', 'nonsense', ' ', '0', 'zz9', '-1', '\u0000']

function checkScene(scene: Scene): void {
  expect(scene.tiles.length).toBe(scene.height)
  for (const row of scene.tiles)
    if (row.length !== scene.width) expect.fail('a row of tiles has the wrong width')
  for (const cell of [
    ...scene.pieces,
    ...scene.fences,
    ...scene.outlines.flatMap(({ cells, walk = [] }) => [...cells, ...walk]),
    ...(scene.goals ?? []).flat(),
  ]) {
    if (cell.x < 0 || cell.y < 0 || cell.x >= scene.width || cell.y >= scene.height)
      expect.fail(`the scene has something outside the board, at ${cell.x},${cell.y}`)
  }
}

function checkTargets(
  game: AnyGame,
  state: unknown,
  seat: Seat,
  legal: readonly string[],
  { width, height }: Scene,
): void {
  const view = game.view(state, seat)
  const targets = legal.map((move) => game.target(view, seat, move))
  expect(new Set(targets.map((target) => JSON.stringify(target))).size).toBe(targets.length)
  for (const { x, y } of targets)
    if (x < 0 || y < 0 || x >= width || y >= height)
      expect.fail(`a target is outside the board, at ${x},${y}`)
}

function randomGame(
  game: AnyGame,
  config: unknown,
  seed: number,
): { readonly turns: readonly (readonly SeatMove[])[]; readonly states: readonly unknown[] } {
  const rng = seededRng(seed + 1000)
  const states = [game.setup(config, seededRng(seed))]
  const turns: (readonly SeatMove[])[] = []
  while (game.toMove(states.at(-1)).length > 0) {
    const turn = chooseTurn(game, states.at(-1), (legal) => rng.pick(legal))
    turns.push(turn)
    states.push(game.play(states.at(-1), turn))
  }
  return { turns, states }
}

/** `preset` or `preset: move move …`, set up with seed 0. */
function stateAt(game: AnyGame, position: string): unknown {
  const [preset = '', moves = ''] = position.split(':').map((part) => part.trim())
  let state = game.setup(must(game.parseConfig(game.presets[preset])), seededRng(0))
  const words = moves.split(' ').filter(Boolean)
  while (words.length > 0) {
    const turn = game.toMove(state).map((seat) => ({ seat, move: words.shift() ?? '' }))
    for (const { seat, move } of turn)
      if (!game.isLegal(state, seat, move)) throw new Error(`perft.txt plays ${move}, which is illegal`)
    state = game.play(state, turn)
  }
  return state
}

function perftTable(text: string, maxLeaves: number): [string, number, number][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [position = '', counts = ''] = line.split('=').map((part) => part.trim())
      return counts
        .split(/\s+/)
        .map((count, index): [string, number, number] => [position, index + 1, Number(count)])
    })
    .filter(([, , leaves]) => leaves <= maxLeaves)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFreeze(part)
  }
  return value
}
