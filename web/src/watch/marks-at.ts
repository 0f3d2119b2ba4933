import type { Pair, Seat } from '../../../src/game/game.ts'
import type { Mark } from '../../../src/game/remark.ts'
import type { Scene } from '../../../src/game/scene.ts'
import type { Marks } from '../board/draw-marks.ts'
import { placeMarks } from '../board/place-marks.ts'
import type { Frame } from '../story/story.ts'

/** What both seats drew with their last moves, on the scene of that position. */
export const marksAt = (frame: Frame, scene: Scene): Marks => [
  placeMarks(scene, marksOf(frame, 0)),
  placeMarks(scene, marksOf(frame, 1)),
]

const NONE: Pair<readonly Mark[]> = [[], []]

function marksOf({ said, ply, turn }: Frame, seat: Seat): readonly Mark[] {
  const last = said[seat]
  const isLastMove = last?.ply === ply || (last?.ply === ply - 1 && turn?.[seat] === undefined)
  return (isLastMove ? last?.remark.marks : undefined) ?? NONE[seat]
}
