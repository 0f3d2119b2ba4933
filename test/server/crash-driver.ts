import { setTimeout as sleep } from 'node:timers/promises'

/** An acknowledged move. A cycle never visits a cell twice in a round, so round and cell identify it. */
export interface Acknowledged {
  readonly game: number
  readonly player: number
  readonly round: number
  readonly x: number
  readonly y: number
}

export interface DriverOptions {
  /** The address of the server; it changes with every restart. */
  readonly url: () => string
  readonly game: number
  readonly player: number
  readonly key: string
  /** Ends the driver; the server should have come back by then. */
  readonly signal: AbortSignal
  /** Resolves when the server listens again. */
  readonly untilListening: () => Promise<void>
  readonly onAcknowledged: (move: Acknowledged) => void
}

interface GridAnswer {
  readonly status: 'waiting' | 'playing' | 'over'
  readonly requester_position: readonly [number, number]
  readonly grid: Readonly<Record<string, unknown>>
  readonly player_turn: number | null
}

/** Large enough that a match goes on through a few dozen kills, and small enough that it is over soon after the last. */
export const BOARD = { width: 12, height: 10, starts: '2,5,e 9,5,w' } as const

const STEPS = { North: [0, -1], East: [1, 0], South: [0, 1], West: [-1, 0] } as const
const ORIENTATIONS = ['North', 'East', 'South', 'West'] as const
const TURNS = [
  ['None', 0],
  ['Left', 3],
  ['Right', 1],
] as const

/** Drives a cycle over the polling wire until the game is over, through restarts of the server. */
export async function drive({
  url,
  game,
  player,
  key,
  signal,
  untilListening,
  onAcknowledged,
}: DriverOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      const grid = await get<GridAnswer>(`${url()}/grid/${game}/${player}.json?wait=1`)
      if (grid.status === 'over') return
      if (grid.player_turn !== player) continue
      const { orientation } = await get<{ orientation: keyof typeof STEPS }>(
        `${url()}/player/${player}/${game}/data.json`,
      )
      const turn = chooseTurn(grid, orientation)
      const answer = await fetch(`${url()}/move/${game}/${player}/${turn}/False/forward.json?key=${key}`, {
        method: 'POST',
      })
      if (answer.status !== 200) {
        await answer.body?.cancel()
        continue
      }
      const { requester_position, round } = (await answer.json()) as GridAnswer & { readonly round: number }
      onAcknowledged({ game, player, round, x: requester_position[0], y: requester_position[1] })
    } catch {
      // The server is down and will come back, or answers that it has too much to do.
      await sleep(20)
      await untilListening()
    }
  }
}

/** Drives straight on while it can, so that the round is long. */
function chooseTurn({ requester_position: [x, y], grid }: GridAnswer, facing: keyof typeof STEPS): string {
  const open = TURNS.find(([, quarter]) => {
    const to = ORIENTATIONS[(ORIENTATIONS.indexOf(facing) + quarter) % 4] ?? 'North'
    const [dx, dy] = STEPS[to]
    const [nx, ny] = [x + dx, y + dy]
    return nx >= 0 && ny >= 0 && nx < BOARD.width && ny < BOARD.height && grid[`${nx},${ny}`] === undefined
  })
  return open?.[0] ?? 'None'
}

async function get<T>(address: string): Promise<T> {
  const answer = await fetch(address)
  if (answer.status !== 200) throw new Error(`${answer.status}`)
  return (await answer.json()) as T
}
