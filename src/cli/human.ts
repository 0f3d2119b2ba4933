import { createInterface } from 'node:readline'
import type { AnyGame } from '../game/game.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Contestant,
  type Opening,
  type Question,
} from '../protocols/protocol.ts'
import { drawScene } from '../drawing/scene-text.ts'

/** A person at this keyboard. Shows the board, asks for a move, and asks again after a mistake. */
export function humanContestant({
  name,
  game,
}: {
  readonly name: string
  readonly game: AnyGame
}): Contestant {
  return { name, bot: 'human', connect: async (opening) => connectHuman(game, opening) }
}

function connectHuman(game: AnyGame, opening: Opening): Connection {
  const own = (keyboard ??= openKeyboard())
  own.open()

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return NO_LONGER_ASKED
    if (question.cheated !== undefined) {
      console.error(
        `Your opponent played ${JSON.stringify(question.cheated)}, which is illegal: gamegrid flips the table for you.`,
      )
      return { kind: 'flip' }
    }
    showBoard(game, question.view)
    const example = question.legal.slice(0, 6).join(' ') + (question.legal.length > 6 ? ' …' : '')
    for (;;) {
      process.stderr.write(
        `${opening.names[opening.seat]} (${game.seatNames[opening.seat]}), your move [${example}, or resign]: `,
      )
      const line = await own.nextLine(signal)
      if (line === undefined) return signal.aborted ? NO_LONGER_ASKED : { kind: 'resign' }
      const word = line.trim().toLowerCase()
      if (word === 'resign') return { kind: 'resign' }
      const move = game.notation.parseMove(complete(word, question.legal), question.view)
      if (move.ok && question.legal.includes(move.value)) return { kind: 'move', text: move.value }
      console.error(move.ok ? `${move.value} is not legal here.` : `${move.problem.message}.`)
    }
  }

  return {
    ask: (question, signal) => own.inTurn(() => ask(question, signal)),
    tell() {},
    async [Symbol.asyncDispose]() {
      own.close()
    },
  }
}

/** The lines of stdin. All rounds and both players share them: a line that has been read for one round is not there for the next. */
interface Keyboard {
  /** The next line; undefined at the end of the input, or when the signal is aborted. */
  nextLine(signal: AbortSignal): Promise<string | undefined>
  /** Asks one question at a time: two people may play at one keyboard. */
  inTurn(ask: () => Promise<Answer>): Promise<Answer>
  open(): void
  /** Once for each `open`. While it is not open, stdin does not keep the process alive. */
  close(): void
}

let keyboard: Keyboard | undefined

function openKeyboard(): Keyboard {
  const lines = createInterface({ input: process.stdin, terminal: false })
  const typed: string[] = []
  let isEnded = false
  let isOpenFor = 0
  let wake = (): void => {}
  let last: Promise<unknown> = Promise.resolve()
  lines.on('line', (line) => {
    typed.push(line)
    wake()
  })
  lines.on('close', () => {
    isEnded = true
    wake()
  })
  return {
    async nextLine(signal) {
      while (typed.length === 0 && !isEnded && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      return signal.aborted ? undefined : typed.shift()
    },
    inTurn(ask) {
      const answer = last.then(ask)
      last = answer.catch(() => {})
      return answer
    },
    open() {
      isOpenFor++
      if (!isEnded) lines.resume()
    },
    close() {
      if (--isOpenFor === 0 && !isEnded) lines.pause()
    },
  }
}

/** Completes a prefix that only one legal move has. */
function complete(word: string, legal: readonly string[]): string {
  const fitting = word === '' ? [] : legal.filter((move) => move.toLowerCase().startsWith(word))
  return fitting.length === 1 && !legal.includes(word) ? (fitting[0] ?? word) : word
}

function showBoard(game: AnyGame, view: unknown): void {
  const { columns = 80, rows = 24, isTTY = false } = process.stderr
  const lines = drawScene(game.scene(view), {
    colour: isTTY && !process.env['NO_COLOR'],
    columns,
    rows: rows - 3,
  })
  console.error(lines.join('\n'))
}
