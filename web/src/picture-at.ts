import { sameCell, type Cell } from '../../src/base/grid.ts'
import type { Pair } from '../../src/game/game.ts'
import type { Scene } from '../../src/game/scene.ts'
import type { Round } from '../../src/match/match.ts'
import { changesOf, NO_CHANGES } from './changes.ts'
import type { Picture } from './draw-scene.ts'
import type { Frame, Story } from './story.ts'

/** What to draw at a frame of a story: its scene, what the last turn changed, and the ways of the light cycles. */
export function pictureAt(story: Story, index: number): Picture {
  const frame = frameAt(story, index)
  const scene = sceneOf(frame)
  const before = frame.ply > 0 ? story.frames[index - 1] : undefined
  const first = story.rounds[frame.round]?.first ?? 0
  return {
    scene,
    changes: before ? changesOf(sceneOf(before), scene) : NO_CHANGES,
    ...(scene.tile === 'trail' && { paths: pathsTo(story.frames, first, index) }),
  }
}

/** The frame there, or the nearest. */
export function frameAt(story: Story, index: number): Frame {
  const frame = story.frames[Math.max(0, Math.min(index, story.frames.length - 1))]
  if (frame === undefined) throw new Error('a story has a frame')
  return frame
}

/** Scenes are worked out once: two frames share most of the cost of being drawn. */
function sceneOf({ match }: Frame): Scene {
  const { round } = match
  const { game } = match.spec
  const known = scenes.get(round)
  if (known) return known
  const scene = game.scene(game.view(round.state))
  scenes.set(round, scene)
  return scene
}

const scenes = new WeakMap<Round, Scene>()

function pathsTo(frames: readonly Frame[], first: number, last: number): Pair<readonly Cell[]> {
  const paths: [Cell[], Cell[]] = [[], []]
  for (let index = first; index <= last; index++) {
    const frame = frames[index]
    if (frame === undefined) break
    for (const piece of sceneOf(frame).pieces) {
      const path = paths[piece.seat]
      const before = path.at(-1)
      if (before === undefined || !sameCell(before, piece)) path.push(piece)
    }
  }
  return paths
}
