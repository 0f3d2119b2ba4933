import type { Scene } from '../../../src/game/scene.ts'
import { cellText, type PlacedMark } from '../board/place-marks.ts'

/** A player's marks for people who do not see them: `2 cells, 1 arrow, “trap” at e4`. */
export function marksText(scene: Scene, marks: readonly PlacedMark[]): string {
  const count = (kind: PlacedMark['kind']): number => marks.filter((mark) => mark.kind === kind).length
  const parts = [
    ...counted(count('cell'), 'cell'),
    ...counted(count('arrow'), 'arrow'),
    ...marks.flatMap((mark) =>
      mark.kind === 'label' ? [`“${mark.text}” at ${cellText(scene, mark.at)}`] : [],
    ),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

const counted = (count: number, word: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]
