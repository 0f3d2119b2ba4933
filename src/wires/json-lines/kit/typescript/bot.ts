// A bot for every game: it plays any legal move. Use console.error to see what it thinks: stdout is for the host.

/** What the host says before the round. */
interface Hello {
  type: 'hello'
  challenge: string
  game: string
  seat: 0 | 1
  /** For your chance: another one every round, and the same seed brings the same moves again. */
  seed: number
  /** The position, in the game's own form. */
  view: unknown
}

/** It is your turn. */
interface Turn {
  type: 'turn'
  turn: number
  view: unknown
  legal: string[]
  /** Milliseconds; null when no clock runs. */
  timeLeft: number | null
  /** What the opponent did that it must not. */
  cheated?: string
}

/** What has happened; needs no answer. */
interface News {
  type: 'played' | 'cheated' | 'flipped' | 'over'
}

let seed = 0

/** Like Math.random, but from the host's seed. */
function chance(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

/** YOUR IDEAS GO HERE. The position is turn.view, and you are hello.seat; return one of turn.legal in time. */
function chooseMove(hello: Hello, turn: Turn): string {
  return turn.legal[Math.floor(chance() * turn.legal.length)]!
}

let hello: Hello

function hear(message: Hello | Turn | News): void {
  if (message.type === 'hello') {
    hello = message
    seed = message.seed
    say({ ready: true })
  } else if (message.type === 'turn') {
    // When the opponent has cheated, the right answer is to flip the table.
    say(message.cheated === undefined ? { move: chooseMove(hello, message) } : { flip: true })
  }
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

// What comes in may be cut anywhere: a message is whole when its line has ended.
let unfinished = ''
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const lines = (unfinished + text).split('\n')
  unfinished = lines.pop() ?? ''
  for (const line of lines) if (line.trim() !== '') hear(JSON.parse(line))
})
