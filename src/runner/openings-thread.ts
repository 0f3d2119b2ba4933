import { findGame } from '../games/index.ts'
import { drawOpening } from '../openings/draw-opening.ts'
import { answerTasks } from './answer-tasks.ts'
import type { OpeningTask } from './openings.ts'

/** The thread that draws openings, so that the event loop of the server stays free. */
answerTasks(({ game: id, settings, seed }: OpeningTask) => {
  const game = findGame(id)
  if (game === undefined) throw new Error(`there is no game ${id}`)
  return drawOpening({ game, settings, seed })
})
