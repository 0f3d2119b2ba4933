import { show } from '../../base/fields.ts'
import { parseObject, type JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Answer, Connection, Contestant, Opening } from '../../protocols/protocol.ts'
import { WIRE_VERSION } from './words.ts'
import { speakLightCycle } from '../light-cycle/client.ts'
import { speakLongestGroup } from '../longest-group/client.ts'
import {
  failed,
  LINE,
  misread,
  openInbox,
  sitDown,
  StdioError,
  type Table,
  type Unsaid,
} from '../../protocols/stdio/table.ts'

export type StdioWire = 'json' | 'light-cycle' | 'longest-group'

/** All but `wire`, `input` and `output` matter only on a contest's own wire, which does not say these things. */
export interface StdioClientOptions extends Partial<Unsaid> {
  /** JSON lines unless told otherwise. */
  readonly wire?: StdioWire
  readonly input?: AsyncIterable<Uint8Array | string>
  readonly output?: { write(text: string): unknown }
}

/** Lets a player play as a stdio program, until the host has no more to say or the player gives up. */
export async function playOnStdio(
  player: Contestant,
  options: StdioClientOptions = {},
): Promise<Result<undefined>> {
  const { wire = 'json', input = process.stdin, output = process.stdout } = options
  const { next, close } = openInbox(input)
  const write = (text: string): void => void output.write(text)
  const table: Table = { player, next, write, signal: new AbortController().signal }
  try {
    switch (wire) {
      case 'json':
        await speakJson(table)
        break
      case 'light-cycle':
        await speakLightCycle(table, unsaid(wire, options, 2_000))
        break
      case 'longest-group':
        await speakLongestGroup(table, unsaid(wire, options, 3_000))
        break
    }
    return ok(undefined)
  } catch (error) {
    if (error instanceof StdioError) return fail('stdio', error.message)
    throw error
  } finally {
    await close()
  }
}

function unsaid(wire: StdioWire, options: StdioClientOptions, tournamentMs: number): Unsaid {
  const { game, settings, seed = 0, moveMs = tournamentMs } = options
  if (game === undefined)
    throw new StdioError(`Cannot play on the ${wire} wire without rules: expected the option game`)
  return { game, seed, moveMs, ...(settings && { settings }) }
}

async function speakJson(table: Table): Promise<void> {
  const { player, next, write, signal } = table
  let connection: Connection | undefined
  let unasked: Answer[] = []
  /** What the player says unasked goes out behind what the host waits for. */
  const say = (message: object): void => {
    const messages = [message, ...unasked.map((answer) => messageOf(player, answer))]
    unasked = []
    write(messages.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  for (let line = await next(LINE); line !== undefined; line = await next(LINE)) {
    const message = parseObject(line)
    if (message === undefined) throw misread('message', line, 'a JSON object')
    if (message['type'] === 'hello') {
      await connection?.[Symbol.asyncDispose]()
      connection = await sitDown(table, openingFrom(message), (answer) => void unasked.push(answer))
      say({ ready: true })
    } else if (message['type'] === 'turn') {
      if (connection === undefined) throw misread('message', line, 'hello before the first turn')
      const { turn, view, legal, timeLeft, cheated, refused } = message
      const answer = await connection.ask(
        {
          turn: Number(turn) - 1,
          view,
          legal: legal as readonly string[],
          timeLeft: typeof timeLeft === 'number' ? timeLeft : Infinity,
          ...(typeof cheated === 'string' && { cheated }),
          ...(typeof refused === 'string' && { refused }),
        },
        signal,
      )
      say(messageOf(player, answer))
    }
  }
  await connection?.[Symbol.asyncDispose]()
}

function openingFrom(hello: JsonObject): Opening {
  if (hello['wire'] !== WIRE_VERSION)
    throw new StdioError(`Cannot speak wire ${show(hello['wire'])}: this program speaks wire ${WIRE_VERSION}`)
  if (hello['seat'] !== 0 && hello['seat'] !== 1) throw misread('seat', hello['seat'], '0 or 1')
  return { ...hello, round: Number(hello['round']) - 1 } as unknown as Opening
}

function messageOf(player: Contestant, answer: Answer): object {
  switch (answer.kind) {
    case 'move':
      return { move: answer.text, remark: answer.remark }
    case 'flip':
      return { flip: true }
    case 'resign':
      return { resign: true }
    case 'gone':
      throw failed(player, answer)
  }
}
