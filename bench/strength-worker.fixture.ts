import { parentPort } from 'node:worker_threads'
import { playGame, type Task } from './strength-game.fixture.ts'

/** Plays one game for each message. */
parentPort?.on('message', (task: Task) => {
  void playGame(task).then((played) => parentPort?.postMessage(played))
})
