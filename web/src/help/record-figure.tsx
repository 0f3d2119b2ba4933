import { useMemo, useState } from 'react'
import { Board } from '../board/board.tsx'
import { lastIndex } from '../story/cursor.ts'
import { useGame } from '../story/games.ts'
import { happened } from '../story/happened.ts'
import { readStory } from '../story/read-story.ts'
import type { Story } from '../story/story.ts'
import { frameAt, pictureAt } from '../watch/picture-at.ts'
import { Stepper } from './stepper.tsx'

/** A stored match of a page, as its record: the reader steps through its positions. */
export function RecordFigure({ text }: { readonly text: string }) {
  const isLoaded = useGame(useMemo(() => gameOf(text), [text]))
  const story = useMemo(() => (isLoaded ? readStory(text) : undefined), [isLoaded, text])
  return story ? <Moves story={story} /> : <p className="muted">Loading the match …</p>
}

function Moves({ story }: { readonly story: Story }) {
  const [index, setIndex] = useState(0)
  const picture = useMemo(() => pictureAt(story, index), [story, index])
  const words = happened(story, frameAt(story, index))
  const last = lastIndex(story)
  return (
    <figure className="help-record">
      <Board
        picture={picture}
        label={`A match of ${story.match.spec.game.title}, ${story.names.join(' against ')}. ${words}.`}
      />
      <input
        type="range"
        aria-label="Position of the match"
        aria-valuetext={words}
        min={0}
        max={last}
        value={index}
        onInput={({ currentTarget }) => setIndex(Number(currentTarget.value))}
      />
      <Stepper what="move" index={index} last={last} go={setIndex}>
        {words}
      </Stepper>
    </figure>
  )
}

/** The game that the header of a record names; undefined for another text. */
function gameOf(record: string): string | undefined {
  try {
    const header: unknown = JSON.parse(record.slice(0, record.indexOf('\n')))
    return typeof header === 'object' && header !== null && 'game' in header ? String(header.game) : undefined
  } catch {
    return undefined
  }
}
