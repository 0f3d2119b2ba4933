import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { openTestArena, until } from '../server/arena.fixture.ts'
import { listen } from './listen.fixture.ts'
import { practise } from './practise.fixture.ts'
import { send } from './team.fixture.ts'
import { openBattle } from './two-teams.fixture.ts'

const GAME = 'quoridor'
/** Each team moves its pawn forward and back. To tell so many events again takes 0.6 s, longer than what a test does meanwhile. */
const PLIES = 30

/** Two teams in the middle of a battle. Both have read all events, and it is the second team's turn. */
async function openMiddle() {
  const clock = fakeClock()
  const arena = await openTestArena({ clock })
  const { first, second } = await openBattle(arena, GAME)
  const play = async (id: string, position: string): Promise<number> => {
    const answer = await send(arena.url, GAME, id, { action: 'move', position })
    return ((await answer.json()) as { readonly clock: number }).clock
  }

  /** Opens a stream of the first team, and gives the way to leave it. */
  async function open(id = first) {
    const before = arena.server.spectators()
    const leaving = new AbortController()
    const heard = listen(arena, GAME, id, leaving.signal)
    await until(() => (arena.server.spectators() === before + 1 ? true : undefined))
    const leave = async (): Promise<void> => {
      const now = arena.server.spectators()
      leaving.abort()
      await until(() => (arena.server.spectators() === now - 1 ? true : undefined))
    }
    return { ...heard, leave }
  }

  const own = await open()
  const opponent = await open(second)
  await Promise.all([own.has(1), opponent.has(1)])
  const moves = ['e2', 'e8', 'e1', 'e9']
  for (let ply = 0; ply < PLIES; ply++) await play(ply % 2 === 0 ? first : second, moves[ply % 4] ?? '')
  const left = await play(first, 'e1')
  await Promise.all([own.has(PLIES + 2), opponent.has(PLIES + 2)])
  return {
    arena,
    clock,
    id: first,
    /** What the clock of the first team shows. */
    left,
    own,
    open,
    /** The second team moves, and the event that gives the first team its turn is written to every stream that is not behind. */
    giveTurn: async () => {
      await play(second, 'e9')
      await opponent.has(PLIES + 3)
    },
    /** The first team moves. Gives what the clock shows without the two seconds for the command. */
    move: async () => (await play(first, 'e2')) - 2_000,
    hasAll: ({ has }: Pick<typeof own, 'has'>) => has(PLIES + 3),
    [Symbol.asyncDispose]: () => arena[Symbol.asyncDispose](),
  }
}

describe('the clock of a team runs while', () => {
  test('it has left its stream after the event that gives it the turn', async () => {
    await using middle = await openMiddle()
    const { clock, left, own, open, giveTurn, hasAll, move } = middle
    await giveTurn()
    await hasAll(own)
    await own.leave()
    await clock.pass(4_000)
    await hasAll(await open())
    await clock.pass(1_000)
    expect(await move()).toBe(left - 5_000)
  })

  test('it has left its stream before that event, and comes back later', async () => {
    await using middle = await openMiddle()
    const { clock, left, own, open, giveTurn, hasAll, move } = middle
    await own.leave()
    await giveTurn()
    await clock.pass(4_000)
    await hasAll(await open())
    await clock.pass(1_000)
    expect(await move()).toBe(left - 5_000)
  })

  test('it leaves a stream that is still told what was before, and comes back later', async () => {
    await using middle = await openMiddle()
    const { clock, left, own, open, giveTurn, hasAll, move } = middle
    await own.leave()
    const behind = await open()
    await giveTurn()
    await behind.leave()
    await clock.pass(10_000)
    await hasAll(await open())
    expect(await move()).toBe(left - 10_000)
  })

  test('it opens one stream after the other, and leaves each before it has told everything', async () => {
    await using middle = await openMiddle()
    const { clock, left, own, open, giveTurn, hasAll, move } = middle
    await own.leave()
    let behind = await open()
    await giveTurn()
    for (let times = 0; times < 3; times++) {
      await clock.pass(3_000)
      const next = await open()
      await behind.leave()
      behind = next
    }
    await behind.leave()
    await clock.pass(3_000)
    await hasAll(await open())
    expect(await move()).toBe(left - 12_000)
  })

  test('the request for its stream waits behind another on the same connection, which does not end', async () => {
    await using middle = await openMiddle()
    const { arena, clock, id, left, own, open, giveTurn, hasAll, move } = middle
    const other = await practise(arena, GAME, 'BASE_AI_SECOND')
    await own.leave()
    const before = arena.server.spectators()
    const socket = connect(arena.port, '127.0.0.1')
    for (const battle of [other, id])
      socket.write(`GET /${GAME}/start/${battle} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await until(() => (arena.server.spectators() === before + 1 ? true : undefined))
    await giveTurn()
    await clock.pass(10_000)
    await hasAll(await open())
    expect(await move()).toBe(left - 10_000)
    socket.destroy()
  })
})
