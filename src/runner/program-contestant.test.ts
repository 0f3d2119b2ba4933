import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { lightCycle as lightCycleChallenge } from '../challenges/light-cycle.ts'
import { longestGroup as challenge } from '../challenges/longest-group.ts'
import { describeEnd } from '../match/describe.ts'
import { startMatch } from '../match/machine.ts'
import { makeSpec, type Match, type MatchEvent, type MatchRules } from '../match/match.ts'
import { lightCycle } from '../wires/light-cycle/words.ts'
import { longestGroup } from '../wires/longest-group/words.ts'
import { playMatch } from './play-match.ts'
import type { SandboxOptions } from './process/bot-process.ts'
import { running } from './process/running.fixture.ts'
import { programContestant } from './program-contestant.ts'

const bots = resolve(import.meta.dirname, '../../test/bots')

/** Long enough on a busy machine. */
const AMPLE = { clock: { kind: 'per-move', ms: 60_000 } } as const

/** Plays one round of longest-group between an honest program and one with a fault in one of its turns, the second if left out. */
async function play(
  fault: string,
  rules: Partial<MatchRules> = {},
  sandbox?: SandboxOptions,
  turnOfFault = 2,
) {
  const spec = must(
    makeSpec(
      challenge.game,
      challenge.game.presets['standard'] ?? {},
      { ...challenge.rules, ...AMPLE, ...rules },
      1,
    ),
  )
  const errors: string[] = []
  const memory: string[] = []
  const events: MatchEvent[] = []
  const player = (name: string, ...args: readonly string[]) =>
    programContestant({
      name,
      bot: name,
      dialect: longestGroup,
      process: {
        argv: ['python3', join(bots, 'longest-group.py'), ...args],
        cwd: bots,
        ...(sandbox && { sandbox }),
      },
      onErrors: (text) => void errors.push(text),
      onMemory: (bytes) => void (bytes > 1 << 20 && memory.push(name)),
    })
  const match: Match = await playMatch({
    challenge: challenge.id,
    spec,
    contestants: [player('ann'), player('bob', fault, String(turnOfFault))],
    onEvent: (event) => void events.push(event),
  })
  const [round] = match.ended
  return { match, events, errors, memory, said: round ? describeEnd(round, spec, ['ann', 'bob']) : '' }
}

test('two programs play a whole round, each suspended in the turn of the other, with a ledger of every move', async () => {
  const { events, match } = await play('')
  const moves = events.filter((event) => event.kind === 'answered')
  expect(moves).toHaveLength(121)
  expect(match.result).toMatchObject({ void: false })
  for (const { spent } of moves.slice(2)) {
    expect(spent?.cpu).toBeGreaterThanOrEqual(0)
    expect(spent?.suspended).toBeGreaterThan(0)
    expect(spent?.cpu ?? 0).toBeLessThanOrEqual((spent?.wall ?? 0) + 20)
  }
})

test.each([
  ['illegal', /^ann won: bob played "0 0" on turn 4, which is illegal there$/],
  ['rubbish', /^ann won: bob sent something unreadable on turn 4 \(Cannot read move "e4"/],
  ['crash', /^ann won: bob crashed on turn 4 \(it ended with exit code 1\)$/],
  ['exit', /^ann won: bob ended without an answer on turn 4 \(it ended with exit code 0\)$/],
  ['abort', /^ann won: bob crashed on turn 4 \(it was killed by SIGABRT\)$/],
  ['close', /^ann won: bob ended without an answer on turn 4 \(it closed its output\)$/],
  [
    'flood',
    /^ann won: bob sent something unreadable on turn 4 \(it wrote more than 16384 characters without/,
  ],
])('a program that fails (%s) is told exactly why', async (fault, sentence) => {
  expect((await play(fault)).said).toMatch(sentence)
})

test('what a program says on stderr before its move is the remark of that move', async () => {
  const { events } = await play('remark')
  const remarks = events.flatMap((event) => (event.kind === 'answered' && event.seat === 1 ? [event] : []))
  expect(remarks).toHaveLength(60)
  expect(remarks.map(({ remark }) => remark)).toEqual(
    remarks.map(({ text }, index) => ({
      text: `turn ${index + 1}`,
      marks: [{ cell: text.split(' ').map(Number) }],
    })),
  )
})

test('a time loss cites wall and processor time: a sleeper has used none, a busy loop all of it', async () => {
  const clock = { clock: { kind: 'per-move', ms: 5000 } } as const
  const [asleep, busy] = await Promise.all([play('sleep', clock), play('spin', clock)])
  const [sleepers, spinners] = [asleep, busy].map(({ said }) =>
    /ran out of time on turn 4 \(5 s a move\), ([\d.]+) ms of wall time, ([\d.]+) ms of it on the processor/.exec(
      said,
    ),
  )
  expect(Number(sleepers?.[1])).toBeGreaterThanOrEqual(5000)
  expect(Number(sleepers?.[2])).toBeLessThan(Number(spinners?.[2]))
})

test('a program that the kernel works for after its answer is on its own clock until it stands still', async () => {
  const { said } = await play('linger', { clock: { kind: 'per-move', ms: 4000 } })
  // If it was stopped before it could call the kernel, it does so when it is resumed, two turns later.
  expect(said).toMatch(/^ann won: bob ran out of time on turn [46] \(4 s a move\)/)
})

test('a program that stopped at once before, and then runs on, pays for it in its next turn', async () => {
  const { events } = await play('linger-briefly', {}, undefined, 9)
  const moves = events.filter((event) => event.kind === 'answered' && event.seat === 1)
  const sum = (of: 'wall' | 'cpu'): number =>
    moves.reduce((total, move) => total + ('spent' in move ? (move.spent?.[of] ?? 0) : 0), 0)
  expect(moves).toHaveLength(60)
  expect(sum('cpu')).toBeGreaterThan(50)
  expect(sum('wall')).toBeGreaterThan(sum('cpu') - 20)
})

test('a program that runs on for a moment is not killed, although the host took all the time that it was told', async () => {
  const { game, preset, rules } = challenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 1))
  const { state } = startMatch(spec).match.round
  const view = game.view(state, 0)
  const token = `token-${process.pid}-${Math.random()}`
  const argv = ['python3', 'longest-group.py', 'linger-a-moment', '1', token] as const
  const player = programContestant({
    name: 'bot',
    bot: 'bot',
    dialect: longestGroup,
    process: { argv, cwd: bots },
  })
  const { signal } = new AbortController()
  const opening = {
    challenge: challenge.id,
    game: game.id,
    settings: spec.settings,
    seat: 0,
    names: ['bot', 'other'],
    round: 0,
    seed: 1,
    clock: rules.clock,
    startUpMs: 60_000,
    view,
  } as const
  const connection = await player.connect(opening, signal)
  if ('kind' in connection) throw new Error(connection.detail)
  await using round = connection
  const question = { turn: 0, view, legal: game.legalMoves(state, 0), timeLeft: 0 }
  expect(await round.ask(question, signal)).toMatchObject({ kind: 'move' })
  expect(running(token)).toHaveLength(1)
})

test('in the sandbox the limit of CPU time follows the clock and the turns', async () => {
  const limits = async (rules: Partial<MatchRules>): Promise<readonly number[]> => {
    const { errors } = await play('limit', rules, { from: 'person' })
    return errors.join('').trim().split('\n').filter(Boolean).map(Number)
  }
  const seconds = await limits({ clock: { kind: 'per-move', ms: 30_000 }, turnLimit: 121 })
  expect(Math.min(...seconds)).toBeGreaterThan(30 * 121)
  expect(new Set(await limits({ clock: { kind: 'none' } }))).toEqual(new Set([-1]))
})

test.each([
  ['illegal', ['ann', 'bob']],
  ['close', ['ann', 'bob']],
  ['crash', ['ann']],
])('memory is told once a round, of those who are still there at its end (%s)', async (fault, told) => {
  expect((await play(fault)).memory.toSorted()).toEqual(told)
})

test('stderr is kept for the owner', async () => {
  const { errors } = await play('crash')
  expect(errors.join('')).toMatch(/about to fail[\s\S]*ValueError: no idea/)
})

test('a program that cannot be started loses; the words say what is missing', async () => {
  const { game, preset, rules } = lightCycleChallenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 1))
  const player = (name: string, program: string) =>
    programContestant({ name, bot: program, dialect: lightCycle, process: { argv: [program], cwd: bots } })
  const match = await playMatch({
    challenge: 'light-cycle',
    spec,
    contestants: [player('ann', './nowhere'), player('bob', './nowhere-either')],
  })
  expect(match.result).toEqual({ score: [0, 0], winner: undefined, void: false })
  expect(describeEnd(match.ended[0]!, spec, ['ann', 'bob'])).toMatch(/nowhere/)
})
