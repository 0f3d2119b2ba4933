import { deferred } from '../../base/deferred.ts'
import { spawn } from 'node:child_process'
import type { Gone } from '../protocol.ts'
import type { ProgramPipe } from './connect-stdio.ts'
import { parseLine } from './transcript.ts'

const encoder = new TextEncoder()

/** A program that lives in the test: `input` is its stdin, `print` its stdout, `leave` its end. */
export interface FakeProgram {
  readonly pipe: ProgramPipe
  readonly input: AsyncIterable<string>
  readonly output: { write(text: string): void }
  readonly print: (text: string) => void
  readonly leave: () => void
  /** How often its output has been read. */
  readonly reads: () => number
  readonly isDisposed: () => boolean
}

export function fakeProgram(): FakeProgram {
  const stdin = channel<string>()
  const stdout = channel<string>()
  let reads = 0
  let isDisposed = false
  const print = (text: string): void => stdout.put(text)
  const pipe: ProgramPipe = {
    write(text) {
      stdin.put(text)
      return true
    },
    async read() {
      reads++
      const text = await stdout.take()
      return text === undefined ? undefined : encoder.encode(text)
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      stdin.close()
      stdout.close()
    },
  }
  async function* input(): AsyncGenerator<string> {
    for (let text = await stdin.take(); text !== undefined; text = await stdin.take()) yield text
  }
  return {
    pipe,
    input: input(),
    output: { write: print },
    print,
    leave: stdout.close,
    reads: () => reads,
    isDisposed: () => isDisposed,
  }
}

/** Plays the program's part of a transcript, and the host's if it is given as `> ?`; `!` ends the program. */
export function transcribedProgram(transcript: readonly string[]): {
  readonly pipe: ProgramPipe
  readonly whyEnded: () => Gone
} {
  const lines = transcript.map((line) => parseLine(line) ?? { side: '!', text: `garbled: ${line}\n` })
  let at = 0
  let wake = (): void => {}
  let isDisposed = false
  const advance = (): void => {
    at++
    wake()
  }
  const pipe: ProgramPipe = {
    write() {
      if (lines[at]?.side === '>') advance()
      return true
    },
    async read() {
      while (lines[at]?.side === '>' && !isDisposed) {
        const { promise, resolve } = deferred()
        wake = resolve
        await promise
      }
      if (lines[at]?.side !== '<' || isDisposed) {
        if (lines[at]?.side === '!') at++
        return undefined
      }
      let text = ''
      for (; lines[at]?.side === '<'; at++) text += lines[at]?.text ?? ''
      return encoder.encode(text)
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      wake()
    },
  }
  const whyEnded = (): Gone => {
    const last = lines.findLast(({ side }) => side === '!')?.text ?? ''
    const [, cause = 'silent', detail = ''] = /^([\w-]+): (.*)\n$/.exec(last) ?? []
    return { kind: 'gone', cause: cause as Gone['cause'], detail }
  }
  return { pipe, whyEnded }
}

/** A real program behind a pipe with back-pressure, without limits or a sandbox. */
export function childProgram(
  command: string,
  args: readonly string[],
): { readonly pipe: ProgramPipe; readonly whyEnded: () => Promise<Gone>; readonly unsent: () => number } {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise<Gone>((resolve) => {
    child.on('error', (error) => resolve({ kind: 'gone', cause: 'crashed', detail: error.message }))
    child.on('close', (code, signal) =>
      resolve({ kind: 'gone', cause: 'crashed', detail: `exit code ${code ?? signal}` }),
    )
  })
  child.stdin.on('error', () => {})
  const { stdout } = child
  const pipe: ProgramPipe = {
    write: (text) => {
      if (child.stdin.writable) child.stdin.write(text)
      return child.stdin.writable
    },
    read: () =>
      new Promise((resolve) => {
        const tryRead = (): void => {
          const bytes = stdout.read() as Buffer | null
          if (bytes === null && !stdout.readableEnded && !stdout.destroyed) return
          stdout.off('readable', tryRead).off('end', tryRead).off('close', tryRead)
          resolve(bytes ?? undefined)
        }
        stdout.on('readable', tryRead).on('end', tryRead).on('close', tryRead)
        tryRead()
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      stdout.destroy()
      await exited
    },
  }
  return { pipe, whyEnded: () => exited, unsent: () => child.stdin.writableLength }
}

interface Channel<T> {
  readonly put: (value: T) => void
  readonly take: () => Promise<T | undefined>
  readonly close: () => void
}

function channel<T>(): Channel<T> {
  const waiting: T[] = []
  let isClosed = false
  let wake = (): void => {}
  return {
    put(value) {
      if (!isClosed) waiting.push(value)
      wake()
    },
    async take() {
      while (waiting.length === 0 && !isClosed) {
        const { promise, resolve } = deferred()
        wake = resolve
        await promise
      }
      return waiting.shift()
    },
    close() {
      isClosed = true
      wake()
    },
  }
}
