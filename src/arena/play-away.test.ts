import { expect, test, vi } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { fail, must, ok } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { startMatch } from '../match/machine.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import type { AttemptEnd, SecondOpinion } from '../queue/match-queue.ts'
import { house, newStores } from '../store/new-store.fixture.ts'
import type { RestOfMatch } from './live-match.ts'
import { playAway, type AwayOptions } from './play-away.ts'
import { playableMatch } from './playable-match.fixture.ts'
import { readRow } from './read-row.ts'

const newStore = newStores()

type Queue = AwayOptions['queue']
type Played = Extract<AttemptEnd, { kind: 'played' }>

/** Plays match 1, of two house brains, on workers that the test stands for. */
function openAway(queue: Partial<Queue>, more: Partial<AwayOptions> = {}) {
  const store = newStore()
  store.append(playableMatch(ticTacToe, [house, house], 'organiser'))
  const row = store.match(1)
  if (!row) throw new Error('no match 1')
  const read = must(readRow(row))
  const log: string[] = []
  const stop = new AbortController()
  const match = startMatch(read.spec).match
  const rest: RestOfMatch = {
    match,
    resume: undefined,
    began: 0,
    signal: stop.signal,
    onEvent: ({ at }, { phase }) => void log.push(`event ${at} ${phase}`),
    far: {
      heard: (at) => void log.push(`heard ${at}`),
      stood: () => void log.push('stood'),
    },
  }
  const play = playAway({
    row,
    read,
    store,
    space: undefined,
    queue: {
      attempt: async () => ({ kind: 'aborted' }),
      look: async (_, first) => first,
      compare: async () => undefined,
      whyNone: () => undefined,
      ...queue,
    },
    versions: {
      locate: () => fail('bot-not-ready', 'there are no bots'),
      pack: () => Promise.reject(new Error('there are no bots')),
    },
    isFinal: () => false,
    onFinal: () => void log.push('final'),
    onBegan: (worker) => void log.push(`began ${worker}`),
    onLost: (why) => void log.push(`lost: ${why}`),
    onMissing: (why) => void log.push(`missing: ${why}`),
    ...more,
  })
  return {
    store,
    log,
    stop,
    play: () => play(rest),
    match,
    over: { ...match, phase: 'over' } as Match,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

const event = (at: number): MatchEvent => ({ kind: 'ready', seat: 0, at }) as unknown as MatchEvent
const played = (worker = 'a'): Played => ({ kind: 'played', worker }) as Played

test('events of a worker are told as they come, and the last one once the match counts', async () => {
  using away = openAway({
    async attempt(order, watch) {
      expect(order).toMatchObject({ key: '1', challenge: 'tic-tac-toe', arena: { past: [] } })
      watch.onBegan?.('a')
      const told = { job: {} as never, worker: 'a' }
      watch.onEvent?.({ ...told, event: event(5), match: away.match })
      watch.onEvent?.({ ...told, event: event(9), match: away.over })
      watch.onLog?.(1, { round: 0, stderr: 'x', lines: [] })
      return played()
    },
    async look(_, first, { isFinal }) {
      away.log.push(`look ${isFinal}`)
      return first
    },
  })
  await away.play()
  expect(away.log).toEqual([
    'missing: undefined',
    'began a',
    'heard 5',
    'event 5 starting',
    'heard 9',
    'stood',
    'look false',
    'event 9 over',
  ])
  expect(away.store.botLogs(1)).toMatchObject([{ player: 1, log: { stderr: 'x' } }])
})

test('a final is looked at by a second worker, and what a third made of it is told', async () => {
  const opinion: SecondOpinion = { kind: 'same', worker: 'b' }
  const opinions: Promise<SecondOpinion | undefined>[] = []
  using away = openAway(
    {
      attempt: async () => played(),
      async look(_, first, { isFinal }) {
        expect(isFinal).toBe(true)
        return first
      },
      compare: async () => opinion,
    },
    { isFinal: () => true, onFinal: (one) => void opinions.push(one) },
  )
  await away.play()
  expect(await Promise.all(opinions)).toEqual([opinion])
})

test('a lost attempt is ordered again from the log, and the time stands still meanwhile', async () => {
  const ends: AttemptEnd[] = [{ kind: 'lost', why: 'the worker left' }, played()]
  using away = openAway({ attempt: async () => ends.shift() ?? played() })
  await away.play()
  expect(away.log).toEqual([
    'missing: undefined',
    'stood',
    'lost: the worker left',
    'missing: undefined',
    'stood',
  ])
})

test('a match is ordered again after a wait that grows, and given up when twenty workers left while they played it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    for (const [isSuspect, most] of [
      [true, 20],
      [false, 40],
    ] as const) {
      let attempts = 0
      using away = openAway({
        async attempt() {
          attempts++
          return { kind: 'lost', why: 'the worker left', ...(isSuspect && { isSuspect }) }
        },
      })
      const ended = away.play().then(
        () => 'ended',
        (error: unknown) => String(error),
      )
      for (const [ms, count] of [
        [49, 1],
        [1, 2],
        [99, 2],
        [1, 3],
      ] as const) {
        await vi.advanceTimersByTimeAsync(ms)
        expect(attempts).toBe(count)
      }
      // From then on a second at most.
      for (let second = 0; second < 40; second++) await vi.advanceTimersByTimeAsync(1000)
      away.stop.abort()
      expect(await ended).toBe(isSuspect ? 'Error: 20 workers went away while they played it' : 'ended')
      if (isSuspect) expect(attempts).toBe(most)
      else expect(attempts).toBeGreaterThanOrEqual(most)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a match is not ordered before the disk has ample room', async () => {
  const room = deferred()
  const asked: string[] = []
  const space = {
    until(what: string) {
      asked.push(what)
      return room.promise
    },
  } as unknown as NonNullable<AwayOptions['space']>
  using away = openAway({ attempt: async () => played() }, { space })
  const playing = away.play()
  expect([asked, away.log]).toEqual([['ample'], []])
  room.resolve()
  await playing
  expect(away.log).toEqual(['missing: undefined', 'stood'])
})

test('after three failures of workers a match is given up', async () => {
  using away = openAway({ attempt: async () => ({ kind: 'failed', why: 'no sandbox' }) })
  await expect(away.play()).rejects.toThrow('3 workers failed to play it: no sandbox')
  expect(away.log.filter((line) => line === 'lost: no sandbox')).toHaveLength(3)
})

test('an order that cannot be made is such a failure', async () => {
  using away = openAway(
    {},
    { versions: { locate: () => fail('bot-not-ready', 'it is gone'), pack: async () => '' } },
  )
  const { store } = away
  const bot = { kind: 'bot', name: 'x', person: 1, bot: 1, version: 1 } as const
  const row = store.match(1)
  if (!row) throw new Error('no match')
  const read = { ...must(readRow(row)), players: [house, bot] as const }
  using gone = openAway({}, { read })
  await expect(gone.play()).rejects.toThrow('3 workers failed to play it: there are no bots')
  using unpacked = openAway(
    {},
    {
      read,
      versions: {
        locate: () => ok({ process: { argv: ['./bot'], cwd: '/' } }),
        pack: () => Promise.reject(new Error('the disk failed')),
      },
    },
  )
  await expect(unpacked.play()).rejects.toThrow('3 workers failed to play it: the disk failed')
})

test('a match is not begun while no worker can play it, and what is missing is told', async () => {
  using away = openAway({
    whyNone: () => 'python3',
    attempt: () => Promise.reject(new Error('nobody can')),
  })
  const playing = away.play()
  await expect.poll(() => away.log, { timeout: 60_000 }).toEqual(['missing: python3'])
  away.stop.abort()
  await playing
  expect(away.log).toEqual(['missing: python3'])
})

test('what is aborted ends without a result', async () => {
  using away = openAway({ attempt: async () => ({ kind: 'aborted' }) })
  await away.play()
  expect(away.log).toEqual(['missing: undefined'])
  using before = openAway({ attempt: () => Promise.reject(new Error('nobody asks')) })
  before.stop.abort()
  await before.play()
  expect(before.log).toEqual([])
})

test('a second look that fails is another failure, and one that disproves the first ends the match', async () => {
  using lost = openAway({
    attempt: async () => played(),
    look: async () => ({ kind: 'aborted' }),
  })
  await lost.play()
  expect(lost.log).toEqual(['missing: undefined', 'stood'])
  using lied = openAway({ attempt: async () => played('a'), look: async () => played('b') })
  await expect(lied.play()).rejects.toThrow(
    'its worker is set aside, because two others played it differently',
  )
})
