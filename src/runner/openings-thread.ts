import { parentPort } from 'node:worker_threads'
import { messageOf } from '../base/message-of.ts'
import { findGame } from '../games/index.ts'
import { drawOpening } from '../openings/draw-opening.ts'
import type { FromOpeningsThread, OpeningTask } from './openings.ts'

/** The thread that draws openings, so that the event loop of the server stays free. */
const port = parentPort
if (port === null) throw new Error('openings-thread.ts must be run as a worker')

function draw({ game: id, settings, seed }: OpeningTask): FromOpeningsThread {
  const game = findGame(id)
  if (game === undefined) throw new Error(`there is no game ${id}`)
  return { opening: drawOpening({ game, settings, seed }) }
}

port.on('message', (task: OpeningTask) => {
  let answer: FromOpeningsThread
  try {
    answer = draw(task)
  } catch (error) {
    answer = { failure: messageOf(error) }
  }
  port.postMessage(answer)
})
