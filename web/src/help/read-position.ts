import { seededRng } from '../../../src/base/rng.ts'
import type { AnyGame } from '../../../src/game/game.ts'
import type { Scene } from '../../../src/game/scene.ts'

/**
 * A position as a page of the documentation writes it. The first line names the game, what is set, and the moves from the start:
 * `quoridor: e2 e8 e3`, or `tron preset=torus-tron width=9: e/w s/n`, where both move at the same time. The lines below it are
 * the same position as text, for readers elsewhere.
 */
export interface PositionText {
  readonly game: string
  readonly preset: string | undefined
  readonly settings: Readonly<Record<string, string>>
  /** The moves of each turn, in the order of seats. */
  readonly turns: readonly string[]
  /** The position drawn as text; empty without a drawing. */
  readonly drawing: string
}

/** Undefined if the first line is something else. */
export function readPosition(text: string): PositionText | undefined {
  const [first = '', ...drawn] = text.trimEnd().split('\n')
  const [, game = '', sets = '', moves = ''] = /^([\w-]+)((?: [\w-]+=\S+)*):(.*)$/.exec(first) ?? []
  if (game === '') return undefined
  const { preset, ...settings } = Object.fromEntries(
    words(sets).map((set) => [set.slice(0, set.indexOf('=')), set.slice(set.indexOf('=') + 1)]),
  )
  return { game, preset, settings, turns: words(moves), drawing: drawn.join('\n').replace(/^\n+/, '') }
}

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

/** The scenes from the start to the position: one more than turns. Undefined if it cannot be played. */
export function scenesOf(
  game: AnyGame,
  { preset, settings, turns }: PositionText,
): readonly Scene[] | undefined {
  const from = preset ?? Object.keys(game.presets)[0] ?? ''
  const config = game.parseConfig({ ...game.presets[from], ...settings })
  if (!config.ok) return undefined
  let state = game.setup(config.value, seededRng(0))
  const scenes = [game.scene(game.view(state))]
  for (const turn of turns) {
    const seats = game.toMove(state)
    const moves = turn.split('/')
    const played = seats.map((seat, index) => ({ seat, move: moves[index] ?? '' }))
    if (moves.length !== seats.length || !played.every(({ seat, move }) => game.isLegal(state, seat, move)))
      return undefined
    state = game.play(state, played)
    scenes.push(game.scene(game.view(state)))
  }
  return scenes
}
