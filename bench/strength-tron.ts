import { parseArgs } from 'node:util'
import { must } from '../src/base/result.ts'
import { deriveSeed, seededRng } from '../src/base/rng.ts'
import { ask } from '../src/brains/tron/ask.fixture.ts'
import { brains } from '../src/brains/tron/index.ts'
import type { Brain, BrainTurn } from '../src/game/brain.ts'
import { SEATS, winnerOf, type Outcome, type Pair, type Seat } from '../src/game/game.ts'
import { tron, type TronMove, type TronState } from '../src/games/tron/index.ts'
import { perSecond, printTable, type Row } from './table.ts'

/**
 * The tron ladder against itself: each pair of starts is played from both seats.
 * `node bench/strength-tron.ts --games 40 --ms 100 --rules light-cycle --pair voronoi,advanced`
 */
const { values: options } = parseArgs({
  options: {
    games: { type: 'string', default: '20' },
    ms: { type: 'string', default: '100' },
    nodes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rules: { type: 'string' },
    pair: { type: 'string' },
  },
})

const { 'light-cycle': light, 'boost-tron': boost, 'torus-tron': torus } = tron.presets
const RULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'light-cycle': { ...light },
  'light-cycle 15×15': { ...light, width: 15, height: 15 },
  'light-cycle 30×20': { ...light, width: 30, height: 20 },
  'boost-tron 30×20': { ...boost, width: 30, height: 20, starts: '7,10,e -8,10,w' },
  'torus-tron': { ...torus },
  'torus-tron 20×15 open': { ...torus, width: 20, height: 15, walls: 'none' },
}

interface Played {
  /** For the first of the pair: 1 won, 0.5 drawn, 0 lost. */
  readonly score: number
  readonly turns: number
  /** The longest answer of each, in milliseconds. */
  readonly longest: Pair<number>
}

const named = (name: string): Brain => {
  const brain = brains.find((each) => each.name === name)
  if (!brain)
    throw new Error(`Cannot find brain ${name}: expected one of ${brains.map((each) => each.name).join(' ')}`)
  return brain
}

const ladder = brains.map((brain) => brain.name)
const pairs = options.pair
  ? [options.pair.split(',')]
  : ladder.slice(1).map((name, below) => [name, ladder[below] as string])

for (const [name, settings] of Object.entries(RULES)) {
  if (options.rules && !name.startsWith(options.rules)) continue
  const rows: Row[] = []
  for (const [first = '', second = ''] of pairs) {
    const games: Played[] = []
    for (let game = 0; game < Number(options.games); game++)
      games.push(await playGame(named(first), named(second), fairStarts(settings, game >> 1), game))
    rows.push({ what: `${first} against ${second}`, value: summary(games) })
  }
  printTable(
    `tron: ${name}, ${options.nodes ? `${options.nodes} positions` : `${options.ms} ms`} a move`,
    rows,
  )
}

const rates: Row[] = []
for (const [name, settings] of Object.entries(RULES))
  rates.push({ what: name, value: perSecond(await nodeRate(settings), 'positions') })
printTable('tron: how fast advanced looks, at the start of a game', rates)

async function nodeRate(settings: Readonly<Record<string, unknown>>): Promise<number> {
  const nodes = 20_000
  const began = performance.now()
  await ask(named('advanced'), fairStarts(settings, 0), 0, nodes)
  return (1000 * nodes) / (performance.now() - began)
}

/** Starts that a half turn of the board exchanges. */
function fairStarts(settings: Readonly<Record<string, unknown>>, index: number): TronState {
  const rng = seededRng(deriveSeed(Number(options.seed), 'starts', index))
  const [width, height] = [Number(settings['width']), Number(settings['height'])]
  for (;;) {
    const [x, y] = [rng.below(width), rng.below(height)]
    const facing = rng.pick(['n', 'e', 's', 'w'])
    const opposite = { n: 's', e: 'w', s: 'n', w: 'e' }[facing]
    const starts =
      index === 0 ? settings['starts'] : `${x},${y},${facing} ${width - 1 - x},${height - 1 - y},${opposite}`
    const config = tron.parseConfig({ ...settings, starts, seats: 'fixed' })
    if (!config.ok) continue
    const state = tron.setup(must(config), rng)
    const isFair = state.cycles.every(({ death }) => death === undefined)
    if (isFair && SEATS.every((seat) => Math.abs(2 * state.cycles[seat].x - width + 1) > 2)) return state
  }
}

/** The first brain sits in seat 0 in even games. */
async function playGame(first: Brain, second: Brain, start: TronState, game: number): Promise<Played> {
  const firstSeat: Seat = game % 2 === 0 ? 0 : 1
  const seated: Pair<Brain> = firstSeat === 0 ? [first, second] : [second, first]
  const longest: [number, number] = [0, 0]
  const rngs = SEATS.map((seat) => seededRng(deriveSeed(Number(options.seed), 'game', game, seat)))
  const memories: unknown[] = []
  let state = start
  const turnOf = (seat: Seat): BrainTurn => ({
    seat,
    view: state,
    rng: rngs[seat] as ReturnType<typeof seededRng>,
    log() {},
    playUnasked() {},
    number: state.ply + 1,
    legal: tron.legalMoves(state, seat),
    timeLeft: Number(options.ms),
    ...(options.nodes ? { nodeBudget: Number(options.nodes) } : { now: () => performance.now() }),
    memory: memories[seat],
    play() {},
    resign() {},
    flip() {},
  })
  for (const seat of SEATS) memories[seat] = await seated[seat].init?.(turnOf(seat))
  for (let seats = tron.toMove(state); seats.length > 0; seats = tron.toMove(state)) {
    const turn: { seat: Seat; move: TronMove }[] = []
    for (const seat of seats) {
      const began = performance.now()
      turn.push({ seat, move: (await seated[seat].move(turnOf(seat))) as TronMove })
      const who = seat === firstSeat ? 0 : 1
      longest[who] = Math.max(longest[who], performance.now() - began)
    }
    state = tron.play(state, turn)
  }
  const winner = winnerOf(tron.outcome(state) as Outcome)
  return { score: winner === undefined ? 0.5 : winner === firstSeat ? 1 : 0, turns: state.ply, longest }
}

/** `85.0 % ± 7.3 (33 won, 2 drawn, 5 lost)`: the interval holds the true score in 95 of 100 such runs. */
function summary(games: readonly Played[]): string {
  const mean = games.reduce((sum, { score }) => sum + score, 0) / games.length
  const variance =
    games.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / Math.max(1, games.length - 1)
  const margin = 1.96 * Math.sqrt(variance / games.length)
  const count = (score: number): number => games.filter((game) => game.score === score).length
  const longest = Math.max(...games.map((game) => game.longest[0]))
  const turns = games.reduce((sum, game) => sum + game.turns, 0) / games.length
  return `${(100 * mean).toFixed(1)} % ± ${(100 * margin).toFixed(1)} (${count(1)} won, ${count(0.5)} drawn, ${count(0)} lost; ${turns.toFixed(0)} turns; longest answer ${longest.toFixed(0)} ms)`
}
