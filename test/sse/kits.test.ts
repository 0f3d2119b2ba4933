import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrain } from '../../src/brains/index.ts'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { serveArenaTeam } from '../../src/sdk/serve-arena-team.ts'
import { openTestArena, until, type TestArena } from '../server/arena.fixture.ts'
import { askFor, openCoordinator } from './coordinator.fixture.ts'

const kits = join(import.meta.dirname, '../../src/wires/sse/kit')

const isListening = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(undefined))
  })

/** Evaluates a team; returns its report. */
async function evaluate(arena: TestArena, teamUrl: string) {
  await using coordinator = await openCoordinator(200)
  await askFor(arena.url, 'tic-tac-toe', { runId: 'kit', teamUrl, callbackUrl: coordinator.url })
  return (await until(() => coordinator.calls[0])).body
}

test.each([
  ['python3', join(kits, 'python/team.py')],
  [process.execPath, join(kits, 'typescript/team.mts')],
])('the kit %s %s earns all points of tic-tac-toe', async (command, file) => {
  await using arena = await openTestArena()
  const port = await quietPort()
  const team = spawn(command, [file, '--arena', arena.url, '--port', String(port)], { stdio: 'ignore' })
  const ended = once(team, 'exit')
  try {
    await until(() => isListening(port))
    expect(await evaluate(arena, `http://127.0.0.1:${port}`)).toMatchObject({ score: 100 })
  } finally {
    team.kill()
    await ended
  }
})

test('a brain that the library serves as a team earns all points of tic-tac-toe', async () => {
  await using arena = await openTestArena()
  const perfect = findBrain('perfect', 'tic-tac-toe')
  await using team = await serveArenaTeam({
    arenaUrl: arena.url,
    port: 0,
    brains: { ...(perfect && { 'tic-tac-toe': perfect }) },
    log() {},
  })
  expect(await evaluate(arena, team.url)).toMatchObject({ score: 100 })
})
