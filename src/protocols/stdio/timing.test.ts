import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { lightCycle as challenge } from '../../challenges/light-cycle.ts'
import { describeEnd } from '../../match/describe.ts'
import { makeSpec } from '../../match/match.ts'
import { fakeClock } from '../../runner/fake-clock.fixture.ts'
import { playMatch } from '../../runner/play-match.ts'
import type { Contestant } from '../protocol.ts'
import { connectStdio } from './connect-stdio.ts'
import { lightCycle } from '../../wires/light-cycle/words.ts'
import { fakeProgram } from './pipes.fixture.ts'

/** Plays light-cycle with a bot that prints these words, each after so many milliseconds; says how it ended. */
async function play(...script: readonly (readonly [ms: number, word: string])[]): Promise<string> {
  const clock = fakeClock()
  const settings = { ...challenge.game.presets['light-cycle'], seats: 'fixed' }
  const spec = must(makeSpec(challenge.game, settings, challenge.rules, 0))
  const bot = fakeProgram()
  const opponent = fakeProgram()
  opponent.print('ready\n'.concat('ready left\n', 'ready forward\n'.repeat(20)))
  const contestants = [bot, opponent].map((program, index): Contestant => ({
    name: index === 0 ? 'bot' : 'opponent',
    connect: (opening, signal, callbacks) =>
      connectStdio(lightCycle, program.pipe, opening, signal, { unreadable: callbacks?.unreadable }),
  })) as [Contestant, Contestant]
  const playing = playMatch({ challenge: challenge.id, spec, contestants, clock })
  for (const [ms, word] of script) {
    await clock.pass(ms)
    bot.print(word)
  }
  await clock.pass(10_000)
  const match = await playing
  const [round] = match.ended
  return round ? describeEnd(round, spec, ['bot', 'opponent']) : 'nothing was played'
}

test('start-up has its own time', async () => {
  expect(await play([5_001, 'ready'])).toBe('opponent won: bot was not ready within 5 s')
  expect(await play([5_000, 'ready'])).toContain('ran out of time on turn 1 (2 s a move)')
})

test.each<[string, string, readonly (readonly [ms: number, word: string])[]]>([
  [
    'in place of a move',
    'ran out of time on turn 1 (2 s a move): it sent "banana", expected left, right or forward',
    [
      [0, 'ready ready'],
      [0, ' banana\n'],
    ],
  ],
  [
    'in capitals',
    'on turn 1 (2 s a move): it sent "FORWARD\\nREADY", expected left, right or forward',
    [
      [0, 'ready ready'],
      [0, ' FORW'],
      [0, 'ARD\nREADY\n'],
    ],
  ],
  [
    'in place of ready',
    'on turn 2 (2 s a move): it sent "waiting", expected ready',
    [
      [0, 'ready ready'],
      [0, 'forward waiting'],
    ],
  ],
  [
    'in place of the first ready',
    'was not ready within 5 s (it sent "hello", expected ready)',
    [[0, 'hello']],
  ],
])('a word that means nothing is quoted: %s', async (_, verdict, script) => {
  expect(await play(...script)).toContain(verdict)
})

test('a word that means nothing is not held against a bot that answers after it and is late later', async () => {
  expect(await play([0, 'ready ready'], [0, 'banana forward'])).toMatch(/on turn 2 \(2 s a move\)$/)
})

test('each of the two waits of a turn has its own time', async () => {
  expect(await play([4_900, 'ready'], [1_990, 'ready'], [1_990, 'right'])).toBe(
    'opponent won by the opponent leaving the board',
  )
  expect(await play([0, 'ready'], [2_001, 'ready'], [0, 'right'])).toContain('bot ran out of time on turn 1')
  expect(await play([0, 'ready'], [1_990, 'ready'], [2_001, 'right'])).toContain(
    'bot ran out of time on turn 1',
  )
})

test('a ready that came with the move before leaves the whole time for the move', async () => {
  expect(await play([0, 'ready ready'], [1_990, 'forward ready'], [1_990, 'forward ready'])).toContain(
    'bot ran out of time on turn 3',
  )
})
