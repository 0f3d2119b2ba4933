import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { advance, startMatch } from '../../match/machine.ts'
import { makeSpec } from '../../match/match.ts'
import { PLAIN_RULES } from '../../match/plain-rules.fixture.ts'
import { jsonLines } from '../../wires/json-lines/words.ts'
import { TIC_TAC_TOE_OPENING } from '../opening.fixture.ts'
import type { Connection, Question } from '../protocol.ts'
import { connectStdio, type StdioOptions } from './connect-stdio.ts'
import { expectWord, send, type StdioDialect } from './dialect.ts'
import { fakeProgram, type FakeProgram } from './pipes.fixture.ts'

/** Asks `?`, and reads one of three words. What the program hears beside it is a line for each event. */
const PLAIN: StdioDialect = {
  id: 'plain',
  tellsCheats: false,
  mayWriteAhead: true,
  check: (opening) => ({ ok: true, value: opening }),
  opening: () => [send('hello\n')],
  turn: () => [send('?\n'), expectWord('left', 'right', 'forward')],
  answer: (text) => ({ kind: 'move', text }),
  news: (_, event) => `${event.kind}\n`,
}
/** The same with lines, one for each question. */
const LINES: StdioDialect = {
  ...PLAIN,
  mayWriteAhead: false,
  turn: () => [send('?\n'), { kind: 'expect', what: { kind: 'line' } }],
}

const QUESTION: Question = { turn: 0, view: {}, legal: ['left'], timeLeft: Infinity }
const LATER: Question = { ...QUESTION, turn: 2 }
const never = new AbortController().signal

interface Talk extends FakeProgram {
  readonly connection: Connection
  /** The transcript so far. */
  readonly said: string[]
}

async function talk(
  dialect: StdioDialect,
  program: FakeProgram = fakeProgram(),
  options: StdioOptions = {},
): Promise<Talk> {
  const said: string[] = []
  const connection = await connectStdio(dialect, program.pipe, TIC_TAC_TOE_OPENING, never, {
    ...options,
    onTranscript: (line) => said.push(line),
  })
  if ('kind' in connection) throw new Error(connection.detail)
  return { ...program, connection, said }
}

const spec = must(makeSpec(ticTacToe, {}, PLAIN_RULES, 0))

/** Tells a player of an event. */
function tellReady(connection: Connection): void {
  const { match } = startMatch(spec)
  const event = { kind: 'ready', seat: 1, at: 0 } as const
  connection.tell(match, event, advance(match, event).match)
}

describe('a transcript', () => {
  test('has what both sides said, and why a program is gone', async () => {
    const { connection, said, print, leave } = await talk(PLAIN)
    tellReady(connection)
    print('left\n')
    await connection.ask(QUESTION, never)
    leave()
    await connection.ask(QUESTION, never)
    expect(said).toEqual([
      '> hello',
      '> ready',
      '> ?',
      '< left',
      '> ?',
      '! its output ended',
      '! silent: it closed its output',
    ])
    tellReady(connection)
    await connection.ask(QUESTION, never)
    await connection[Symbol.asyncDispose]()
    expect(said).toHaveLength(7)
  })

  test('has the last words of a program that wrote no line feed', async () => {
    const { connection, said, print } = await talk(PLAIN)
    print('left right')
    await connection.ask(QUESTION, never)
    expect(said.at(-1)).toBe('> ?')
    await connection[Symbol.asyncDispose]()
    expect(said.at(-1)).toBe('< left right\\')
  })

  test('says that the reason is unknown where it is', async () => {
    const program = fakeProgram()
    const options = { whyEnded: () => ({ kind: 'gone', cause: 'crashed' }) as const }
    const { connection, said } = await talk(PLAIN, program, options)
    program.leave()
    expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'gone', cause: 'crashed' })
    expect(said.at(-1)).toBe('! crashed: the reason is unknown')
  })

  test('says once that a program does not read, and the game goes on', async () => {
    const program = fakeProgram()
    const pipe = { ...program.pipe, write: () => false }
    const { connection, said, print } = await talk(PLAIN, { ...program, pipe })
    print('left\n')
    print('right\n')
    expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'left' })
    expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'right' })
    expect(said).toEqual(['> hello', '! it does not read what it is sent', '> ?', '< left', '> ?', '< right'])
  })

  test('ends with the connection, whatever the program still says', async () => {
    const { connection, said } = await talk(PLAIN)
    const answer = connection.ask(QUESTION, never)
    await connection[Symbol.asyncDispose]()
    await answer
    await new Promise((resolve) => void setImmediate(resolve))
    expect(said).toEqual(['> hello', '> ?'])
  })

  test('has as much of a line as it is told to keep', async () => {
    const program = fakeProgram()
    const { connection, said, print } = await talk(PLAIN, program, {
      transcriptLimits: { line: 3, total: 1_000 },
    })
    print('left\n')
    await connection.ask(QUESTION, never)
    expect(said.at(-1)).toBe('< lef… and 1 more characters')
  })
})

test('an event that means nothing to the program is not written to it', async () => {
  const program = fakeProgram()
  const written: string[] = []
  const pipe = { ...program.pipe, write: (text: string) => written.push(text) > 0 }
  const { connection } = await talk({ ...PLAIN, news: () => '' }, { ...program, pipe })
  tellReady(connection)
  expect(written).toEqual(['hello\n'])
  await connection[Symbol.asyncDispose]()
})

test('a program that is disposed of is written nothing more', async () => {
  const program = fakeProgram()
  const written: string[] = []
  const pipe = { ...program.pipe, write: (text: string) => written.push(text) > 0 }
  const { connection } = await talk(PLAIN, { ...program, pipe })
  await connection[Symbol.asyncDispose]()
  tellReady(connection)
  expect(await connection.ask(QUESTION, never)).toMatchObject({ cause: 'silent' })
  expect(written).toEqual(['hello\n'])
})

describe('a wire on which nothing may be sent ahead', () => {
  test('costs the round if the program speaks before it is asked', async () => {
    const { connection, print } = await talk(LINES)
    print(`left\n${'x'.repeat(70)}\n`)
    expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'left' })
    expect(await connection.ask(LATER, never)).toEqual({
      kind: 'gone',
      cause: 'out-of-turn',
      detail: `it wrote "${'x'.repeat(60)}" before it was asked`,
    })
    expect(await connection.ask(QUESTION, never)).toMatchObject({ cause: 'out-of-turn' })
  })

  test('counts what has arrived and was not read yet', async () => {
    const program = fakeProgram()
    const pipe = { ...program.pipe, ahead: 5 }
    const { connection, print } = await talk(LINES, { ...program, pipe })
    print('left\n')
    expect(await connection.ask(LATER, never)).toMatchObject({
      cause: 'out-of-turn',
      detail: 'it wrote "left" before it was asked',
    })
  })

  test('reads nothing before the question if nothing has arrived', async () => {
    const { connection, print, reads } = await talk(LINES)
    const answer = connection.ask(LATER, never)
    print('left\n')
    expect(await answer).toEqual({ kind: 'move', text: 'left' })
    expect(reads()).toBe(1)
  })

  test('lets white space, the first move and the answer to a refusal come early', async () => {
    for (const question of [QUESTION, { ...LATER, refused: 'not there' }]) {
      const { connection, print } = await talk(LINES)
      print('up\nright\n')
      await connection.ask(QUESTION, never)
      expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'right' })
    }
    const { connection, print } = await talk(LINES)
    print('left\n\r\n')
    await connection.ask(QUESTION, never)
    const answer = connection.ask(LATER, never)
    print('right\n')
    expect(await answer).toEqual({ kind: 'move', text: 'right' })
  })
})

test('where a wire has no word for a cheat the table is flipped for the program, which hears nothing', async () => {
  const { connection, said } = await talk(PLAIN)
  expect(await connection.ask({ ...QUESTION, cheated: 'zz' }, never)).toEqual({ kind: 'flip' })
  expect(said).toEqual(['> hello'])
  const told = await talk({ ...PLAIN, tellsCheats: true })
  told.print('left\n')
  expect(await told.connection.ask({ ...QUESTION, cheated: 'zz' }, never)).toEqual({
    kind: 'move',
    text: 'left',
  })
})

describe('words that mean nothing', () => {
  /** What is said about them, as the program prints these pieces. */
  async function cited(dialect: StdioDialect, ...pieces: readonly string[]) {
    const told: (string | undefined)[] = []
    const { connection, print } = await talk(dialect, fakeProgram(), {
      unreadable: (sentence) => void told.push(sentence),
    })
    const answer = connection.ask(QUESTION, never)
    for (const piece of pieces) {
      print(piece)
      await new Promise((resolve) => void setImmediate(resolve))
    }
    await answer
    return told
  }

  test('are quoted as they come, until the answer does', async () => {
    expect(await cited(PLAIN, ' ban', 'ana ', 'left')).toEqual([
      'it sent "ban", expected left, right or forward',
      'it sent "banana", expected left, right or forward',
      undefined,
    ])
  })

  test('are not spoken of where there are none', async () => {
    expect(await cited(PLAIN, ' \n', 'left')).toEqual([])
  })

  test('are quoted up to 60 characters, and then no more', async () => {
    // The last six letters may be the beginning of `forward`.
    expect(await cited(PLAIN, 'x'.repeat(66), 'y', 'left')).toEqual([
      `it sent "${'x'.repeat(60)}…", expected left, right or forward`,
      undefined,
    ])
    const told = await cited(PLAIN, 'x'.repeat(60), 'y', 'z'.repeat(80), 'z'.repeat(80), 'left')
    expect(told).toEqual([
      `it sent "${'x'.repeat(60)}", expected left, right or forward`,
      `it sent "${'x'.repeat(60)}…", expected left, right or forward`,
      `it sent "${'x'.repeat(60)}…", expected left, right or forward`,
      undefined,
    ])
  })
})

test('too many words that mean nothing end the round, and the last of them are quoted', async () => {
  const { connection, print } = await talk(PLAIN)
  print('x'.repeat(1_000_000))
  print('y'.repeat(48_576))
  print('z')
  expect(await connection.ask(QUESTION, never)).toEqual({
    kind: 'gone',
    cause: 'garbled',
    detail: 'it wrote more than 1048576 characters without left, right or forward, the last of them "yyyyyz"',
  })
})

test('as many words as are allowed are read, and an answer after them counts', async () => {
  const { connection, print } = await talk(PLAIN)
  print('x'.repeat(1_000_000))
  print('y'.repeat(48_576))
  print('left')
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'left' })
})

test('of a line that is too long the last 40 characters are quoted', async () => {
  const { connection, print } = await talk(LINES)
  print(`${'x'.repeat(65_536)}${'y'.repeat(30)}`)
  expect(await connection.ask(QUESTION, never)).toEqual({
    kind: 'gone',
    cause: 'garbled',
    detail: `it wrote more than 65536 characters without the end of a line, the last of them "${'x'.repeat(10)}${'y'.repeat(30)}"`,
  })
})

describe('the output of a program', () => {
  /** A program that writes these bytes, and ends. */
  const printing = (...chunks: readonly Uint8Array[]): FakeProgram => {
    const program = fakeProgram()
    const left = [...chunks]
    return { ...program, pipe: { ...program.pipe, read: async () => left.shift() } }
  }

  test('may be cut within a character', async () => {
    const bytes = [...new TextEncoder().encode('Jürgen\n')].map((byte) => Uint8Array.of(byte))
    const { connection } = await talk(LINES, printing(...bytes))
    expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'Jürgen' })
  })

  test('may end without a line feed, or within a character', async () => {
    const whole = await talk(LINES, printing(new TextEncoder().encode('left')))
    expect(await whole.connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'left' })
    const cut = await talk(LINES, printing(Uint8Array.of(0x61, 0xe2, 0x82)))
    expect(await cut.connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'a\ufffd' })
  })

  test('that the host cannot read is a fault of the host', async () => {
    const program = fakeProgram()
    const read = (): Promise<never> => Promise.reject(new Error('EIO'))
    const { connection } = await talk(LINES, { ...program, pipe: { ...program.pipe, read } })
    await expect(connection.ask(QUESTION, never)).rejects.toThrow('EIO')
  })
})

test('a question that ends loses no bytes: the next one gets them', async () => {
  const { connection, print, reads, said } = await talk(LINES)
  const controller = new AbortController()
  const first = connection.ask(QUESTION, controller.signal)
  controller.abort()
  expect(await first).toEqual({ kind: 'gone', cause: 'silent', detail: 'it was no longer asked' })
  expect(await connection.ask(QUESTION, controller.signal)).toMatchObject({ cause: 'silent' })
  expect(said).toEqual(['> hello', '> ?'])
  const second = connection.ask(QUESTION, never)
  print('left\n')
  expect(await second).toEqual({ kind: 'move', text: 'left' })
  expect(reads()).toBe(1)
})

test('all questions of a round put one listener on its signal', async () => {
  const { signal } = new AbortController()
  const { connection, print } = await talk(PLAIN)
  for (let turn = 0; turn < 5; turn++) {
    const answer = connection.ask(QUESTION, signal)
    print('left ')
    await answer
  }
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
})

test('a program is told of its round, and asked, in the order of its wire', async () => {
  const program = fakeProgram()
  const written: string[] = []
  const pipe = { ...program.pipe, write: (text: string) => written.push(text) > 0 }
  program.print('{"ready":true}\n')
  program.print('{"move":"e2"}\n')
  const { connection } = await talk(jsonLines, { ...program, pipe })
  expect(await connection.ask(QUESTION, never)).toEqual({ kind: 'move', text: 'e2' })
  expect(written.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['hello', 'turn'])
})

test('a question that ends in the middle of its steps is left there', async () => {
  const turn = () => [expectWord('ready'), send('state\n'), expectWord('left')]
  const { connection, said } = await talk({ ...PLAIN, turn })
  const controller = new AbortController()
  const answer = connection.ask(QUESTION, controller.signal)
  controller.abort()
  expect(await answer).toMatchObject({ cause: 'silent' })
  expect(said).toEqual(['> hello'])
})

test('disposing ends a question although the output of the program never ends', async () => {
  const program = fakeProgram()
  const read = (): Promise<never> => new Promise(() => {})
  const { connection } = await talk(PLAIN, { ...program, pipe: { ...program.pipe, read } })
  const answer = connection.ask(QUESTION, never)
  await connection[Symbol.asyncDispose]()
  expect(await answer).toMatchObject({ kind: 'gone', cause: 'silent' })
})
