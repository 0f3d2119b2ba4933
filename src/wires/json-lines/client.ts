import { show } from '../../base/fields.ts'
import { parseObject, type JsonObject } from '../../base/json.ts'
import type { Answer, Connection, Contestant, Opening } from '../../protocols/protocol.ts'
import { WIRE_VERSION } from './words.ts'
import {
  failed,
  LINE,
  misread,
  connectPlayer,
  StdioError,
  type Conversation,
} from '../../protocols/stdio/conversation.ts'

/** Plays rounds as long as the host says hello. */
export async function speakJson(conversation: Conversation): Promise<void> {
  const { player, next, write, signal } = conversation
  let connection: Connection | undefined
  let unasked: Answer[] = []
  /** Answers that the host did not ask for follow the one it waits for. */
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
      connection = await connectPlayer(
        conversation,
        openingFrom(message),
        (answer) => void unasked.push(answer),
      )
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
