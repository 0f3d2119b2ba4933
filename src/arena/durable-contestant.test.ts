import { expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { TIC_TAC_TOE_OPENING } from '../protocols/opening.fixture.ts'
import type { Connection, Contestant, Question } from '../protocols/protocol.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { newStores, person } from '../store/new-store.fixture.ts'
import type { Store } from '../store/store.ts'
import type { DiskSpace } from './disk-space.ts'
import { durableContestant } from './durable-contestant.ts'

const newStore = newStores()
const forever = new AbortController().signal
const flush = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const QUESTION: Question = { turn: 0, view: {}, legal: ['NW'], timeLeft: 1000 }

/** A player that answers when a test says so, and what happened to it. */
function player(more: Partial<Connection> = {}) {
  const happened: string[] = []
  const answer = deferred()
  const contestant: Contestant = {
    name: 'ann',
    bot: 'a bot',
    rejoins: true,
    async connect() {
      happened.push('connected')
      return {
        tell: () => void happened.push('told'),
        async ask() {
          happened.push('asked')
          await answer.promise
          return { kind: 'move', text: 'NW' }
        },
        async [Symbol.asyncDispose]() {
          happened.push('closed')
        },
        ...more,
      }
    },
  }
  return { contestant, happened, answer: () => answer.resolve() }
}

/** A disk whose level of `short` is reached when a test says so. */
function fullDisk() {
  const room = deferred()
  let isFull = true
  const wanted: string[] = []
  const space: Pick<DiskSpace, 'until'> = {
    until(level) {
      wanted.push(level)
      return isFull ? room.promise : undefined
    },
  }
  return {
    space: space as DiskSpace,
    wanted,
    empty() {
      isFull = false
      room.resolve()
    },
  }
}

async function connect(contestant: Contestant): Promise<Connection> {
  const connection = await contestant.connect(TIC_TAC_TOE_OPENING, forever)
  if ('kind' in connection) throw new Error('it is gone')
  return connection
}

const wrap = (
  contestant: Contestant,
  store: Store,
  more: Partial<Parameters<typeof durableContestant>[1]> = {},
): Contestant =>
  durableContestant(contestant, { store, clock: fakeClock(), space: undefined, isRemote: false, ...more })

test('the player stays what it is, and is told, asked and closed as before', async () => {
  using store = newStore()
  const spent = { wall: 5 }
  const { contestant, happened, answer } = player({ spent: () => spent })
  const durable = wrap(contestant, store)
  expect(durable).toMatchObject({ name: 'ann', bot: 'a bot', rejoins: true })
  const connection = await connect(durable)
  connection.tell(...([] as unknown as Parameters<Connection['tell']>))
  expect(connection.spent?.()).toBe(spent)
  answer()
  expect(await connection.ask(QUESTION, forever)).toEqual({ kind: 'move', text: 'NW' })
  await connection[Symbol.asyncDispose]()
  expect(happened).toEqual(['connected', 'told', 'asked', 'closed'])
  expect('spent' in (await connect(wrap(player().contestant, store)))).toBe(false)
})

test('a player that does not come is gone', async () => {
  using store = newStore()
  const gone = { kind: 'gone', cause: 'crashed' } as const
  const durable = wrap({ name: 'ann', connect: async () => gone }, store)
  expect(await durable.connect(TIC_TAC_TOE_OPENING, forever)).toBe(gone)
})

test('on a full disk no player is connected or asked, and its clock starts when there is room', async () => {
  using store = newStore()
  const { contestant, happened, answer } = player()
  const before = fullDisk()
  const connecting = connect(wrap(contestant, store, { space: before.space }))
  await flush()
  expect(happened).toEqual([])
  before.empty()
  await connecting
  expect(happened).toEqual(['connected'])
  expect(before.wanted).toEqual(['short'])

  const disk = fullDisk()
  disk.empty()
  let reached = 0
  const full = fullDisk()
  let now = disk.space
  const space = { until: (...wanted: Parameters<DiskSpace['until']>) => now.until(...wanted) } as DiskSpace
  const connection = await connect(wrap(contestant, store, { space }))
  now = full.space
  const timing = { reached: () => void reached++, heard() {} }
  const asking = connection.ask(QUESTION, forever, timing)
  await flush()
  expect([happened.includes('asked'), reached, full.wanted]).toEqual([false, 0, ['short']])
  full.empty()
  await flush()
  expect([happened.includes('asked'), reached]).toEqual([true, 1])
  answer()
  await asking
})

test.each([
  ['a slow disk costs a remote player nothing: its clock starts when the question can leave', true, 21, 1],
  ['a quick disk does not start the clock again', true, 20, 0],
  ['a player in this process is asked at once, whatever the disk does', false, 1000, 0],
])('%s', async (_, isRemote, ms, count) => {
  using store = newStore()
  const clock = fakeClock()
  const { contestant, answer } = player()
  const connection = await connect(wrap(contestant, store, { clock, isRemote }))
  let reached = 0
  store.append(person(1001))
  const asking = connection.ask(QUESTION, forever, { reached: () => void reached++, heard() {} })
  clock.stall(ms)
  await store.settled()
  expect(reached).toBe(count)
  answer()
  await asking
})

test('the clock of a question that is answered is not started again', async () => {
  using store = newStore()
  const clock = fakeClock()
  const { contestant, answer } = player()
  const connection = await connect(wrap(contestant, store, { clock, isRemote: true }))
  let reached = 0
  answer()
  store.append(person(1001))
  const asking = connection.ask(QUESTION, forever, { reached: () => void reached++, heard() {} })
  await asking
  clock.stall(1000)
  await store.settled()
  expect(reached).toBe(0)
})
