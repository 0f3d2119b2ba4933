import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Brain } from '../../game/brain.ts'
import { longestGroup as longestGroupGame } from '../../games/longest-group/index.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { tron } from '../../games/tron/index.ts'
import { misbehave } from '../../../test/bots/misbehave.ts'
import { testConnection, type ConnectionContract } from '../connection.contract.ts'
import type { Connection, Opening, Question } from '../protocol.ts'
import { runOnStdio } from '../../wires/run-on-stdio.ts'
import { connectStdio } from './connect-stdio.ts'
import type { StdioDialect } from './dialect.ts'
import { jsonLines } from '../../wires/json-lines/words.ts'
import { lightCycle } from '../../wires/light-cycle/words.ts'
import { longestGroup } from '../../wires/longest-group/words.ts'
import { childProgram, fakeProgram, type FakeProgram } from './pipes.fixture.ts'

const never = new AbortController().signal

const SMALL_TRON = { ...tron.presets['light-cycle'], width: 5, height: 5, seats: 'fixed' }
const SMALL_GROUP = { width: 3, height: 3 }

const GREETINGS: Readonly<Record<string, string>> = { json: '{"ready":true}\n', 'light-cycle': 'readyready' }

/** The other end is our own client half, or something worse. */
function contractOf(
  dialect: StdioDialect,
  rules: Pick<ConnectionContract, 'game' | 'challenge' | 'settings'>,
): ConnectionContract {
  return {
    ...rules,
    connect(manner, opening, signal) {
      const program = fakeProgram()
      const greeting = GREETINGS[dialect.id] ?? ''
      if (manner === 'plays') {
        const { input, output } = program
        const options = { wire: dialect.id, settings: rules.settings }
        void runOnStdio(misbehave({}), { ...options, input, output }).finally(program.leave)
      } else program.print(greeting)
      if (manner === 'leaves') program.leave()
      if (manner === 'garbles') program.print('<%&> <%&>\n')
      // On the light-cycle wire rubbish is skipped: only its end tells it from a long preface.
      if (manner === 'garbles' && dialect === lightCycle) program.print('?'.repeat(2 ** 21))
      const pipe = manner === 'floods' ? flooding(program.pipe, greeting) : program.pipe
      return connectStdio(dialect, pipe, opening, signal)
    },
  }
}

function flooding(pipe: FakeProgram['pipe'], greeting: string): FakeProgram['pipe'] {
  const encoder = new TextEncoder()
  let text = greeting
  return {
    ...pipe,
    async read() {
      const bytes = encoder.encode(text)
      text = 'rubbish;'.repeat(8_192)
      return bytes
    },
  }
}

testConnection(
  'light-cycle',
  contractOf(lightCycle, { game: tron, challenge: 'light-cycle', settings: SMALL_TRON }),
)
testConnection(
  'longest-group',
  contractOf(longestGroup, { game: longestGroupGame, challenge: 'longest-group', settings: SMALL_GROUP }),
)
testConnection(
  'json lines',
  contractOf(jsonLines, { game: ticTacToe, challenge: 'tic-tac-toe', settings: {} }),
)

const state = tron.setup(must(tron.parseConfig({ ...SMALL_TRON, width: 10, height: 10 })), seededRng(0))
const lightCycleOpening: Opening = {
  challenge: 'light-cycle',
  game: 'tron',
  settings: {},
  seat: 0,
  names: ['ann', 'bob'],
  round: 0,
  seed: 0,
  clock: { kind: 'per-move', ms: 2_000 },
  startUpMs: 5_000,
  view: state,
}
const question: Question = { turn: 0, view: state, legal: [], timeLeft: 2_000 }

async function sit(
  program: Pick<FakeProgram, 'pipe'>,
  options: Parameters<typeof connectStdio>[4] = {},
): Promise<Connection> {
  const connection = await connectStdio(lightCycle, program.pipe, lightCycleOpening, never, options)
  if ('kind' in connection) throw new Error(connection.detail)
  return connection
}

describe('the light-cycle wire', () => {
  test('words are found however they are cut, and the rest is kept for later', async () => {
    const program = fakeProgram()
    for (const char of 'ready\nready\nleft\nready\n right') program.print(char)
    await using connection = await sit(program)
    expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'left' })
    expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'right' })
  })

  test('the earliest move counts, whichever it is', async () => {
    const program = fakeProgram()
    program.print('ready ready I was right to go forward, not left')
    await using connection = await sit(program)
    expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'right' })
  })

  test('the time for a move starts when ready has come and the state is sent', async () => {
    const program = fakeProgram()
    const events: string[] = []
    program.print('ready')
    await using connection = await sit(program, { onTranscript: (line) => events.push(line) })
    const timing = { reached: () => events.push('reached'), heard() {} }
    const answer = connection.ask(question, never, timing)
    program.print('ready\n')
    program.print('left\n')
    await answer
    expect(events.slice(-4)).toEqual(['< ready', '> s,0,0,n,9,9', 'reached', '< left'])
  })

  test('nothing is read when nothing is expected', async () => {
    const program = fakeProgram()
    program.print('ready\nready\nforward\n')
    program.print('ready\nforward\n')
    await using connection = await sit(program)
    expect(program.reads()).toBe(1)
    await connection.ask(question, never)
    expect(program.reads()).toBe(1)
    await connection.ask(question, never)
    expect(program.reads()).toBe(2)
  })

  test('a start that is no longer wanted leaves nothing behind', async () => {
    const program = fakeProgram()
    const controller = new AbortController()
    const connecting = connectStdio(lightCycle, program.pipe, lightCycleOpening, controller.signal)
    controller.abort()
    expect(await connecting).toMatchObject({ kind: 'gone' })
    expect(program.isDisposed()).toBe(true)
  })

  test('a game it cannot tell is the host’s mistake', async () => {
    const opening = { ...lightCycleOpening, game: 'quoridor', challenge: 'quoridor' }
    const program = fakeProgram()
    await expect(connectStdio(lightCycle, program.pipe, opening, never)).rejects.toThrow(
      'Cannot speak light-cycle in quoridor',
    )
    expect(program.isDisposed()).toBe(true)
  })

  test('a Python program that prompts with ready, and so never sends a line feed, plays', async () => {
    const code = "n = int(input('ready'))\nwhile True:\n    input('ready')\n    print('forward')\n"
    const program = childProgram('python3', ['-c', code])
    await using connection = await sit(program, program)
    for (let turn = 0; turn < 20; turn++)
      expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'forward' })
  })

  test('a program that floods words for ever and never reads plays 20,000 turns', async () => {
    const program = childProgram('yes', ['ready\nforward'])
    await using connection = await sit(program, program)
    const before = process.memoryUsage().rss
    for (let turn = 0; turn < 20_000; turn++) {
      const answer = await connection.ask(question, never)
      if (answer.kind !== 'move' || answer.text !== 'forward') expect.fail(JSON.stringify(answer))
    }
    expect(program.unsent()).toBeGreaterThan(0)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  })

  test('a program that closes its stdin and plays on is let be', async () => {
    const code = 'exec 0<&-; sleep 0.2; echo ready ready forward ready left; exec sleep 9'
    const program = childProgram('sh', ['-c', code])
    await using connection = await sit(program, program)
    expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'forward' })
    expect(await connection.ask(question, never)).toEqual({ kind: 'move', text: 'left' })
  })

  test('a program that ends is gone for the reason it ended', async () => {
    const program = childProgram('sh', ['-c', 'echo ready; read size; echo ready; exit 7'])
    await using connection = await sit(program, program)
    expect(await connection.ask(question, never)).toEqual({
      kind: 'gone',
      cause: 'crashed',
      detail: 'exit code 7',
    })
  })
})

test('why a program has closed its output is not waited for longer than anybody asks', async () => {
  const program = fakeProgram()
  program.print('ready')
  await using connection = await sit(program, { whyEnded: () => new Promise(() => {}) })
  program.leave()
  const controller = new AbortController()
  const answer = connection.ask(question, controller.signal)
  setImmediate(() => controller.abort())
  expect(await answer).toMatchObject({ kind: 'gone', cause: 'silent' })
})

describe('JSON lines', () => {
  test.each([
    ['{"move":"e2"}', { kind: 'move', text: 'e2' }],
    [' { "move" : "e2", "remark": "hm" } ', { kind: 'move', text: 'e2', remark: { text: 'hm' } }],
    ['{"move":"e2","remark":{"score":7,"nodes":"many"}}', { kind: 'move', text: 'e2' }],
    [
      '{"move":"e2","remark":{"marks":[{"cell":"e2","color":"red"}],"numbers":{"lead":3}}}',
      {
        kind: 'move',
        text: 'e2',
        remark: { numbers: { lead: 3 }, marks: [{ cell: 'e2', colour: 'red' }] },
      },
    ],
    ['{"move":"e2","remark":[{"marks":7}]}', { kind: 'move', text: 'e2' }],
    ['e2', { kind: 'move', text: 'e2' }],
    ['{"flip":true}', { kind: 'flip' }],
    ['{"resign":true}', { kind: 'resign' }],
    ['{"resign":false}', { kind: 'move', text: '{"resign":false}' }],
    ['{"move":7}', { kind: 'move', text: '{"move":7}' }],
    ['{"move":"e2"', { kind: 'move', text: '{"move":"e2"' }],
    ['[]', { kind: 'move', text: '[]' }],
  ])('%s is read as %j', (line, answer) => {
    expect(jsonLines.answer(line.trim())).toEqual(answer)
  })

  test('a greeting that is none ends it with a sentence', async () => {
    const program = fakeProgram()
    program.print('Hello, host\n')
    expect(await connectStdio(jsonLines, program.pipe, lightCycleOpening, never)).toEqual({
      kind: 'gone',
      cause: 'garbled',
      detail: 'Cannot read greeting "Hello, host": expected {"ready":true}',
    })
    expect(program.isDisposed()).toBe(true)
  })

  test('a line without end is given up', async () => {
    const program = fakeProgram()
    program.print(`{"ready":${' '.repeat(70_000)}`)
    expect(await connectStdio(jsonLines, program.pipe, lightCycleOpening, never)).toMatchObject({
      cause: 'garbled',
      detail: expect.stringMatching(
        /^it wrote more than 65536 characters without the end of a line/,
      ) as string,
    })
  })
})

test('what a program says unasked comes behind what is waited for, and costs the round', async () => {
  const program = fakeProgram()
  const blurts: Brain = {
    name: 'blurter',
    init: ({ playUnasked }) => playUnasked('NW'),
    move: ({ legal }) => legal[0],
  }
  const { input, output } = program
  void runOnStdio(blurts, { input, output }).finally(program.leave)
  const opening = { ...lightCycleOpening, seat: 1 } as const
  const connection = await connectStdio(jsonLines, program.pipe, opening, never)
  if ('kind' in connection) expect.fail(`it is gone: ${connection.detail}`)
  await using open = connection
  expect(await open.ask({ ...question, turn: 1 }, never)).toMatchObject({
    kind: 'gone',
    cause: 'out-of-turn',
  })
})
