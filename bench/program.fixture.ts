import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** Builds the C++ program of this folder with that name into a temporary folder, and gives the path of the program. */
export function buildProgram(name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), `${name}-`)), 'program')
  const source = join(import.meta.dirname, `${name}.fixture.cpp`)
  const { status, stderr, error } = spawnSync(
    'g++',
    ['-O3', '-march=native', '-std=c++17', '-o', path, source],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`Cannot build ${source}: ${error?.message ?? stderr}`)
  return path
}

/** What a program says of itself at its end. */
export interface Thought {
  /** Playouts or positions. */
  readonly nodes: number
  readonly cpuMs: number
}

export interface Program {
  write(text: string): void
  /** The next line that it prints. */
  line(): Promise<string>
  /** Closes its input, and gives what it says of itself. */
  end(): Promise<Thought>
}

export function startProgram(command: string, options: Readonly<Record<string, number>>): Program {
  const child = spawn(
    command,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
  )
  // At the end of the round the program may be gone before it has read the last move.
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    write: (words) => void child.stdin.write(words),
    async line() {
      const { value = '' } = await lines.next()
      return value
    },
    async end() {
      child.stdin.end()
      const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
      const [, nodes = '0', cpuMs = '0'] = /(\d+) \w+ in (\d+) ms/.exec(said) ?? []
      return { nodes: Number(nodes), cpuMs: Number(cpuMs) }
    },
  }
}
