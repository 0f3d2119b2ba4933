import { createRequire } from 'node:module'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import { CHALLENGES } from '../src/challenges/index.ts'
import { perft } from '../src/game/perft.ts'
import { quoridor } from '../src/games/quoridor/index.ts'
import { SEATS } from '../src/game/game.ts'
import { advance, awaitedSeats, startMatch } from '../src/match/machine.ts'
import { makeSpec, type MatchSpec } from '../src/match/match.ts'
import { installTools } from '../scripts/install-tools.ts'
import { compareRates, perSecond, printTable, ratePerSecond, type Row } from './table.ts'

// In production mode, without development checks.
process.env['NODE_ENV'] = 'production'
installTools(import.meta.dirname)
const { Client } = createRequire(import.meta.url)('boardgame.io/dist/cjs/client.js') as BoardgameClient

/** What we use of boardgame.io. `npm ci` of the project does not install it, so its own types may be missing. */
interface BoardgameClient {
  readonly Client: <G>(options: { readonly game: BoardgameGame<G>; readonly debug: boolean }) => {
    start(): void
    stop(): void
    getState(): { readonly G: G; readonly ctx: { readonly gameover?: unknown } } | null
    readonly moves: Readonly<Record<string, (cell: number) => void>>
  }
}
interface BoardgameGame<G> {
  setup(): G
  readonly turn: { readonly minMoves: number; readonly maxMoves: number }
  readonly moves: Readonly<
    Record<
      string,
      (context: { readonly G: G; readonly playerID: string }, cell: number) => string | undefined
    >
  >
  endIf(context: { readonly G: G; readonly ctx: { readonly currentPlayer: string } }): object | undefined
}

/** Random self-play through the whole match machine, clocks and legality included, compared with boardgame.io's client. */
function playMatchRandomly(spec: MatchSpec, seed: number): number {
  const rng = seededRng(seed)
  const { game } = spec
  let { match } = startMatch({ ...spec, seed })
  let plies = 0
  for (let at = 0; match.phase !== 'over'; at++) {
    for (const seat of awaitedSeats(match)) {
      if (match.phase === 'starting') match = advance(match, { kind: 'ready', seat, at }).match
      else {
        match = advance(match, {
          kind: 'answered',
          seat,
          text: rng.pick(game.legalMoves(match.round.state, seat)),
          at,
        }).match
        plies++
      }
    }
  }
  return plies
}

/** The tic-tac-toe of boardgame.io's own tutorial, played at random through its client. */
const theirs: BoardgameGame<{ cells: (string | null)[] }> = {
  setup: () => ({ cells: Array<string | null>(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id: number) => {
      if (G.cells[id] !== null) return 'INVALID_MOVE'
      G.cells[id] = playerID
      return undefined
    },
  },
  endIf: ({ G, ctx }) => {
    const lines = [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [0, 3, 6],
      [1, 4, 7],
      [2, 5, 8],
      [0, 4, 8],
      [2, 4, 6],
    ]
    if (
      lines.some(
        ([a = 0, b = 0, c = 0]) =>
          G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c],
      )
    )
      return { winner: ctx.currentPlayer }
    return G.cells.every((cell) => cell !== null) ? { draw: true } : undefined
  },
}

function playTheirsRandomly(seed: number): number {
  const rng = seededRng(seed)
  const client = Client({ game: theirs, debug: false })
  client.start()
  let plies = 0
  for (let state = client.getState(); state && !state.ctx.gameover; state = client.getState()) {
    const empty = state.G.cells.flatMap((cell, index) => (cell === null ? [index] : []))
    client.moves['clickCell']?.(rng.pick(empty))
    plies++
  }
  client.stop()
  return plies
}

let seed = 0
const baseline = ratePerSecond(() => playTheirsRandomly(seed++))
const rows: Row[] = [
  { what: "boardgame.io's client, tic-tac-toe", value: perSecond(baseline, 'plies'), ratio: 1 },
]
for (const challenge of CHALLENGES) {
  const { game, preset, rules } = challenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 0))
  const { ours, ratio } = compareRates(
    () => playMatchRandomly(spec, seed++),
    () => playTheirsRandomly(seed++),
  )
  rows.push({ what: `gamegrid, ${challenge.id}`, value: perSecond(ours, 'plies'), ratio, goal: '>= 20' })
}
printTable('Random self-play through the full match machine', rows)

const start = quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(0))
const naive = ratePerSecond(() => quoridor.legalMoves(start, SEATS[0]).length)
const leaves = ratePerSecond(() => perft(quoridor, start, 3))
printTable('Quoridor, perft 3 from the start', [
  { what: 'leaves', value: perSecond(leaves, 'leaves'), ratio: leaves / 2e6, goal: '>= 1' },
  { what: 'moves listed at the start position', value: perSecond(naive, 'moves'), ratio: naive / leaves },
])
