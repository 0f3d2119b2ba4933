import { isInside, step, turned, TURNS, type Cell, type Size, type Turn } from '../../base/grid.ts'
import { otherSeat, type Pair } from '../../game/game.ts'
import { tron, type Start as Rider, type TronState } from '../../games/tron/index.ts'
import type { Misbelief, Misreading, WatchedRound } from '../../protocols/wire-doctor.ts'

/** How a bot with a mistake reads the state line and the size of the board; it comes first itself. */
interface Glasses {
  readonly misbelief?: Misbelief
  see(riders: Pair<Rider>, size: number): { readonly riders: Pair<Rider>; readonly size: number }
}

const misbelief = (belief: string, believing: string, fix: string): Misbelief => ({
  belief,
  title: 'It misreads the state',
  proof: `Its driving is careful if it ${believing}`,
  fix,
  expected: 'a way that is free',
})

const both = (riders: Pair<Rider>, change: (rider: Rider) => Rider): Pair<Rider> => [
  change(riders[0]),
  change(riders[1]),
]

const SEEING: Glasses = { see: (riders, size) => ({ riders, size }) }
const CONTEST_SIZE = 10
const GLASSES: readonly Glasses[] = [
  {
    misbelief: misbelief(
      'fixed-size',
      'takes every board for 10×10',
      'Believe the size that is sent after the first ready',
    ),
    see: (riders) => ({ riders, size: CONTEST_SIZE }),
  },
  {
    misbelief: misbelief(
      'swapped-state',
      'takes x for y',
      'Read the state as direction, x, y: the column comes first',
    ),
    see: (riders, size) => ({
      riders: both(riders, (rider) => ({ ...rider, x: rider.y, y: rider.x })),
      size,
    }),
  },
  {
    misbelief: misbelief('upside-down', 'lets y grow upwards', '(0,0) is the top left, and s makes y larger'),
    see: (riders, size) => ({ riders: both(riders, (rider) => ({ ...rider, y: size - 1 - rider.y })), size }),
  },
]

/** A bot that turns away from obstacles so often sees them. */
const ENOUGH_TURNS = 2

/**
 * The mistake of a bot that drives carefully by what it believes. It has crashed where it could have turned away; if it had
 * the mistake, it would have avoided every crash; and it has turned away from obstacles, so it does look at the board.
 */
export function explainDriving(rounds: readonly WatchedRound<TronState>[]): Misreading | undefined {
  const drives = rounds.flatMap(drivesOf)
  const [crash] = judge(drives, SEEING).crashes
  if (crash === undefined) return undefined
  const found = GLASSES.find((glasses) => {
    const { crashes, dodges } = judge(drives, glasses)
    return crashes.length === 0 && dodges >= ENOUGH_TURNS
  })
  const { round, turn, move, free } = crash
  const why = `it drove ${move} into its end, while ${free.join(' and ')} ${free.length > 1 ? 'were' : 'was'} free`
  return found?.misbelief && { ...found.misbelief, round, turn, why }
}

/** The bot crashed although another move was free. */
interface Crash {
  readonly round: number
  readonly turn: number
  readonly move: Turn
  readonly free: readonly Turn[]
}

/** One round as the bot saw it: the content of each state line, and its move. */
interface Drive {
  readonly round: number
  readonly size: number
  readonly steps: readonly { readonly riders: Pair<Rider>; readonly move: Turn }[]
}

function drivesOf({ first, seat, turns }: WatchedRound<TronState>, round: number): readonly Drive[] {
  const { edge, moves, timing, width } = first.rules
  if (edge !== 'wall' || moves !== 'relative' || timing !== 'simultaneous') return []
  let state = first
  const steps = turns.map((turn) => {
    const riders = [state.cycles[seat], state.cycles[otherSeat(seat)]] as const
    const [mine, theirs] = [readTurn(turn[seat]), readTurn(turn[otherSeat(seat)])]
    state = tron.play(state, seat === 0 ? inSeats(mine, theirs) : inSeats(theirs, mine))
    return { riders, move: mine }
  })
  return [{ round, size: width, steps }]
}

/** Only legal moves were played. */
const readTurn = (word: string | undefined): Turn => TURNS.find((turn) => turn === word) ?? 'forward'

const inSeats = (first: Turn, second: Turn) => [
  { seat: 0 as const, move: first },
  { seat: 1 as const, move: second },
]

/** Counts needless crashes, and turns away from obstacles, as they seem to a bot that reads the board by `glasses`. */
function judge(
  drives: readonly Drive[],
  glasses: Glasses,
): { readonly crashes: readonly Crash[]; readonly dodges: number } {
  const crashes: Crash[] = []
  let dodges = 0
  for (const { round, size: trueSize, steps } of drives) {
    const trail = new Set<string>()
    for (const [index, { riders, move }] of steps.entries()) {
      const view = glasses.see(riders, trueSize)
      for (const rider of view.riders) trail.add(cellKey(rider))
      const free = TURNS.filter((turn) => isFree(view.riders[0], turn, trail, square(view.size)))
      if (free.length > 0 && !free.includes(move)) crashes.push({ round, turn: index + 1, move, free })
      const wasNeeded = !free.includes('forward') && free.length > 0
      const isPlain = isFree(riders[0], 'forward', NOTHING, square(trueSize))
      if (wasNeeded && free.includes(move) && isPlain) dodges++
    }
  }
  return { crashes, dodges }
}

const NOTHING: ReadonlySet<string> = new Set()

const square = (size: number): Size => ({ width: size, height: size })

function isFree(rider: Rider, turn: Turn, trail: ReadonlySet<string>, size: Size): boolean {
  const cell = step(rider, turned(rider.facing, turn))
  return isInside(cell, size) && !trail.has(cellKey(cell))
}

const cellKey = ({ x, y }: Cell): string => `${x},${y}`
