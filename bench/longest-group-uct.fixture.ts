import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Brain, BrainStart } from '../src/game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../src/games/longest-group/index.ts'

/** Builds the C++ program into a temporary folder and gives its path. */
export function buildProgram(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'longest-group-uct-')), 'uct')
  const source = join(import.meta.dirname, 'longest-group-uct.fixture.cpp')
  const { status, stderr, error } = spawnSync(
    'g++',
    ['-O3', '-march=native', '-std=c++17', '-o', path, source],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`Cannot build ${source}: ${error?.message ?? stderr}`)
  return path
}

interface Thought {
  readonly playouts: number
  readonly cpuMs: number
}

interface Program {
  readonly brain: Brain
  /** Ends the program, and gives what it says of itself. */
  end(): Promise<Thought>
}

/** The program as a brain for one round: it hears of the stones that were put since its last move. */
export function programBrain(
  command: string,
  { ms, seed }: { readonly ms: number; readonly seed: number },
): Program {
  const child = spawn(command, ['--ms', String(ms), '--seed', String(seed)])
  // At the end of the round the program may be gone before it has read the last move.
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let board = ''

  function init({ seat, view }: BrainStart<LongestGroupState>): void {
    const [first, second] = ['X', 'O'].map((mark) => cellsOf(view.board, mark))
    board = view.board
    for (let pair = 0; pair < (first?.length ?? 0); pair++)
      for (const cell of [first?.[pair], second?.[pair]])
        if (cell !== undefined) child.stdin.write(`o ${wordsOf(view, cell)}\n`)
    child.stdin.write(`${seat}\n`)
  }

  const brain: Brain<LongestGroupState, LongestGroupMove> = {
    name: 'uct',
    game: 'longest-group',
    init,
    async move({ view, seat }) {
      const put = cellsOf(view.board, seat === 0 ? 'O' : 'X').find((cell) => board[cell] === '.')
      if (put !== undefined) child.stdin.write(`${wordsOf(view, put)}\n`)
      const { value = '' } = await lines.next()
      board = view.board
      return value.replace(' ', ',') as LongestGroupMove
    },
  }
  return { brain, end: () => endOf(child) }
}

const cellsOf = (board: string, mark: string): readonly number[] =>
  [...board].flatMap((sign, cell) => (sign === mark ? [cell] : []))

const wordsOf = ({ config: { width } }: LongestGroupState, cell: number): string =>
  `${cell % width} ${Math.floor(cell / width)}`

async function endOf(child: ChildProcessWithoutNullStreams): Promise<Thought> {
  child.stdin.end()
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  const [, playouts = '0', cpuMs = '0'] = /(\d+) playouts in (\d+) ms/.exec(said) ?? []
  return { playouts: Number(playouts), cpuMs: Number(cpuMs) }
}
