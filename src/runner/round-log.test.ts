import * as fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { StderrCapture } from './process/stderr-capture.ts'
import type { BotLog } from '../match/bot-log.ts'
import { joinLogs } from '../store/subjects/bot-logs.ts'
import { openRoundLog } from './round-log.ts'

const ROOM = { stderr: 4096, lines: 4096 }
const line = (text: string) => ({ at: 0, turn: 0, text })

function diary() {
  const pieces: BotLog[] = []
  return {
    pieces,
    keep: (piece: BotLog) => void pieces.push(piece),
    whole: () => joinLogs(pieces.map((log) => ({ player: 0, log }))).map(({ log }) => log),
  }
}

test('a short round is one piece', () => {
  const { pieces, keep } = diary()
  const log = openRoundLog(2, ROOM, 0, keep)
  log.say(line('> go'))
  log.flush(999, () => 'hello')
  expect(pieces).toEqual([])
  log.end(1000, 'hello')
  expect(pieces).toEqual([{ round: 2, stderr: 'hello', lines: [line('> go')] }])
})

test('one in which nothing was said is one, too', () => {
  const { pieces, keep } = diary()
  openRoundLog(0, ROOM, 0, keep).end(0, '')
  expect(pieces).toEqual([{ round: 0, stderr: '', lines: [] }])
})

test('what has waited for a second is written down at the next good moment, and only once', () => {
  const { pieces, keep } = diary()
  const log = openRoundLog(0, ROOM, 0, keep)
  log.say(line('> go'))
  log.flush(1000, () => 'hel')
  log.say(line('< a1'))
  log.flush(1500, () => 'hello')
  log.flush(2000, () => 'hello')
  log.flush(3000, () => 'hello')
  log.end(3001, 'hello')
  expect(pieces).toEqual([
    { round: 0, stderr: 'hel', lines: [line('> go')] },
    { round: 0, stderr: 'lo', lines: [line('< a1')], goesOn: true },
  ])
})

test('much is written down before that', () => {
  const { pieces, keep } = diary()
  const log = openRoundLog(0, { stderr: 0, lines: 1 << 20 }, 0, keep)
  for (let index = 0; index < 5; index++) log.say(line('x'.repeat(4096)))
  log.flush(1, () => '')
  expect(pieces).toHaveLength(1)
})

const chunk = fc
  .uint8Array({ maxLength: 40 })
  .chain((bytes) =>
    fc.constantFrom<Buffer>(Buffer.from(bytes), Buffer.from('→€ x\n'), Buffer.from([0xe2, 0x82])),
  )

test('in how many pieces it was written makes no difference', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ maxLength: 40 }), errors: chunk, passes: fc.boolean() })),
      fc.integer({ min: 100, max: 600 }),
      (steps, cap) => {
        const stream = new PassThrough()
        const capture = new StderrCapture(stream, cap)
        const room = { stderr: cap, lines: cap }
        const [often, once] = [diary(), diary()]
        const [inPieces, atTheEnd] = [
          openRoundLog(0, room, 0, often.keep),
          openRoundLog(0, room, 0, once.keep),
        ]
        steps.forEach(({ text, errors, passes }, index) => {
          stream.emit('data', errors)
          for (const log of [inPieces, atTheEnd]) log.say(line(text))
          if (passes) inPieces.flush(index * 1000, () => capture.text())
        })
        for (const log of [inPieces, atTheEnd]) log.end(0, capture.text())
        expect(often.whole()).toEqual(once.whole())
      },
    ),
  )
})
