import { parseArgs } from 'node:util'
import { LADDERS } from '../src/brains/ladders.fixture.ts'
import { playLadder } from './strength-play.fixture.ts'
import { reportLadder } from './strength-report.fixture.ts'

/**
 * The house brains of each game against each other, and whether each is stronger than the one below it.
 *
 *   npx node bench/strength.ts --game tron --rules torus --pair advanced,voronoi --games 60 --ms 100 --jobs 2
 *
 * `--from 30` leaves out the first openings, for example those used for tuning. `--nodes 1000` counts positions
 * instead of time. `--cpu` counts the CPU time of the brains' threads as their clock, which is fair on a busy
 * machine.
 */
const { values } = parseArgs({
  options: {
    game: { type: 'string' },
    rules: { type: 'string', default: '' },
    pair: { type: 'string' },
    games: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
    ms: { type: 'string', default: '100' },
    nodes: { type: 'string' },
    cpu: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
  },
})

const pair = values.pair?.split(',')
const ladders = LADDERS.filter(
  ({ name, game, brains }) =>
    (values.game ?? game.id) === game.id &&
    name.includes(values.rules) &&
    (pair ?? []).every((wanted) => brains.some((brain) => brain.name === wanted)),
)
if (ladders.length === 0)
  throw new Error(
    `Cannot find games to play: expected rules like ${LADDERS.map(({ name }) => name).join(', ')}, and two brains of their game`,
  )
const allowed = values.nodes
  ? `${values.nodes} positions`
  : `${values.ms} ms${values.cpu ? ' on the processor' : ''}`

for (const ladder of ladders) {
  const games = await playLadder(ladder, {
    games: Number(values.games),
    from: Number(values.from),
    ms: Number(values.ms),
    ...(values.nodes !== undefined && { nodes: Number(values.nodes) }),
    isCpuTime: values.cpu,
    jobs: Number(values.jobs),
    ...(pair && { pair }),
  })
  if (!reportLadder(ladder, games, allowed)) process.exitCode = 1
}
