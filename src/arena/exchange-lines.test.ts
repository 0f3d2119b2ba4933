import { expect, test } from 'vitest'
import type { Exchange } from '../protocols/log-requests.ts'
import { openExchangeLines } from './exchange-lines.ts'

const PLACE = { round: 0, turn: 3 }

function diary() {
  const lines = openExchangeLines()
  let time = 0
  return {
    lines,
    say: (exchange: Partial<Exchange>): readonly string[] =>
      lines
        .add(
          {
            at: (time += 100),
            ms: 5,
            place: PLACE,
            request: 'GET /turn',
            isLook: true,
            status: 200,
            answer: '{}',
            shows: '1',
            ...exchange,
          },
          PLACE,
        )
        .map(({ text }) => text),
  }
}

const MOVE = { request: 'POST /moves {"move":"e2"}', isLook: false, shows: undefined } as const

test('a request and its answer are a line each, with their times', () => {
  const { lines } = diary()
  const exchange = {
    at: 1000,
    ms: 12,
    place: PLACE,
    request: 'GET /turn?wait=20',
    isLook: true,
    status: 200,
    answer: '{"asked":true}',
    shows: '1',
  }
  expect(lines.add(exchange, PLACE)).toEqual([
    { ...PLACE, at: 1000, text: '< GET /turn?wait=20' },
    { ...PLACE, at: 1012, text: '> 200 in 12 ms {"asked":true}' },
  ])
})

test('polls with nothing new are counted, and told when there is something new', () => {
  const { lines, say } = diary()
  expect(say({})).toHaveLength(2)
  for (let count = 0; count < 37; count++) expect(say({})).toEqual([])
  const counted = '< GET /turn ×37 in 3.6 s, nothing new'
  expect(lines.counted()).toEqual([{ ...PLACE, at: 200, text: counted }])
  expect(say({ shows: '2' })).toEqual([counted, '< GET /turn', '> 200 in 5 ms {}'])
  expect(lines.counted()).toEqual([])
})

test('two addresses that are polled in turn are counted each', () => {
  const { lines, say } = diary()
  for (let count = 0; count < 3; count++)
    for (const request of ['GET /grid', 'GET /player'])
      expect(say({ request })).toHaveLength(count === 0 ? 2 : 0)
  expect(lines.settle().map(({ text }) => text)).toEqual([
    '< GET /grid ×2 in 0.2 s, nothing new',
    '< GET /player ×2 in 0.2 s, nothing new',
  ])
  expect(lines.counted()).toEqual([])
})

test('every move that is taken is told, and what was refused in the same way is counted', () => {
  const { lines, say } = diary()
  const refused = { ...MOVE, status: 409, answer: '{"error":"not-your-turn"}' }
  expect(say(MOVE)).toHaveLength(2)
  expect(say(MOVE)).toHaveLength(2)
  expect(say(refused)).toEqual([`< ${MOVE.request}`, '> 409 in 5 ms {"error":"not-your-turn"}'])
  expect(say(refused)).toEqual([])
  expect(say({ ...refused, answer: '{"error":"too-late"}' })).toHaveLength(3)
  expect(lines.counted()).toEqual([])
})

test('a poll after a move is told even if it shows what the one before showed', () => {
  const { say } = diary()
  expect(say({})).toHaveLength(2)
  expect(say(MOVE)).toHaveLength(2)
  expect(say({})).toHaveLength(2)
})

test('a client that asks for something else each time is told in full', () => {
  const { lines, say } = diary()
  for (let count = 0; count < 50; count++) expect(say({ request: `GET /turn?wait=${count}` })).toHaveLength(2)
  expect(lines.counted()).toEqual([])
})

test('an answer without a body is only its status, and refusals say so each time', () => {
  const { lines, say } = diary()
  expect(say({ ...MOVE, answer: '' })).toEqual([`< ${MOVE.request}`, '> 200 in 5 ms'])
  const refused = { ...MOVE, status: 400, answer: 'no' }
  say(refused)
  say(refused)
  say(refused)
  // Counted from the first repeat to the end of the last.
  expect(lines.settle()).toEqual([
    { ...PLACE, at: 300, text: `< ${MOVE.request} ×2 in 0.1 s, answered 400 each time` },
  ])
  // The count begins anew, with the place and the time of the next repeat.
  say(refused)
  expect(lines.counted()).toEqual([
    { ...PLACE, at: 500, text: `< ${MOVE.request} ×1 in 0.0 s, answered 400 each time` },
  ])
})

test('repeats stand where the first of them was', () => {
  const lines = openExchangeLines()
  const poll = {
    at: 1000,
    ms: 5,
    place: PLACE,
    request: 'GET /turn',
    isLook: true,
    status: 200,
    answer: '{}',
    shows: '1',
  }
  lines.add(poll, PLACE)
  const later = { round: 1, turn: 7 }
  lines.add({ ...poll, at: 2000 }, later)
  lines.add({ ...poll, at: 3000 }, { round: 2, turn: 9 })
  expect(lines.counted()).toEqual([{ ...later, at: 2000, text: '< GET /turn ×2 in 1.0 s, nothing new' }])
})

test('a look that shows nothing of the match is counted beside those that do', () => {
  const { lines, say } = diary()
  const other = { request: 'GET /player', shows: undefined }
  expect([say({}), say(other), say(other), say({}), say(other)].map(({ length }) => length)).toEqual([
    2, 2, 0, 0, 0,
  ])
  expect(lines.counted().map(({ text }) => text.slice(0, 16))).toEqual([
    '< GET /turn ×1 i',
    '< GET /player ×2',
  ])
})

test('eight requests are counted beside each other, and the ninth begins anew', () => {
  const { say } = diary()
  const poll = (at: number) => say({ request: `GET /${at}` }).length
  const eight = Array.from({ length: 8 }, (_, at) => at)
  expect(eight.map(poll)).toEqual(Array(8).fill(2))
  expect(eight.map(poll)).toEqual(Array(8).fill(0))
  // The ninth tells what was counted, and forgets the eight.
  expect(poll(8)).toBe(10)
  expect(poll(0)).toBe(2)
  expect(poll(8)).toBe(0)
})

test('a poll that shows again what an earlier one showed is told if there was something else between', () => {
  const { say } = diary()
  for (const shows of ['1', '2', '1', '2']) expect(say({ shows })).toHaveLength(2)
  expect(say({ shows: '2' })).toEqual([])
})
