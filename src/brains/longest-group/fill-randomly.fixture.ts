import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { longestGroup, type LongestGroupState } from '../../games/longest-group/index.ts'

/** A board on which all but `left` cells are taken, in turn and at random. */
export function fillRandomly(
  seed: number,
  left: number,
  preset = 'standard',
  settings = {},
): LongestGroupState {
  const rng = seededRng(seed)
  const config = must(longestGroup.parseConfig({ ...longestGroup.presets[preset], ...settings }))
  let state = longestGroup.setup(config, rng)
  while (state.ply < state.board.length - left) {
    const seat = state.ply % 2 === 0 ? 0 : 1
    state = longestGroup.play(state, [{ seat, move: rng.pick(longestGroup.legalMoves(state, seat)) }])
  }
  return state
}
