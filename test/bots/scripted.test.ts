import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { seededRng } from '../../src/base/rng.ts'
import type { AnyGame } from '../../src/game/game.ts'
import { findGame } from '../../src/games/index.ts'
import type { Answer, Opening } from '../../src/protocols/protocol.ts'
import { connectStdio } from '../../src/protocols/stdio/connect-stdio.ts'
import { findDialect } from '../../src/wires/dialects.ts'
import { childProgram } from '../../src/protocols/stdio/pipes.fixture.ts'
import type { ScriptedFault } from './misbehave.ts'

const WIRES = [
  { wire: 'json', game: 'tic-tac-toe', settings: {}, first: 'NW' },
  { wire: 'longest-group', game: 'longest-group', settings: { width: 3, height: 3 }, first: '0 0' },
  { wire: 'light-cycle', game: 'tron', settings: undefined, first: 'left' },
] as const

const GARBLED = { kind: 'gone', cause: 'garbled' }

/** The verdict for each fault. The light-cycle wire skips unknown words, so there it is a timeout. */
const EXPECTED: Readonly<Record<ScriptedFault, Readonly<Record<string, object | 'nothing'>>>> = {
  illegal: {
    json: { kind: 'move', text: '99,99' },
    'longest-group': { kind: 'move', text: '99 99' },
    'light-cycle': 'nothing',
  },
  garble: {
    json: { kind: 'move', text: '???????{"move":"\\u0000\\\\?!"}' },
    'longest-group': GARBLED,
    'light-cycle': 'nothing',
  },
  crash: ofAll({ kind: 'gone', cause: 'crashed', detail: 'exit code 3' }),
  flood: ofAll(GARBLED),
  stall: ofAll('nothing'),
  slow: ofAll('nothing'),
}

function ofAll(expected: object | 'nothing'): Readonly<Record<string, object | 'nothing'>> {
  return Object.fromEntries(WIRES.map(({ wire }) => [wire, expected]))
}

describe.each(WIRES)('on the $wire wire', ({ wire, game: id, settings: given, first }) => {
  const game = findGame(id) as AnyGame
  const settings = given ?? { ...game.presets[wire], seats: 'fixed' }
  const state = game.setup(must(game.parseConfig(settings)), seededRng(0))
  const opening: Opening = {
    challenge: id,
    game: id,
    settings,
    seat: 0,
    names: ['scripted', 'opponent'],
    round: 0,
    seed: 0,
    clock: { kind: 'none' },
    startUpMs: 10_000,
    view: game.view(state, 0),
  }

  async function askOnce(args: readonly string[], patienceMs: number): Promise<Answer | 'nothing'> {
    const file = join(import.meta.dirname, 'scripted.ts')
    const program = childProgram(process.execPath, [
      file,
      `--wire=${wire}`,
      `--settings=${JSON.stringify(settings)}`,
      ...args,
    ])
    const dialect = findDialect(wire)
    if (dialect === undefined) throw new Error(`There is no wire ${wire}`)
    const never = new AbortController().signal
    const connection = await connectStdio(dialect, program.pipe, opening, never, program)
    if ('kind' in connection) throw new Error(connection.detail)
    const patience = AbortSignal.timeout(patienceMs)
    const question = { turn: 0, view: opening.view, legal: game.legalMoves(state, 0), timeLeft: Infinity }
    const answer = await connection.ask(question, patience)
    await connection[Symbol.asyncDispose]()
    return patience.aborted ? 'nothing' : answer
  }

  test('plays', async () => {
    expect(await askOnce([], 30_000)).toEqual({ kind: 'move', text: first })
  })

  test.each(Object.entries(EXPECTED))('--%s', async (fault, expected) => {
    const wanted = expected[wire]
    const answer = await askOnce(
      [`--${fault}`, '1', '--slow-ms', '60000'],
      wanted === 'nothing' ? 1_500 : 30_000,
    )
    if (wanted === 'nothing') expect(answer).toBe('nothing')
    else expect(answer).toMatchObject(wanted as object)
  })
})
