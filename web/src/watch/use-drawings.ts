import { useMemo, useState } from 'react'
import type { Picture } from '../board/draw-scene.ts'
import type { Marks } from '../board/draw-marks.ts'
import type { Story } from '../story/story.ts'
import { marksAt } from './marks-at.ts'
import { frameAt, pictureAt } from './picture-at.ts'

/** The players' marks at a position, and the switch that shows them. */
export interface Drawings {
  /** The picture, with marks if they are shown. */
  readonly picture: Picture
  /** The picture without marks. */
  readonly plain: Picture
  /** The marks of both seats, shown or not. */
  readonly marks: Marks
  /** Whether the match has any marks so far. */
  readonly exist: boolean
  readonly areShown: boolean
  readonly show: (areShown: boolean) => void
}

/** The picture at a position, with what the players have drawn if the user wants that. The choice is remembered. */
export function useDrawings(story: Story, index: number): Drawings {
  const [areShown, setShown] = useState(recall)
  const plain = useMemo(() => pictureAt(story, index), [story, index])
  const marks = useMemo(() => marksAt(frameAt(story, index), plain.scene), [story, index, plain])
  const isDrawn = areShown && marks[0].length + marks[1].length > 0
  const picture = useMemo(() => (isDrawn ? { ...plain, marks } : plain), [plain, marks, isDrawn])
  const show = (next: boolean): void => {
    setShown(next)
    remember(next)
  }
  return { picture, plain, marks, exist: story.hasMarks, areShown, show }
}

const STORED = 'drawings'

function recall(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

function remember(areShown: boolean): void {
  try {
    localStorage.setItem(STORED, areShown ? 'on' : 'off')
  } catch {
    // Storage may be blocked; the choice then holds until the page is closed.
  }
}
