import { expect, test } from 'vitest'
import { conforms, judgeChecks } from '../../src/doctor/checks.ts'
import type { Observation } from '../../src/doctor/observation.ts'
import { observe } from './observe.fixture.ts'

const round = (rest: Partial<Observation> = {}): Observation =>
  observe({
    wire: 'longest-group',
    turns: [['0,0', undefined]],
    times: [{ turn: 1, wall: 10, cpu: 8 }],
    ...rest,
  })

const checkOf = (id: string, rounds: readonly Observation[]) =>
  judgeChecks(round().knows, rounds, [], rounds.length).find((check) => check.id === id)

test.each([
  [1_500, 'passed', '50 % of 3 s'],
  [1_501, 'warned', '50 % of 3 s'],
  [2_900, 'warned', '97 % of 3 s'],
])('a slowest move of %d ms: %s', (wall, status, part) => {
  const check = checkOf('time', [round(), round({ times: [{ turn: 1, wall, cpu: 9 }] }), round()])
  expect(check).toMatchObject({ status })
  expect(check?.sentence).toContain(part)
  expect(check?.sentence).toContain('the median is 10 ms (8 ms of processor time)')
})

test('what it does when its input is closed is a note', () => {
  const end = { kind: 'exited', code: 0 } as const
  const ended = round({ closing: { kind: 'ended', ms: 12, end, errors: '' } })
  expect(checkOf('end', [ended])).toMatchObject({
    status: 'noted',
    sentence: 'It ended by itself 12 ms after its input was closed',
  })
  expect(checkOf('end', [round({ closing: { kind: 'ran-on' } })])).toMatchObject({ status: 'noted' })
})

test('a round that is missing keeps a bot from conforming', () => {
  const judged = (planned: number) => conforms(judgeChecks(round().knows, [round(), round()], [], planned))
  expect(judged(2)).toBe(true)
  expect(judged(3)).toBe(false)
})
