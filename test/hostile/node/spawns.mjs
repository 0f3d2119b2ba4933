import { execSync, fork, spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { attempt, play } from './bot.mjs'

const run = (start) => () =>
  new Promise((resolve, reject) => {
    const child = start()
    child.on('spawn', () => resolve('it ran')).on('error', reject)
  })

play(async () => {
  await attempt(
    'spawn',
    run(() => spawn('true')),
  )
  await attempt(
    'fork',
    run(() => fork('plays.mjs')),
  )
  await attempt('execSync', () => execSync('true'))
  // A thread is not a process, so it is allowed.
  await new Promise((resolve, reject) => {
    new Worker('0', { eval: true }).on('exit', resolve).on('error', reject)
  })
})
