import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

const PROVIDERS = ['openai', 'anthropic', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]

/** A language model as a player, as the command line names it. */
export interface ModelSpec {
  readonly provider: Provider
  /** Its name at the endpoint. */
  readonly model: string
  /** The prompt variant: one of the project's own, or a file. */
  readonly prompt: string
  readonly price?: Price
  /** The most tokens of one answer; without it, the limit of the endpoint. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** Answers that it may give to one question before it loses the round. */
  readonly attempts: number
  readonly stream: boolean
}

/** Dollars for a million tokens. */
export interface Price {
  readonly in: number
  readonly out: number
}

const PREFIX = 'llm:'
export const isModel = (bot: string): boolean => bot.startsWith(PREFIX)

/**
 * Reads `llm:MODEL`, `llm:anthropic:MODEL`, `llm:google:MODEL`, followed by options like `,prompt=terse,price=1.25/10`.
 * A model without a provider is called in the chat form of OpenAI, which most servers speak.
 */
export function readModel(bot: string): Result<ModelSpec> {
  const bad = (why: string) => fail('bad-model', `Cannot read model ${show(bot)}: ${why}`)
  const [name = '', ...options] = bot.slice(PREFIX.length).split(',')
  const provider = PROVIDERS.find((one) => name.startsWith(`${one}:`))
  const model = provider ? name.slice(provider.length + 1) : name
  if (model === '' || /\s/.test(model)) return bad('expected a name like llm:gpt-5 or llm:anthropic:claude')
  let spec: ModelSpec = { provider: provider ?? 'openai', model, prompt: 'full', attempts: 2, stream: true }
  for (const option of options) {
    const [key = '', value = ''] = splitAt(option, '=')
    const read = Object.hasOwn(OPTIONS, key) ? OPTIONS[key] : undefined
    if (read === undefined)
      return bad(`it has no option ${show(key)}, expected one of ${Object.keys(OPTIONS).join(', ')}`)
    const part = read.read(value)
    if (part === undefined) return bad(`expected ${key}=${read.like}`)
    spec = { ...spec, ...part }
  }
  return ok(spec)
}

/** Whether what a model uses can be told in dollars, and why not. */
export const checkPrice = (bot: string, { price }: ModelSpec, what: string): Result<void> =>
  price
    ? ok(undefined)
    : fail(
        'bad-model',
        `Cannot call ${show(bot)}: ${what} is in dollars, so add the price, like ,price=1.25/10`,
      )

/** The bot with this prompt variant, unless it is no model or names its own. */
export const withPrompt = (bot: string, variant: string): string =>
  isModel(bot) && !/,prompt=/.test(bot) ? `${bot},prompt=${variant}` : bot

/** The name of a model that was given none: without its maker, and with its prompt variant. */
export function nameModel(bot: string): string {
  const { model, prompt } = parts(bot)
  const short = model.replace(/^.*[/:](?=[^\d])/, '').replaceAll(/[^\w.-]/g, '-')
  const variant = prompt.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
  return [short, ...(prompt === 'full' ? [] : [variant])].join('-')
}

function parts(bot: string): Pick<ModelSpec, 'model' | 'prompt'> {
  const read = readModel(bot)
  return read.ok ? read.value : { model: bot.slice(PREFIX.length), prompt: 'full' }
}

interface OptionReader {
  /** An example, for an error. */
  readonly like: string
  read(value: string): Partial<ModelSpec> | undefined
}

const count = (value: string, most: number): number | undefined =>
  /^[1-9]\d{0,6}$/.test(value) && Number(value) <= most ? Number(value) : undefined

const OPTIONS: Readonly<Record<string, OptionReader>> = {
  prompt: { like: 'terse', read: (prompt) => (prompt === '' ? undefined : { prompt }) },
  price: {
    like: '1.25/10, dollars for a million tokens in and out',
    read(value) {
      const match = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(value)
      return match ? { price: { in: Number(match[1]), out: Number(match[2]) } } : undefined
    },
  },
  'max-tokens': {
    like: '4096',
    read(value) {
      const maxTokens = count(value, 1_000_000)
      return maxTokens === undefined ? undefined : { maxTokens }
    },
  },
  temperature: {
    like: '0.7',
    read: (value) => (/^[012](?:\.\d{1,3})?$/.test(value) ? { temperature: Number(value) } : undefined),
  },
  attempts: {
    like: '2',
    read(value) {
      const attempts = count(value, 10)
      return attempts === undefined ? undefined : { attempts }
    },
  },
  stream: {
    like: 'no',
    read: (value) => (value === 'no' || value === 'yes' ? { stream: value === 'yes' } : undefined),
  },
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
