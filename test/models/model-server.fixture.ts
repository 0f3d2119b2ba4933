import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { isObject, parseObject, type JsonObject } from '../../src/base/json.ts'

/** What a call said to the stand-in. */
export interface Heard {
  readonly provider: 'openai' | 'anthropic' | 'google'
  readonly isStream: boolean
  readonly model: string
  readonly system: string
  /** The user's words and the model's answers in turn. */
  readonly messages: readonly string[]
  readonly body: JsonObject
  /** The header with the key, as it came. */
  readonly key: string | undefined
}

/** What the stand-in does with a call. */
export type Reply =
  | {
      readonly text: string
      readonly reasoning?: string
      readonly finish?: 'stop' | 'length'
      /** In place of its own count; null leaves it out. */
      readonly usage?: JsonObject | null
    }
  /** An error of the endpoint. */
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly message?: string
    }
  /** Ends the connection: before the answer, or in its middle. */
  | { readonly hangUp: 'at once' | 'in the middle' }
  /** Never answers. */
  | { readonly stalls: true }

export interface ModelServer extends AsyncDisposable {
  /** For `OPENAI_BASE_URL` and its sisters: every provider finds its paths below it. */
  readonly url: string
  readonly heard: readonly Heard[]
  /** The most calls that were open at the same time. */
  mostOpen(): number
}

/** A stand-in for model servers. It speaks the chat form of OpenAI, and the wires of Anthropic and Google, over real HTTP. */
export async function serveModels(
  reply: (heard: Heard, index: number) => Reply | Promise<Reply>,
): Promise<ModelServer> {
  const heard: Heard[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    heard.push(call)
    answer(call, await reply(call, heard.length - 1), response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    mostOpen: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Plays a legal move that the prompt names: which one follows from the prompt. Needs the variant with-legal-moves. */
export function playLegal({ messages }: Heard): Reply {
  const turn = messages[0] ?? ''
  const legal = /^Legal moves: (.*)$/m.exec(turn)?.[1]?.split(' ') ?? []
  const move = legal[turn.length % Math.max(1, legal.length)]
  return {
    text: `I could play {"move": "none"}, but I play:\n{"move": ${JSON.stringify(move)}, "say": "Your move"}`,
  }
}

async function readCall(request: IncomingMessage): Promise<Heard> {
  const body = parseObject(await readText(request)) ?? {}
  const path = request.url ?? ''
  const header = (name: string): string | undefined => request.headers[name]?.toString()
  if (path.endsWith('/chat/completions')) {
    const [first, ...rest] = listOf(body['messages'])
    return {
      provider: 'openai',
      isStream: body['stream'] === true,
      model: String(body['model']),
      system: wordsOf(first?.['content']),
      messages: rest.map(({ content }) => wordsOf(content)),
      body,
      key: header('authorization'),
    }
  }
  if (path.endsWith('/messages'))
    return {
      provider: 'anthropic',
      isStream: body['stream'] === true,
      model: String(body['model']),
      system: wordsOf(body['system']),
      messages: listOf(body['messages']).map(({ content }) => wordsOf(content)),
      body,
      key: header('x-api-key'),
    }
  const google = /\/models\/([^:]+):(\w+)/.exec(path)
  return {
    provider: 'google',
    isStream: google?.[2] === 'streamGenerateContent',
    model: google?.[1] ?? '',
    system: wordsOf(isObject(body['systemInstruction']) ? body['systemInstruction']['parts'] : ''),
    messages: listOf(body['contents']).map(({ parts }) => wordsOf(parts)),
    body,
    key: header('x-goog-api-key'),
  }
}

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const wordsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map(({ text }) => String(text))
        .join('')

function answer(call: Heard, reply: Reply, response: ServerResponse): void {
  if ('stalls' in reply) return
  if ('hangUp' in reply && reply.hangUp === 'at once') return void response.destroy()
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify({ error: { message: reply.message ?? 'try later', type: 'error' } }))
    return
  }
  const said = 'text' in reply ? reply : { text: 'I think about {"move"' }
  const { whole, parts } = WIRES[call.provider](said, call)
  if (!call.isStream) {
    const text = JSON.stringify(whole)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    if ('hangUp' in reply) return void response.write(text.slice(0, 20), () => response.destroy())
    response.end(text)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const lines = parts.map((part) =>
    typeof part === 'string'
      ? `data: ${part}\n\n`
      : `${typeof part['type'] === 'string' ? `event: ${part['type']}\n` : ''}data: ${JSON.stringify(part)}\n\n`,
  )
  if ('hangUp' in reply) return void response.write(lines.slice(0, 2).join(''), () => response.destroy())
  for (const line of lines) response.write(line)
  response.end()
}

type Said = Extract<Reply, { readonly text: string }>

interface Written {
  readonly whole: object
  readonly parts: readonly (string | JsonObject)[]
}

/** The text in two parts: a client has to put it together. */
const halves = (text: string): readonly string[] => [
  text.slice(0, text.length >> 1),
  text.slice(text.length >> 1),
]

const tokensOf = (text: string): number => Math.ceil(text.length / 5)

const WIRES: Readonly<Record<Heard['provider'], (said: Said, call: Heard) => Written>> = {
  openai({ text, reasoning, finish = 'stop', usage: stated }, { system, messages, model }) {
    const counted = {
      prompt_tokens: tokensOf(system + messages.join('')),
      completion_tokens: tokensOf(text) + 7,
      total_tokens: 1,
      completion_tokens_details: { reasoning_tokens: 7 },
    }
    const usage = stated === null ? {} : { usage: stated ?? counted }
    const base = { id: 'call', created: 1, model }
    const thought = reasoning === undefined ? {} : { reasoning_content: reasoning }
    const chunk = (delta: object, finish_reason: string | null): JsonObject => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    })
    return {
      whole: {
        ...base,
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content: text, ...thought }, finish_reason: finish },
        ],
        ...usage,
      },
      parts: [
        chunk({ role: 'assistant', ...thought }, null),
        ...halves(text).map((content) => chunk({ content }, null)),
        chunk({}, finish),
        { ...base, object: 'chat.completion.chunk', choices: [], ...usage },
        '[DONE]',
      ],
    }
  },
  anthropic({ text, finish = 'stop' }, { system, messages, model }) {
    const input_tokens = tokensOf(system + messages.join(''))
    const output_tokens = tokensOf(text)
    const stop_reason = finish === 'stop' ? 'end_turn' : 'max_tokens'
    const message = { id: 'call', type: 'message', role: 'assistant', model, stop_sequence: null }
    return {
      whole: {
        ...message,
        content: [{ type: 'text', text }],
        stop_reason,
        usage: { input_tokens, output_tokens },
      },
      parts: [
        {
          type: 'message_start',
          message: { ...message, content: [], stop_reason: null, usage: { input_tokens, output_tokens: 1 } },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        ...halves(text).map((part) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: part },
        })),
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
        { type: 'message_stop' },
      ],
    }
  },
  google({ text, finish = 'stop' }, { system, messages }) {
    const usageMetadata = {
      promptTokenCount: tokensOf(system + messages.join('')),
      candidatesTokenCount: tokensOf(text),
      totalTokenCount: 1,
    }
    const finishReason = finish === 'stop' ? 'STOP' : 'MAX_TOKENS'
    const part = (words: string, ended: object): JsonObject => ({
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: words }] }, ...ended }],
      usageMetadata,
    })
    const [first = '', second = ''] = halves(text)
    return { whole: part(text, { finishReason }), parts: [part(first, {}), part(second, { finishReason })] }
  },
}
