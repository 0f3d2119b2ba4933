import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import type { BotProcess } from '../process/bot-process.ts'
import { startProcess } from '../process/start-process.ts'
import type { MatchOnCores } from '../process/bot-process.ts'
import { leaseCore, type CoreLease } from './core-leases.ts'
import { sandboxMachine } from './sandbox-machine.ts'

const match = (isSimultaneous = false): MatchOnCores => ({ key: {}, isSimultaneous })

/** Cores that no machine has, so that nothing else leases them meanwhile. */
let made = 10_000
const cores = (count: number): readonly number[] => Array.from({ length: count }, () => made++)

const sizes = (leases: readonly CoreLease[]): readonly number[] =>
  Object.values(Object.groupBy(leases, ({ core }) => core)).map((group) => group?.length ?? 0)

describe('leases', () => {
  test('no two matches are on one core while another is free', () => {
    const own = cores(4)
    expect(sizes(Array.from({ length: 4 }, () => leaseCore(own, match())))).toEqual([1, 1, 1, 1])
    expect(new Set(Array.from({ length: 4 }, () => leaseCore(own, match()).core)).size).toBe(4)
  })

  test('both players of a match are on one core, and it is free when both are gone', () => {
    const own = cores(2)
    const [first, other] = [match(), match()]
    const players = [leaseCore(own, first), leaseCore(own, first)] as const
    expect(players[0].core).toBe(players[1].core)
    const opposite = leaseCore(own, other)
    expect(opposite.core).not.toBe(players[0].core)
    players[0][Symbol.dispose]()
    players[0][Symbol.dispose]()
    opposite[Symbol.dispose]()
    expect(leaseCore(own, match()).core).toBe(opposite.core)
    players[1][Symbol.dispose]()
    expect(leaseCore(own, match()).core).toBe(players[0].core)
  })

  test('players that move at the same time have one each if there are two for every match', () => {
    const own = cores(4)
    for (const round of [match(true), match(true)])
      expect(sizes([leaseCore(own, round, 2), leaseCore(own, round, 2)])).toEqual([1, 1])
    const few = cores(4)
    const rounds = [match(true), match(true), match(true)]
    const leases = rounds.flatMap((round) => [leaseCore(few, round, 3), leaseCore(few, round, 3)])
    expect(sizes(leases)).toEqual([2, 2, 2])
  })

  test('of whose number nothing is known, they share', () => {
    const own = cores(8)
    const round = match(true)
    expect(sizes([leaseCore(own, round), leaseCore(own, round)])).toEqual([2])
  })
})

test('ten matches of programs are spread over the cores of this machine, and both players are on the same', async () => {
  const { cores: real } = must(sandboxMachine())
  const argv = [
    'sh',
    '-c',
    'while read -r name value; do [ $name = Cpus_allowed_list: ] && echo $value; done </proc/self/status; read line',
  ] as const
  const start = async (of: MatchOnCores): Promise<readonly [BotProcess, string]> => {
    const bot = must(await startProcess({ argv, cwd: import.meta.dirname, sandbox: { match: of } }))
    return [bot, String(await bot.read()).trim()]
  }
  const pairs = await Promise.all(
    Array.from({ length: 10 }, () => {
      const of = match()
      return Promise.all([start(of), start(of)])
    }),
  )
  const seen = pairs.map((pair) => pair.map(([, core]) => core))
  for (const [bot] of pairs.flat()) await bot.stop()
  for (const [first, second] of seen) expect(first).toBe(second)
  const counts = real.map((core) => seen.filter(([first]) => first === String(core)).length)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
})
