import { createInterface } from 'node:readline'
import type { AnyGame } from '../game/game.ts'
import type { Answer, Connection, Contestant, Opening, Question } from '../protocols/protocol.ts'
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
  const lines = createInterface({ input: process.stdin, terminal: false })
  const typed: string[] = []
  let isClosed = false
  let wake = (): void => {}
  lines.on('line', (line) => {
    typed.push(line)
    wake()
  })
  lines.on('close', () => {
    isClosed = true
    wake()
  })

  async function nextLine(signal: AbortSignal): Promise<string | undefined> {
    while (typed.length === 0 && !isClosed && !signal.aborted)
      await new Promise<void>((resolve) => {
        wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    return signal.aborted ? undefined : typed.shift()
  }

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
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
      const line = await nextLine(signal)
      if (line === undefined)
        return isClosed && !signal.aborted ? { kind: 'resign' } : { kind: 'gone', cause: 'silent' }
      const word = line.trim().toLowerCase()
      if (word === 'resign') return { kind: 'resign' }
      const move = game.notation.parseMove(complete(word, question.legal), question.view)
      if (move.ok && question.legal.includes(move.value)) return { kind: 'move', text: move.value }
      console.error(move.ok ? `${move.value} is not legal here.` : `${move.problem.message}.`)
    }
  }

  return {
    ask,
    tell() {},
    async [Symbol.asyncDispose]() {
      lines.close()
      process.stdin.pause()
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
