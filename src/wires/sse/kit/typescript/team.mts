// A team for the arena: it is called for battles of tic-tac-toe and quoridor, and plays them there, many at once.
// It knows the rules, and flips the table when its opponent breaks them. What it prints is for you alone.
import { createServer } from 'node:http'
import { setImmediate as readSockets, setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const FLIP = '(╯°□°)╯︵ ┻━┻'
/**
 * Some opponents move twice, the second time at once. Whoever plays on without having read that has lost, so nothing is
 * sent before the stream has been silent for this long.
 */
const SILENCE_MS = 100

/** 0 moves first. */
type Player = 0 | 1

interface Command {
  action: string
  position?: string
}

/** What the two games have in common. A move is a square, a cell or a wall by its name. */
interface Game {
  readonly names: readonly [string, string]
  /** Undefined when the game is over. */
  turn: Player | undefined
  /** The move that a command means, or undefined if it is not legal here. */
  read(action: unknown, position: unknown): string | undefined
  play(move: string): void
  command(move: string): Command
  chooseMove(): string
}

// ---------------------------------------------------------------- tic-tac-toe

const SQUARES = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE']
const LINES = ['012', '345', '678', '036', '147', '258', '048', '246']

class TicTacToe implements Game {
  readonly names = ['O', 'X'] as const
  turn: Player | undefined = 0
  /** In the order of SQUARES. */
  board = '.........'

  read(action: unknown, position: unknown): string | undefined {
    const square = SQUARES.findIndex((name) => name === position)
    return action === 'putSymbol' && this.board[square] === '.' ? SQUARES[square] : undefined
  }

  play(move: string): void {
    const player = this.turn ?? 0
    this.board = put(this.board, SQUARES.indexOf(move), this.names[player])
    this.turn = hasLine(this.board) || !this.board.includes('.') ? undefined : other(player)
  }

  command(move: string): Command {
    return { action: 'putSymbol', position: move }
  }

  /** YOUR IDEAS GO HERE, but there is nothing left to gain: this never loses. */
  chooseMove(): string {
    const player = this.turn ?? 0
    const [symbol, opponent] = [this.names[player], this.names[other(player)]]
    const worth = (square: number): number => -value(put(this.board, square, symbol), opponent, symbol)
    return SQUARES[best(emptySquares(this.board), worth)]!
  }
}

const other = (player: Player): Player => (player === 0 ? 1 : 0)

const put = (board: string, square: number, symbol: string): string =>
  board.slice(0, square) + symbol + board.slice(square + 1)

const emptySquares = (board: string): number[] => [...board].flatMap((symbol, square) => (symbol === '.' ? [square] : []))

const hasLine = (board: string): boolean =>
  LINES.some((line) => ['OOO', 'XXX'].includes([...line].map((square) => board[Number(square)]).join('')))

const values = new Map<string, number>()

/** How good the board is for `symbol`, who is to move: the sooner a win, the better; 0 is a draw. */
function value(board: string, symbol: string, opponent: string): number {
  const empty = emptySquares(board)
  if (hasLine(board)) return -1 - empty.length // only the opponent can have made the line
  if (empty.length === 0) return 0
  const known = values.get(board)
  if (known !== undefined) return known
  const found = Math.max(...empty.map((square) => -value(put(board, square, symbol), opponent, symbol)))
  values.set(board, found)
  return found
}

/** The one that is worth most. */
function best<T>(list: readonly T[], worth: (item: T) => number): T {
  return list.reduce((one, another) => (worth(another) > worth(one) ? another : one))
}

// ------------------------------------------------------------------- quoridor
// A wall is named by the lower left of the four cells around its middle: e1h lies on top of e1 and f1.

const FILES = 'abcdefghi'
const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const
type Step = readonly [number, number]

class Quoridor implements Game {
  readonly names = ['first', 'second'] as const
  turn: Player | undefined = 0
  readonly pawns = ['e1', 'e9'] as [string, string]
  /** The rank each of them must reach. */
  readonly goals = ['9', '1'] as const
  readonly wallsLeft = [10, 10] as [number, number]
  readonly walls = new Set<string>()

  read(action: unknown, position: unknown): string | undefined {
    const move = String(position).toLowerCase()
    if (action === 'move') return this.pawnMoves().includes(move) ? move : undefined
    return action === 'putWall' && this.isLegalWall(move) ? move : undefined
  }

  play(move: string): void {
    const player = this.turn ?? 0
    if (move.length === 3) {
      this.walls.add(move)
      this.wallsLeft[player]--
    } else this.pawns[player] = move
    this.turn = this.pawns[player][1] === this.goals[player] ? undefined : other(player)
  }

  command(move: string): Command {
    return { action: move.length === 3 ? 'putWall' : 'move', position: move }
  }

  /** YOUR IDEAS GO HERE. Walk a shortest way; when that would lose the race, look for a wall first. */
  chooseMove(): string {
    const me = this.turn ?? 0
    const them = other(me)
    const step = best(this.pawnMoves(), (cell) => -this.path(cell, this.goals[me])!.length)
    const stepsLeft = this.path(step, this.goals[me])!.length
    const way = this.path(this.pawns[them], this.goals[them])!
    if (stepsLeft === 0 || stepsLeft < way.length) return step
    // Only a wall across its way can hold the opponent up.
    const walls = way.flatMap((cell, index) => wallsBetween(way[index - 1] ?? this.pawns[them], cell))
    const gain = (move: string): number =>
      move === step ? 0 : this.lead(me, new Set([...this.walls, move])) - this.lead(me, this.walls)
    return best([step, ...walls.filter((wall) => this.isLegalWall(wall))], gain)
  }

  /** How many steps the opponent needs more than I. */
  lead(me: Player, walls: ReadonlySet<string>): number {
    const steps = (player: Player): number => this.path(this.pawns[player], this.goals[player], walls)!.length
    return steps(other(me)) - steps(me)
  }

  /** The cells that the pawn of the player to move may go to. */
  pawnMoves(): string[] {
    const player = this.turn ?? 0
    const [pawn, opponent] = [this.pawns[player], this.pawns[other(player)]]
    return STEPS.flatMap(([dx, dy]) => {
      const cell = neighbour(this.walls, pawn, [dx, dy])
      if (cell === undefined) return []
      if (cell !== opponent) return [cell]
      const behind = neighbour(this.walls, opponent, [dx, dy])
      if (behind !== undefined) return [behind] // straight over the other pawn
      // A wall or the edge is behind it: to either side of it.
      const sides = [neighbour(this.walls, opponent, [dy, dx]), neighbour(this.walls, opponent, [-dy, -dx])]
      return sides.filter((side) => side !== undefined)
    })
  }

  isLegalWall(wall: string): boolean {
    if (this.wallsLeft[this.turn ?? 0] === 0 || !/^[a-h][1-8][hv]$/.test(wall)) return false
    const [x, y, way] = [xOf(wall), yOf(wall), wall[2]]
    const [dx, dy] = way === 'h' ? [1, 0] : [0, 1]
    const place = nameOf(x, y)
    const inTheWay = [`${place}h`, `${place}v`, nameOf(x - dx, y - dy) + way, nameOf(x + dx, y + dy) + way]
    if (inTheWay.some((each) => this.walls.has(each))) return false
    const walls = new Set([...this.walls, wall])
    return ([0, 1] as const).every((player) => this.path(this.pawns[player], this.goals[player], walls))
  }

  /** The cells of a shortest way to a rank, without the first; undefined if there is none. Pawns do not count. */
  path(start: string, goal: string, walls: ReadonlySet<string> = this.walls): string[] | undefined {
    const cameFrom = new Map([[start, '']])
    // Cells that are added on the way are visited, too.
    for (const cell of cameFrom.keys()) {
      if (cell[1] === goal) {
        const way: string[] = []
        for (let at = cell; at !== start; at = cameFrom.get(at)!) way.unshift(at)
        return way
      }
      for (const step of STEPS) {
        const next = neighbour(walls, cell, step)
        if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, cell)
      }
    }
    return undefined
  }
}

const xOf = (name: string): number => FILES.indexOf(name[0]!)
const yOf = (name: string): number => Number(name[1]) - 1
const nameOf = (x: number, y: number): string => `${FILES[x]}${y + 1}`

/** The cell one step further, if neither the edge nor a wall is in between. */
function neighbour(walls: ReadonlySet<string>, cell: string, [dx, dy]: Step): string | undefined {
  const [x, y] = [xOf(cell) + dx, yOf(cell) + dy]
  if (x < 0 || x > 8 || y < 0 || y > 8) return undefined
  const next = nameOf(x, y)
  return wallsBetween(cell, next).some((wall) => walls.has(wall)) ? undefined : next
}

/** The two walls that could stand between neighbours. */
function wallsBetween(cell: string, next: string): string[] {
  const [x, y] = [Math.min(xOf(cell), xOf(next)), Math.min(yOf(cell), yOf(next))]
  return cell[0] === next[0] ? [`${nameOf(x, y)}h`, `${nameOf(x - 1, y)}h`] : [`${nameOf(x, y)}v`, `${nameOf(x, y - 1)}v`]
}

// ------------------------------------------------------------------- a battle

const GAMES: Record<string, () => Game> = {
  'tic-tac-toe': () => new TicTacToe(),
  quoridor: () => new Quoridor(),
}

/** What the arena says, and two things that the listener adds: a stream has opened; there are no more. */
interface ArenaEvent extends Partial<Command> {
  youAre?: string
  player?: string
  winner?: string
  opened?: true
  closed?: string
}

/** Plays one battle from its first event to its last. */
async function playBattle(arena: string, name: string, battleId: string): Promise<void> {
  const newGame = GAMES[name]!
  const events = new Queue<ArenaEvent>()
  void listen(`${arena}/${name}/start/${battleId}`, events)
  let game = newGame()
  let me: Player | undefined
  let cheated = false
  let sent = false // whether our command is on its way
  for (;;) {
    const owesCommand = me !== undefined && !sent && (cheated || game.turn === me)
    const event = await events.next(owesCommand ? SILENCE_MS : undefined)
    if (event === undefined) {
      const command = cheated ? { action: FLIP } : game.command(game.chooseMove())
      await readSockets() // something may have come in while we were thinking
      if (events.isEmpty) sent = await send(`${arena}/${name}/play/${battleId}`, command)
    } else if (event.opened) {
      // A stream tells everything from the beginning.
      game = newGame()
      me = undefined
      cheated = sent = false
    } else if (event.closed !== undefined) {
      return console.log(`${name} ${battleId}: ${event.closed}`)
    } else if (event.youAre !== undefined) {
      me = event.youAre === game.names[0] ? 0 : 1
    } else if (event.winner !== undefined) {
      return console.log(`${name} ${battleId}: I was ${game.names[me ?? 0]}, the winner is ${event.winner}`)
    } else if (event.player !== undefined) {
      const player = event.player === game.names[0] ? 0 : 1
      const move = game.turn === player ? game.read(event.action, event.position) : undefined
      if (move !== undefined) game.play(move)
      // Illegal, out of turn, or a flip for nothing.
      if (player !== me && move === undefined) cheated = true
      // Our own command has come back.
      if (player === me && event.action !== FLIP) sent = false
    }
  }
}

/** Reads the stream of events into a queue, and starts again if it breaks off before there is a winner. */
async function listen(url: string, events: Queue<ArenaEvent>): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const response = await fetch(url)
      if (response.status === 404 || response.status === 423)
        return events.push({ closed: `the arena answers ${response.status}` })
      if (!response.ok || !response.body) throw new Error(`the arena answers ${response.status}`)
      events.push({ opened: true })
      let unfinished = ''
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        // What comes in may be cut anywhere: an event is whole when its line has ended.
        const lines = (unfinished + text).split('\n')
        unfinished = lines.pop() ?? ''
        for (const line of lines) {
          if (!line.startsWith('data:')) continue
          const event = JSON.parse(line.slice(5)) as ArenaEvent
          events.push(event)
          if (event.winner !== undefined) return
        }
      }
    } catch (error) {
      console.log(`${url}: ${error}`)
    }
    await sleep(500)
  }
  events.push({ closed: 'the arena cannot be reached' })
}

/** Sends a command; false if it may not have got through and the stream has to show whether it did. */
async function send(url: string, command: Command): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(10_000),
    })
    await response.text() // "clock" in it says how many milliseconds you have left
    // 423: it is over already, and the winner is on its way.
    if (response.ok || response.status === 423) return true
    console.log(`${url}: the arena answers ${response.status}`)
  } catch (error) {
    console.log(`${url}: ${error}`)
  }
  await sleep(500)
  return false
}

/** Things that have happened, one after the other. */
class Queue<T> {
  private readonly items: T[] = []
  private wake = (): void => {}

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  push(item: T): void {
    this.items.push(item)
    this.wake()
  }

  /** The next one; undefined if nothing comes for so long. */
  async next(timeoutMs?: number): Promise<T | undefined> {
    if (this.isEmpty)
      await new Promise<void>((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    return this.items.shift()
  }
}

// ------------------------------------------------------------------- the team

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8001' }, // where the arena calls this team
    host: { type: 'string', default: '127.0.0.1' }, // 0.0.0.0 if the arena is on another machine
    arena: { type: 'string', default: 'http://127.0.0.1:8080' }, // where the arena is
  },
})
const arena = options.arena.replace(/\/$/, '')

/** The arena calls POST /tic-tac-toe or POST /quoridor with {"battleId":"..."}. */
const server = createServer(async (request, response) => {
  const answer = (status: number, content: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  const name = (request.url ?? '').replaceAll('/', '')
  if (request.method !== 'POST') return answer(200, { games: Object.keys(GAMES), arena })
  let body = ''
  for await (const text of request.setEncoding('utf8')) body += text
  if (!Object.hasOwn(GAMES, name)) return answer(404, { error: 'unknown game' })
  let battleId: unknown
  try {
    battleId = JSON.parse(body).battleId
  } catch {
    // There is none.
  }
  if (typeof battleId !== 'string') return answer(400, { error: 'missing battleId' })
  // Answer at once, and play meanwhile.
  answer(200, { message: 'coming' })
  await playBattle(arena, name, battleId)
})

server.listen(Number(options.port), options.host, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : options.port
  console.log(`Waiting for battles on http://${options.host}:${port}`)
})
