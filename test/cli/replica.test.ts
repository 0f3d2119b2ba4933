import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openTestArena, until } from '../server/arena.fixture.ts'
import { legalIn, move, newGame, playToEnd, turnOf } from '../server/play.fixture.ts'
import { openViewer } from '../server/replica.fixture.ts'
import { command } from './run.ts'

/** `gamegrid serve --replica-of` in a process of its own. */
async function startReplica(arena: string) {
  const child = spawn(process.execPath, [command, 'serve', '--replica-of', arena, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const found = /^Replica +(\S+)\n/m.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`the replica ended: ${out}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return (await ended)[0]
  }
  return { url, end }
}

test('a replica that is killed, and one that is told to end, cost their spectators a reconnect and no line', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const [first, second] = await Promise.all([startReplica(arena.url), startReplica(arena.url)])
  const game = await newGame(ann, {
    challenge: 'tic-tac-toe',
    opponent: 'house:first',
    seed: 3,
    clock: '5m',
  })
  const playOne = async (): Promise<void> => {
    const turn = await until(async () => {
      const seen = await turnOf(ann, game)
      return seen['asked'] === true ? seen : undefined
    })
    await move(ann, game, { move: legalIn(turn).at(-1) })
  }
  await playOne()
  const viewer = await openViewer(first.url, game)
  await until(() => viewer.seen.at(-1)?.id)
  expect(await first.end('SIGKILL')).toBe(null)
  expect(await viewer.over).toBe('cut')
  await playOne()
  const again = await openViewer(second.url, game, viewer.seen.at(-1)?.id)
  await until(() => again.seen.at(-1)?.id)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(await again.over).toBe('cut')
  // What spectators miss meanwhile comes from the arena itself as well as from a third replica.
  const rest = await openViewer(arena.url, game, again.seen.at(-1)?.id)
  await playToEnd(ann, game, (turn) => legalIn(turn).at(-1))
  expect(await rest.over).toBe('end')
  const record = (await arena.request(`/api/v1/matches/${game}/record`)).text.trimEnd().split('\n')
  expect([...viewer.seen, ...again.seen, ...rest.seen]).toEqual(record.map((line, id) => ({ id, line })))
})
