import { parseArgs } from 'node:util'
import { duel } from '../src/brains/duel.fixture.ts'
import type { Brain } from '../src/game/brain.ts'
import type { AnyGame, Pair } from '../src/game/game.ts'
import { perSecond, printTable, type Row } from './table.ts'

interface Ladder {
  readonly game: AnyGame
  /** From the weakest to the strongest. */
  readonly ladder: readonly Brain[]
  /** What a brain's remarks count: `1234 positions`. */
  readonly counted: string
}

/**
 * Lets each brain play the one below it, both seats on every seed. `--pairs 20` says how many seeds, `--ms 200` how
 * long to think, `--from 0` at which seed to begin, `--only advanced` whom to watch.
 */
export async function playLadder({ game, ladder, counted }: Ladder): Promise<void> {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '5' },
      ms: { type: 'string', default: '100' },
      from: { type: 'string', default: '0' },
      only: { type: 'string' },
    },
  })
  const rows: Row[] = []
  for (const [index, weaker] of ladder.slice(0, -1).entries()) {
    const stronger = ladder[index + 1] as Brain
    if (values.only !== undefined && values.only !== stronger.name) continue
    const count = new RegExp(`(\\d+) ${counted}`)
    let [score, rounds, nodes, thought, longest] = [0, 0, 0, 0, 0]
    for (let seed = Number(values.from); seed < Number(values.from) + Number(values.pairs); seed++)
      for (const seat of [0, 1] as const) {
        const brains: Pair<Brain> = seat === 0 ? [stronger, weaker] : [weaker, stronger]
        const clock = { timeLeft: Number(values.ms) / SHARE, now: () => performance.now() }
        const { winner } = await duel({
          game,
          brains,
          seed,
          thinking: [clock, clock],
          onTurn(mover, _, remarks, ms) {
            const found = mover === seat ? count.exec(remarks.join()) : null
            if (found === null) return
            nodes += Number(found[1])
            thought += ms
            longest = Math.max(longest, ms)
          },
        })
        score += winner === undefined ? 0.5 : winner === seat ? 1 : 0
        rounds++
      }
    rows.push({
      what: `${stronger.name} against ${weaker.name}`,
      value: formatScore(score, rounds),
      ratio: score / rounds,
      goal: '>= 0.95',
    })
    if (nodes > 0)
      rows.push({
        what: `${stronger.name}, ${values.ms} ms, longest ${Math.round(longest)} ms`,
        value: perSecond((nodes / thought) * 1000, counted),
      })
  }
  printTable(`${game.title}: share of points, draws half, both seats`, rows)
}

/** Of a clock that is full at each move, brains use this much. */
const SHARE = 0.55

/** Wilson's interval: sensible even when everything was won. */
function formatScore(score: number, rounds: number): string {
  const [share, z] = [score / rounds, 1.96]
  const middle = (share + z ** 2 / (2 * rounds)) / (1 + z ** 2 / rounds)
  const half =
    (z * Math.sqrt((share * (1 - share)) / rounds + z ** 2 / (4 * rounds ** 2))) / (1 + z ** 2 / rounds)
  const percent = (value: number): string => (100 * value).toFixed(0)
  return `${score}/${rounds} (${percent(middle - half)}–${percent(middle + half)} %)`
}
