import { expect, test } from 'vitest'
import type { BuildOrder } from './build-order.ts'
import type { OrderedBot } from './match-order.ts'
import { rulesVersion } from './queue-names.ts'
import type { WorkerCard } from './worker-card.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'

const card = (versions?: WorkerCard['versions']): WorkerCard => ({
  id: 'w',
  name: 'w',
  rules: rulesVersion('1'),
  cores: 1,
  speed: 1,
  matchesAtOnce: 1,
  ...(versions && { versions }),
})
const order = (...programs: readonly string[]) => {
  const [first, second] = programs.map((program): OrderedBot =>
    program === 'house'
      ? { kind: 'house', brain: 'random' }
      : { kind: 'version', argv: [program], files: '', wire: 'json', team: 1 },
  )
  if (!first || !second) throw new Error('two players')
  return {
    players: [
      { name: 'a', bot: 'a', source: first },
      { name: 'b', bot: 'b', source: second },
    ],
  } as const
}
const withAll = card({ runtimes: ['python3', 'node'], tools: ['sh'] })
const build = (...needs: readonly string[]): BuildOrder => ({
  kind: 'build',
  key: 'build-1-1',
  challenge: 'quoridor',
  name: 'a',
  team: 1,
  source: {},
  ticket: 't',
  needs,
})

test.each([
  ['house brains play anywhere', order('house', 'house'), [card()], undefined],
  ['without a worker the order only waits', order('python3', 'house'), [], undefined],
  ['a worker has all that is needed', order('python3', './bot'), [card(), withAll], undefined],
  ['a tool of the system is there, too', order('sh', 'node'), [withAll], undefined],
  ['a build needs a key, even if its commands are not known', build(), [card()], /key of this arena/],
  ['a build needs what its commands name', build('python3', 'sh'), [withAll], undefined],
  ['a build lacks a tool', build('make', 'node'), [withAll], /^no worker has make$/],
  ['the key is missing', order('python3', 'house'), [card()], /key of this arena/],
  [
    'the sandbox is missing',
    order('./bot', 'house'),
    [card({ runtimes: [], tools: [], sandboxProblem: 'no bwrap' })],
    /sandbox: no bwrap/,
  ],
  ['a runtime is missing', order('julia', 'python3'), [withAll], /^no worker has julia$/],
  [
    'two workers have one runtime each',
    order('julia', 'python3'),
    [card({ runtimes: ['julia'], tools: [] }), card({ runtimes: ['python3'], tools: [] })],
    /all of julia, python3/,
  ],
])('%s', (_, wanted, workers, why) => {
  const said = whyNoneCanPlay(wanted, workers)
  if (why === undefined) expect(said).toBeUndefined()
  else expect(said).toMatch(why)
})
