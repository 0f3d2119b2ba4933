import { isObject, parseObject } from '../base/json.ts'
import type { RulesVersion } from './queue-names.ts'

/** What a worker says about itself. */
export interface WorkerCard {
  readonly id: string
  /** For people: the machine and the process. */
  readonly name: string
  readonly rules: RulesVersion
  readonly cores: number
  /** Of one core: see `measureSpeed`. */
  readonly speed: number
  /** How many matches it plays at once. */
  readonly matchesAtOnce: number
  /** Only with the key of an arena: what it has for versions of bots. */
  readonly versions?: {
    readonly runtimes: readonly string[]
    /** Programs of the system that builds and start scripts may name. */
    readonly tools: readonly string[]
    /** Why programs cannot run in a sandbox there. */
    readonly sandboxProblem?: string
  }
}

export const formatCard = (card: WorkerCard): string => JSON.stringify(card)

export function readCard(text: string): WorkerCard | undefined {
  const body = parseObject(text)
  if (body === undefined || !isObject(body['rules']) || !isObject(body['rules']['games'])) return undefined
  const { id, name, cores, speed, matchesAtOnce } = body
  const isWhole =
    [id, name, body['rules']['gamegrid']].every((one) => typeof one === 'string') &&
    [cores, speed, matchesAtOnce, body['rules']['protocol']].every((one) => typeof one === 'number')
  return isWhole ? (body as unknown as WorkerCard) : undefined
}
