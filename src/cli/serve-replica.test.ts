import { expect, test } from 'vitest'
import { quietPort } from '../protocols/quiet-port.fixture.ts'
import { CommandError } from './problem.ts'
import { serveReplica } from './serve-replica.ts'

const NOT_GIVEN = { tcp: true, publicHost: [], teamHost: [], callbackHost: [], set: [] }

test.each([
  [{ data: 'folder' }, '--data'],
  [{ tcp: false }, '--no-tcp'],
  [{ demo: true } as const, '--demo'],
  [{ teamHost: ['a.example'] }, '--team-host'],
])('%j is refused: a replica has no arena of its own', async (flags, option) => {
  const serving = serveReplica('http://127.0.0.1:8080', { ...NOT_GIVEN, ...flags })
  await expect(serving).rejects.toEqual(
    new CommandError(`Cannot use ${option} with --replica-of: a replica has no data and plays no match`, 2),
  )
})

test.each(['arena', 'ftp://arena.example', 'http://arena.example/path', 'http://me:secret@arena.example'])(
  '%s is the address of no arena',
  async (address) => {
    await expect(serveReplica(address, NOT_GIVEN)).rejects.toThrow(
      `Cannot be a replica of ${JSON.stringify(address)}: expected the address of an arena like http://10.0.0.5:8080`,
    )
  },
)

test('an arena that does not answer is one sentence', async () => {
  const origin = `http://127.0.0.1:${await quietPort()}`
  await expect(serveReplica(origin, NOT_GIVEN)).rejects.toEqual(
    new CommandError(`Cannot reach the arena at ${origin}: nothing listens there`, 1),
  )
})
