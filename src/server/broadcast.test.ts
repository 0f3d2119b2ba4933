import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Feed } from '../arena/feed.ts'
import { openBroadcast } from './broadcast.ts'

/** More than are told in one turn of the event loop. */
const MANY = 1_200
const TURNS = 10

function openScript() {
  const listeners = new Set<() => void>()
  const lines: string[] = []
  const script = { isOver: false, isCut: false }
  const feed: Feed = {
    lines: () => lines,
    get isOver() {
      return script.isOver
    },
    get isCut() {
      return script.isCut
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const announce = (): void => listeners.forEach((listener) => listener())
  return {
    listeners,
    broadcast: openBroadcast(feed, { line: (index, line) => `${index}${line} `, end: 'end' }),
    add(line: string) {
      lines.push(line)
      announce()
    },
    end() {
      script.isOver = true
      announce()
    },
    cut() {
      script.isCut = true
      announce()
    },
  }
}

function come({ broadcast }: ReturnType<typeof openScript>, from = 0) {
  const seen = { text: '', hasEnded: false }
  const leave = broadcast.join(
    {
      send: (chunk) => void (seen.text += chunk),
      whenSent: (callback) => void setImmediate(callback),
      end: () => void (seen.hasEnded = true),
    },
    from,
  )
  return { seen, leave }
}

const settle = async (): Promise<void> => {
  for (let n = 0; n < TURNS; n++) await turn()
}

test('many see every line once and in order, though lines come while others are still being told', async () => {
  const script = openScript()
  script.add('a')
  const crowd = Array.from({ length: MANY }, () => come(script))
  script.add('b')
  script.add('c')
  const late = come(script, 1)
  await turn()
  script.add('d')
  await settle()
  expect(new Set(crowd.map(({ seen }) => seen.text))).toEqual(new Set(['0a 1b 2c 3d ']))
  expect(late.seen.text).toBe('1b 2c 3d ')
})

test('of a long past only a little is sent in one turn of the event loop, however many come in it', async () => {
  const script = openScript()
  const line = 'x'.repeat(100_000)
  for (let n = 0; n < 10; n++) script.add(line)
  script.end()
  const crowd = Array.from({ length: 40 }, () => come(script))
  const sent = (): number => crowd.reduce((sum, { seen }) => sum + seen.text.length, 0)
  for (let before = -1; before < sent(); await turn()) {
    expect(sent() - before).toBeLessThan(2_000_000)
    before = sent()
  }
  const whole = `${Array.from({ length: 10 }, (_, index) => `${index}${line} `).join('')}end`
  expect(crowd.filter(({ seen }) => seen.text === whole && seen.hasEnded)).toHaveLength(40)
})

test('the end reaches everybody, and what came just before it', async () => {
  const script = openScript()
  const crowd = Array.from({ length: MANY }, () => come(script))
  script.add('a')
  script.end()
  await settle()
  expect(new Set(crowd.map(({ seen }) => seen.text))).toEqual(new Set(['0a end']))
  expect(crowd.every(({ seen }) => seen.hasEnded)).toBe(true)
})

test('everybody is let go without a last word where the host has failed, so that they come back', async () => {
  const script = openScript()
  const crowd = Array.from({ length: MANY }, () => come(script))
  script.add('a')
  script.cut()
  await settle()
  crowd.push(come(script))
  expect(new Set(crowd.map(({ seen }) => seen.text))).toEqual(new Set(['0a ']))
  expect(crowd.every(({ seen }) => seen.hasEnded)).toBe(true)
})

test('who has left is sent nothing more, and a feed nobody watches is not listened to', async () => {
  const script = openScript()
  const crowd = Array.from({ length: MANY }, () => come(script))
  script.add('a')
  const last = crowd.at(-1)
  for (const { leave } of crowd) leave()
  await settle()
  expect(last?.seen.text).toBe('')
  expect(script.listeners.size).toBe(0)
  const next = come(script)
  script.add('b')
  expect(next.seen.text).toBe('0a 1b ')
})
