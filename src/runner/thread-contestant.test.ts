import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import { quoridor } from '../games/quoridor/index.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { BrainSource } from './brain-source.ts'
import { HOUSE_NICE } from './lower-thread-priority.ts'
import { playMatch } from './play-match.ts'
import { threadContestant } from './thread-contestant.ts'
import { withoutThreads } from './without-threads.fixture.ts'

const house = (name: string): BrainSource => ({ kind: 'house', name })
const loops: BrainSource = { kind: 'module', path: resolve('test/brains/loops.mjs') }

async function play(
  game: unknown,
  sources: Pair<BrainSource>,
  onAnswer: () => void = () => {},
): Promise<string> {
  const rules = {
    ...PLAIN_RULES,
    clock: { kind: 'none' },
    startUpMs: 60_000,
    illegal: { kind: 'flip', missed: 'loses' },
  } as const
  const settings = (game as AnyGame).presets['standard'] ?? {}
  const spec = must(makeSpec(game as AnyGame, settings, rules, 1))
  const player = (name: string, source: BrainSource): Contestant =>
    threadContestant({ name, bot: name, source })
  const { ended } = await playMatch({
    challenge: 'test',
    spec,
    contestants: [player('ann', sources[0]), player('bob', sources[1])],
    onEvent({ kind }) {
      if (kind === 'answered') onAnswer()
    },
  })
  const [end] = ended
  return end === undefined ? 'nothing' : describeEnd(end, spec, ['ann', 'bob'])
}

test.each([
  ['cheat-x-first', ticTacToe, 'ann won: bob sent "NW" when it was not its turn'],
  ['cheat-second-first', quoridor, 'ann won: bob sent "e8" when it was not its turn'],
  ['cheat-flip', ticTacToe, 'ann won: bob flipped the table on turn 2 although nothing was wrong'],
  ['cheat-duplicate', ticTacToe, 'ann won: bob played "NW" on turn 2, which is illegal there'],
])('a brain in a thread cheats: %s', async (name, game, said) => {
  expect(await play(game, [house('first'), house(name)])).toBe(said)
})

test('the table is flipped for a brain that is too deep in thought to be told', async () => {
  expect(await play(ticTacToe, [loops, house('cheat-x-first')])).toBe(
    'ann won: bob sent "NW" when it was not its turn',
  )
})

test('threads of house brains are used again, those of strangers never', async () => {
  let started = 0
  const count = (): void => void started++
  process.on('worker', count)
  try {
    const stranger: BrainSource = { kind: 'module', path: resolve('test/brains/good.ts') }
    for (let n = 0; n < 3; n++)
      expect(await play(ticTacToe, [house('first'), house('random')])).toMatch(/won|drawn/i)
    expect(started).toBeLessThanOrEqual(2)
    started = 0
    for (let n = 0; n < 2; n++)
      expect(await play(ticTacToe, [stranger, house('first')])).toMatch(/won|drawn/i)
    expect(started).toBe(2)
  } finally {
    process.off('worker', count)
  }
})

test('a thread that the machine has no room for keeps no later house brain from its own', async () => {
  const failed = await withoutThreads(() => play(ticTacToe, [loops, loops]))
  expect(failed).toMatch(/the host failed \(EAGAIN\)/)
  expect(await play(ticTacToe, [house('first'), house('random')])).toMatch(/won|drawn/i)
})

test.runIf(process.platform === 'linux')(
  'a house brain leaves the cores to others, a brain of a stranger does not',
  async () => {
    const before = new Set(readdirSync('/proc/self/task'))
    const nices = new Map<string, number>()
    const look = (): void => {
      for (const thread of readdirSync('/proc/self/task')) nices.set(thread, getPriority(Number(thread)))
    }
    const stranger: BrainSource = { kind: 'module', path: resolve('test/brains/good.ts') }
    await play(ticTacToe, [stranger, house('random')], look)
    const started = [...nices].filter(([thread]) => !before.has(thread))
    expect([...nices.values()]).toContain(getPriority() + HOUSE_NICE)
    expect(started.map(([, nice]) => nice)).toContain(getPriority())
  },
)
