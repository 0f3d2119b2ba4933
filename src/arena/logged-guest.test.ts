import { expect, test } from 'vitest'
import type { BotLog } from '../match/bot-log.ts'
import { TIC_TAC_TOE_OPENING } from '../protocols/opening.fixture.ts'
import type { Callbacks, Contestant, Question } from '../protocols/protocol.ts'
import type { Clock } from '../runner/clock.ts'
import { fakeClock } from '../runner/fake-clock.fixture.ts'
import { loggedGuest } from './logged-guest.ts'

const forever = new AbortController().signal
const question = (turn: number): Question => ({ turn, view: {}, legal: ['NW'], timeLeft: 1000 })

/** A guest, what it says, and the log that is kept of it. */
function open(used = { stderr: 0, lines: 0 }) {
  let time = 1_000
  const clock: Clock = { ...fakeClock(), date: () => new Date(time) }
  const kept: BotLog[] = []
  let callbacks: Callbacks | undefined
  let isClosed = false
  const unasked: unknown[] = []
  const guest: Contestant = {
    name: 'guest',
    bot: 'tcp',
    async connect(_opening, _signal, given) {
      callbacks = given
      given?.onTranscript?.('> hello')
      return {
        tell() {},
        async ask({ turn }) {
          given?.onTranscript?.(`> turn ${turn}`)
          given?.onTranscript?.('< NW')
          return { kind: 'move', text: 'NW' }
        },
        async [Symbol.asyncDispose]() {
          given?.onTranscript?.('> bye')
          isClosed = true
        },
      }
    },
  }
  const diary = { used: () => used, keep: (log: BotLog) => void kept.push(log) }
  const logged = loggedGuest(guest, diary, clock)
  return {
    logged,
    kept,
    unasked,
    pass: (ms: number) => void (time += ms),
    isClosed: () => isClosed,
    callbacks: () => callbacks,
    async connect(round = 0) {
      const connection = await logged.connect({ ...TIC_TAC_TOE_OPENING, round }, forever, {
        unasked: (answer) => void unasked.push(answer),
      })
      if ('kind' in connection) throw new Error('it is gone')
      return connection
    },
  }
}

test('the lines of a guest are kept with their times and turns, in both directions', async () => {
  const guest = open()
  expect(guest.logged).toMatchObject({ name: 'guest', bot: 'tcp' })
  const connection = await guest.connect(2)
  guest.pass(5)
  expect(await connection.ask(question(0), forever)).toEqual({ kind: 'move', text: 'NW' })
  guest.pass(5)
  await connection.ask(question(3), forever)
  // Too little and too early to be written.
  expect(guest.kept).toEqual([])
  await connection[Symbol.asyncDispose]()
  expect(guest.isClosed()).toBe(true)
  expect(guest.kept).toEqual([
    {
      round: 2,
      stderr: '',
      lines: [
        { at: 1_000, turn: 0, text: '> hello' },
        { at: 1_005, turn: 0, text: '> turn 0' },
        { at: 1_005, turn: 0, text: '< NW' },
        { at: 1_010, turn: 3, text: '> turn 3' },
        { at: 1_010, turn: 3, text: '< NW' },
        { at: 1_010, turn: 3, text: '> bye' },
      ],
    },
  ])
})

test('a log is written while the round goes on, so that little is lost by a crash', async () => {
  const guest = open()
  const connection = await guest.connect()
  guest.pass(1_000)
  await connection.ask(question(0), forever)
  expect(guest.kept).toMatchObject([{ stderr: '', lines: [{}, {}, {}] }])
  await connection[Symbol.asyncDispose]()
  expect(guest.kept[1]).toMatchObject({ goesOn: true, lines: [{ text: '> bye' }] })
})

test('the caller still hears what the guest does unasked, and half of a character is no text', async () => {
  const guest = open()
  const connection = await guest.connect()
  guest.callbacks()?.unasked?.({ kind: 'resign' })
  expect(guest.unasked).toEqual([{ kind: 'resign' }])
  guest.callbacks()?.onTranscript?.('< \uD800')
  await connection[Symbol.asyncDispose]()
  expect(guest.kept[0]?.lines[1]?.text).toBe('< \uFFFD')
})

test('a guest that has used up its room keeps the beginning and the end of a round', async () => {
  const full = open({ stderr: 0, lines: 256 * 1024 })
  const free = open()
  for (const guest of [full, free]) {
    const connection = await guest.connect()
    for (let turn = 0; turn < 200; turn++) guest.callbacks()?.onTranscript?.(`< ${'x'.repeat(100)}`)
    await connection[Symbol.asyncDispose]()
  }
  const texts = (guest: typeof full) => guest.kept[0]?.lines.map(({ text }) => text) ?? []
  expect(texts(free)).toHaveLength(202)
  expect(texts(full).length).toBeLessThan(100)
  expect(texts(full)).toContainEqual(expect.stringContaining('lines are left out here'))
})

test('a guest that is gone is gone', async () => {
  const gone = { kind: 'gone', cause: 'crashed' } as const
  const guest: Contestant = { name: 'guest', connect: async () => gone }
  const diary = {
    used: () => ({ stderr: 0, lines: 0 }),
    keep() {
      throw new Error('there is nothing to keep')
    },
  }
  expect(await loggedGuest(guest, diary, fakeClock()).connect(TIC_TAC_TOE_OPENING, forever)).toBe(gone)
})
