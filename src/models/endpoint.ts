import type { LanguageModelV3, LanguageModelV3Prompt, LanguageModelV3Usage } from '@ai-sdk/provider'
import { show } from '../base/fields.ts'
import { isObject } from '../base/json.ts'
import { messageOf } from '../base/message-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { mayPass, retryAfterMs } from '../protocols/patience.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'
import type { ModelSpec, Provider } from './read-model.ts'

/** Where a model is called. It has the key, which no text that leaves it contains. */
export interface Endpoint {
  /** One call, without retries. */
  call(request: CallRequest, signal: AbortSignal): Promise<Called>
}

export interface CallRequest {
  readonly system: string
  /** The user's words and the model's answers in turn; the last are the user's. */
  readonly messages: readonly string[]
}

export type Called =
  | ({ readonly kind: 'answered' } & Answered)
  /** Of the transport: a retry may pass. */
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }
  /** The endpoint does not take such calls at all: a wrong key, an unknown model. */
  | { readonly kind: 'refused'; readonly why: string }

export interface Answered {
  readonly text: string
  /** The model's reasoning, where the endpoint shows it. */
  readonly reasoning?: string
  readonly finish: string
  readonly tokensIn: number
  readonly tokensOut: number
  readonly tokensReasoning?: number
  /** The endpoint did not count the tokens. */
  readonly estimated?: true
  readonly usd?: number
  readonly ms: number
  readonly firstMs?: number
}

/** The longest time of one call; then it counts as a failure of the transport. */
const LONGEST_CALL_MS = 300_000

/** What each provider reads from the environment. */
const VARIABLES: Readonly<Record<Provider, { readonly keys: readonly string[]; readonly url: string }>> = {
  openai: { keys: ['OPENAI_API_KEY'], url: 'OPENAI_BASE_URL' },
  anthropic: { keys: ['ANTHROPIC_API_KEY'], url: 'ANTHROPIC_BASE_URL' },
  google: { keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'], url: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
}
/** All of them. */
export const MODEL_VARIABLES: readonly string[] = Object.values(VARIABLES).flatMap(({ keys, url }) => [
  ...keys,
  url,
])
const OPENAI_URL = 'https://api.openai.com/v1'

export type Environment = Readonly<Record<string, string | undefined>>

/** The endpoint of a model: its address and key are in the environment. The code of its provider is loaded by the first call. */
export function openEndpoint(spec: ModelSpec, environment: Environment): Result<Endpoint> {
  const { provider, model } = spec
  const { keys, url: variable } = VARIABLES[provider]
  const url = environment[variable]?.trim() || undefined
  const key = keys.map((name) => environment[name]?.trim()).find((value) => value)
  if (url !== undefined) {
    const checked = checkUrl(url, variable)
    if (!checked.ok) return checked
  }
  if (key === undefined && (url === undefined || provider !== 'openai'))
    return fail(
      'bad-model',
      `Cannot call ${show(model)}: set ${keys.join(' or ')}${provider === 'openai' ? `, or ${variable} for a server that needs no key` : ''}`,
    )
  const hide = (text: string): string => (key === undefined ? text : text.replaceAll(key, '[key]'))
  let loaded: Promise<LanguageModelV3> | undefined
  return ok({
    async call(request, signal) {
      const started = performance.now()
      try {
        loaded ??= loadModel(spec, key, url)
        const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)])
        const answered = await callModel(await loaded, spec, request, limit, started)
        const { text, reasoning } = answered
        return {
          kind: 'answered',
          ...answered,
          text: hide(text),
          ...(reasoning !== undefined && { reasoning: hide(reasoning) }),
        }
      } catch (error) {
        const failed = describeFailure(error)
        return { ...failed, why: hide(failed.why) }
      }
    },
  })
}

function checkUrl(url: string, variable: string): Result<void> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    return fail('bad-model', `Cannot use ${variable}: expected a URL like http://127.0.0.1:11434/v1`)
  // Such a secret would be shown with every failure.
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '')
    return fail('bad-model', `Cannot use ${variable}: a key belongs into its own variable, not into the URL`)
  return ok(undefined)
}

async function loadModel(
  { provider, model }: ModelSpec,
  apiKey: string | undefined,
  url: string | undefined,
): Promise<LanguageModelV3> {
  const key = apiKey === undefined ? {} : { apiKey }
  const base = url === undefined ? {} : { baseURL: url.replace(/\/$/, '') }
  switch (provider) {
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'openai',
        includeUsage: true,
        baseURL: OPENAI_URL,
        ...base,
        ...key,
      })(model)
    }
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ ...base, ...key })(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI({ ...base, ...key })(model)
  }
}

async function callModel(
  model: LanguageModelV3,
  spec: ModelSpec,
  request: CallRequest,
  abortSignal: AbortSignal,
  started: number,
): Promise<Answered> {
  const { maxTokens, temperature, price } = spec
  const options = {
    prompt: promptOf(request),
    abortSignal,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  }
  const heard = spec.stream ? await hearStream(model, options, started) : await hearWhole(model, options)
  const ms = Math.round(performance.now() - started)
  const tokens = countTokens(heard, request)
  const usd = statedCost(heard.usage) ?? (price && costOf(tokens, price))
  return {
    text: heard.text,
    ...(heard.reasoning !== '' && { reasoning: heard.reasoning }),
    finish: heard.finish,
    ...tokens,
    ...(usd !== undefined && { usd }),
    ms,
    ...(heard.firstMs !== undefined && { firstMs: heard.firstMs }),
  }
}

interface Heard {
  readonly text: string
  readonly reasoning: string
  readonly finish: string
  readonly usage: LanguageModelV3Usage | undefined
  readonly firstMs?: number | undefined
}

type CallOptions = Parameters<LanguageModelV3['doStream']>[0]

async function hearStream(model: LanguageModelV3, options: CallOptions, started: number): Promise<Heard> {
  const { stream } = await model.doStream(options)
  let text = ''
  let reasoning = ''
  let firstMs: number | undefined
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'reasoning-delta') reasoning += part.delta
    if (part.type === 'text-delta' || part.type === 'reasoning-delta')
      firstMs ??= Math.round(performance.now() - started)
    if (part.type === 'finish')
      return { text, reasoning, finish: part.finishReason.unified, usage: part.usage, firstMs }
  }
  throw new Error('its answer ends in the middle')
}

async function hearWhole(model: LanguageModelV3, options: CallOptions): Promise<Heard> {
  const { content, finishReason, usage } = await model.doGenerate(options)
  const joined = (type: 'text' | 'reasoning'): string =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
  return { text: joined('text'), reasoning: joined('reasoning'), finish: finishReason.unified, usage }
}

function promptOf({ system, messages }: CallRequest): LanguageModelV3Prompt {
  return [
    { role: 'system', content: system },
    ...messages.map((text, index): LanguageModelV3Prompt[number] => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text }],
    })),
  ]
}

/** Characters of a token, for endpoints that do not count: about right for English text. */
const TOKEN_LENGTH = 4
const estimate = (text: string): number => Math.ceil(text.length / TOKEN_LENGTH)
const isCount = (value: number | undefined): value is number =>
  Number.isSafeInteger(value) && (value ?? -1) >= 0

type Tokens = Pick<Answered, 'tokensIn' | 'tokensOut' | 'tokensReasoning' | 'estimated'>

function countTokens({ text, reasoning, usage }: Heard, { system, messages }: CallRequest): Tokens {
  const tokensIn = usage?.inputTokens.total
  const tokensOut = usage?.outputTokens.total
  const tokensReasoning = usage?.outputTokens.reasoning
  // The endpoint gave no counts, or counts that cannot be true: every prompt has tokens.
  if (!isCount(tokensIn) || tokensIn === 0 || !isCount(tokensOut))
    return {
      tokensIn: estimate(system + messages.join('')),
      tokensOut: estimate(text + reasoning),
      estimated: true,
    }
  return { tokensIn, tokensOut, ...(isCount(tokensReasoning) && tokensReasoning > 0 && { tokensReasoning }) }
}

/** Some endpoints say what a call has cost. */
function statedCost(usage: LanguageModelV3Usage | undefined): number | undefined {
  const cost = isObject(usage?.raw) ? usage.raw['cost'] : undefined
  return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined
}

const costOf = (
  { tokensIn, tokensOut }: Tokens,
  price: { readonly in: number; readonly out: number },
): number => (tokensIn * price.in + tokensOut * price.out) / 1_000_000

type Failed = Exclude<Called, { readonly kind: 'answered' }>

function describeFailure(error: unknown): Failed {
  const status = isObject(error) && typeof error['statusCode'] === 'number' ? error['statusCode'] : undefined
  if (status === undefined || status < 400)
    return { kind: 'troubled', why: whyUnreachable(causeOf(error)), retryMs: 0 }
  const why = `it answers ${status}: ${shorten(messageOf(error))}`
  if (!mayPass(status) && status !== 408) return { kind: 'refused', why }
  const headers = isObject(error) && isObject(error['responseHeaders']) ? error['responseHeaders'] : {}
  const after = headers['retry-after']
  return { kind: 'troubled', why, retryMs: retryAfterMs(typeof after === 'string' ? after : undefined) }
}

/** The provider wraps what `fetch` throws. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

const MAX_WHY = 300
const shorten = (text: string): string => (text.length > MAX_WHY ? `${text.slice(0, MAX_WHY)}…` : text)
