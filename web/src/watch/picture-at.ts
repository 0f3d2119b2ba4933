import type { Scene } from '../../../src/game/scene.ts'
import type { Round } from '../../../src/match/match.ts'
import { changesOf, NO_CHANGES, type Changes } from '../board/changes.ts'
import type { Picture } from '../board/draw-scene.ts'
import { traceOn, type Trace } from '../board/links.ts'
import type { Frame, Story } from '../story/story.ts'

/** What to draw at a frame: its scene, the changes of the last turn, and the trails of light cycles. */
export function pictureAt(story: Story, index: number): Picture {
  const frame = frameAt(story, index)
  const scene = sceneOf(frame)
  const before = frame.ply > 0 ? story.frames[index - 1] : undefined
  const first = story.rounds[frame.round]?.first ?? 0
  const changes = before ? changesOf(sceneOf(before), scene) : NO_CHANGES
  return {
    scene,
    changes,
    ...(scene.fences.length > 0 && earlierChange(story.frames, first, index, changes)),
    ...(scene.tile === 'trail' && withLinks(story.frames, first, index)),
  }
}

/** Where a turn is a step or a wall: the last of the other kind. */
function earlierChange(
  frames: readonly Frame[],
  first: number,
  index: number,
  { fences, moved }: Changes,
): Pick<Picture, 'earlier'> {
  for (let at = index - 1; at > first; at--) {
    const [before, after] = [frames[at - 1], frames[at]]
    if (!before || !after) break
    const earlier = changesOf(sceneOf(before), sceneOf(after))
    const isOther = fences.length > 0 ? earlier.moved.length > 0 : earlier.fences.length > 0
    if (isOther && fences.length + moved.length > 0) return { earlier }
  }
  return {}
}

/** The frame there, or the nearest. */
export function frameAt(story: Story, index: number): Frame {
  const frame = story.frames[Math.max(0, Math.min(index, story.frames.length - 1))]
  if (frame === undefined) throw new Error('a story has a frame')
  return frame
}

/** Caches the scene of each position. */
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

/** Continues the last trace of this round if it is older: most pictures are one turn after the one before. */
function withLinks(frames: readonly Frame[], first: number, last: number): Pick<Picture, 'links'> {
  const beginning = frames[first]
  const known = beginning && traces.get(beginning)
  const start = known && known.last <= last ? known : undefined
  const trace = traceOn(start?.trace, frames.slice(start ? start.last + 1 : first, last + 1).map(sceneOf))
  if (!beginning || !trace) return {}
  traces.set(beginning, { last, trace })
  return { links: trace.links }
}

const traces = new WeakMap<Frame, { readonly last: number; readonly trace: Trace }>()
