import { useMemo, useState } from 'react'
import type { Scene } from '../../../src/game/scene.ts'
import { Board } from '../board/board.tsx'
import { changesOf, NO_CHANGES } from '../board/changes.ts'
import type { Picture } from '../board/draw-scene.ts'
import { traceOn } from '../board/links.ts'
import { loadedGame, useGame } from '../story/games.ts'
import { readPosition, scenesOf } from './read-position.ts'
import { Stepper } from './stepper.tsx'

/** A position of a page, drawn, with the turns that lead to it. */
export function PositionFigure({ text }: { readonly text: string }) {
  const position = useMemo(() => readPosition(text), [text])
  const isLoaded = useGame(position?.game)
  const game = isLoaded && position ? loadedGame(position.game) : undefined
  const scenes = useMemo(() => (game && position ? scenesOf(game, position) : undefined), [game, position])
  if (!game || !position || !scenes) return <pre>{text}</pre>
  return <Turns title={game.title} turns={position.turns} scenes={scenes} />
}

interface TurnsProps {
  readonly title: string
  readonly turns: readonly string[]
  readonly scenes: readonly Scene[]
}

function Turns({ title, turns, scenes }: TurnsProps) {
  const [index, setIndex] = useState(scenes.length - 1)
  const picture = useMemo(() => pictureOf(scenes, index), [scenes, index])
  const where = index === 0 ? 'the start' : `turn ${index} of ${turns.length}: ${turns[index - 1]}`
  return (
    <figure className="help-position">
      <Board picture={picture} label={`A position of ${title}, ${where}`} />
      {turns.length > 0 && (
        <Stepper what="turn" index={index} last={scenes.length - 1} go={setIndex}>
          {`${where[0]?.toUpperCase()}${where.slice(1)}`}
        </Stepper>
      )}
    </figure>
  )
}

function pictureOf(scenes: readonly Scene[], index: number): Picture {
  const scene = scenes[index]
  if (scene === undefined) throw new Error('a position has a scene')
  const before = scenes[index - 1]
  const trace = scene.tile === 'trail' ? traceOn(undefined, scenes.slice(0, index + 1)) : undefined
  return {
    scene,
    changes: before ? changesOf(before, scene) : NO_CHANGES,
    ...(trace && { links: trace.links }),
  }
}
