import { show } from '../base/fields.ts'
import { isObject, parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import { readRemark } from '../game/remark.ts'
import { LEFT_CAUSES, makeSpec, type MatchEvent, type ModelUse, type Spent } from './match.ts'
import { RECORD_VERSION, type RecordHeader, type RecordPlayer } from './record.ts'
import { readRules } from './rules.ts'

export function readHeaderLine(
  line: string,
  findGame: (id: string) => AnyGame | undefined,
): Result<RecordHeader> {
  const body = parseObject(line)
  if (body === undefined || !('gamegrid' in body))
    return brokenLine(1, 'it is not the header of a gamegrid record')
  if (body['gamegrid'] !== RECORD_VERSION)
    return brokenLine(
      1,
      `it is in format ${show(body['gamegrid'])}, and this gamegrid reads format ${RECORD_VERSION}`,
    )
  const { challenge, settings, seed, times, date } = body
  const game = findGame(body['game'] as string)
  if (game === undefined) return brokenLine(1, `it names a game that is not here: ${show(body['game'])}`)
  if (body['version'] !== game.version)
    return brokenLine(
      1,
      `it was played by version ${show(body['version'])} of the rules of ${game.id}, and this is version ${game.version}`,
    )
  const rules = readRules(body['rules'])
  const players = readPlayers(body['players'])
  if (!rules.ok) return brokenLine(1, rules.problem.message)
  if (
    typeof challenge !== 'string' ||
    typeof seed !== 'number' ||
    typeof times !== 'boolean' ||
    !players ||
    !isObject(settings)
  )
    return brokenLine(1, 'its header is incomplete')
  const spec = makeSpec(game, settings, rules.value, seed)
  if (!spec.ok) return brokenLine(1, spec.problem.message)
  return ok({ challenge, spec: spec.value, players, times, ...(typeof date === 'string' && { date }) })
}

function readPlayers(value: unknown): Pair<RecordPlayer> | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const players = value.map((player: unknown): RecordPlayer | undefined => {
    if (!isObject(player) || typeof player['name'] !== 'string') return undefined
    return { name: player['name'], ...(typeof player['bot'] === 'string' && { bot: player['bot'] }) }
  })
  const [first, second] = players
  return first && second && [first, second]
}

/** The event of a line, which need not follow from the lines before it; `over` for the line with the result. */
export function readEventLine(line: string): MatchEvent | 'over' | undefined {
  const body = parseObject(line)
  if (body === undefined) return undefined
  if (body['event'] === 'over') return 'over'
  const at = body['at'] ?? 0
  const seat = body['seat'] === 0 || body['seat'] === 1 ? body['seat'] : undefined
  if (!isWhole(at)) return undefined
  const { event, text, cause, detail, why, restart, charged } = body
  const spent = isSpent(body['spent']) ? { spent: body['spent'] } : {}
  const said = readRemark(body['remark'])
  const remark = said ? { remark: said } : {}
  if (event === 'ticked') return { kind: event, at }
  if (event === 'voided')
    return typeof why === 'string'
      ? { kind: event, why, at, ...(restart === true && { restart }) }
      : undefined
  if (seat === undefined) return undefined
  switch (event) {
    case 'ready':
    case 'asked':
    case 'flipped':
    case 'resigned':
      return { kind: event, seat, at }
    case 'paused':
      return isWhole(charged) && charged >= 0 ? { kind: event, seat, charged, at } : undefined
    case 'answered':
      return typeof text === 'string' ? { kind: event, seat, text, ...remark, at, ...spent } : undefined
    case 'left': {
      const known = LEFT_CAUSES.find((name) => name === cause)
      if (known === undefined) return undefined
      return {
        kind: event,
        seat,
        cause: known,
        ...(typeof text === 'string' && { text }),
        ...(typeof detail === 'string' && { detail }),
        at,
        ...spent,
      }
    }
  }
  return undefined
}

function isSpent(value: unknown): value is Spent {
  if (!isObject(value)) return false
  const { wall, cpu, suspended, model } = value
  return (
    typeof wall === 'number' && areNumbers([cpu, suspended]) && (model === undefined || isModelUse(model))
  )
}

function isModelUse(value: unknown): value is ModelUse {
  if (!isObject(value)) return false
  const { calls, retries = 0, tokensIn, tokensOut, reasoning = 0, usd, firstMs, failures = [] } = value
  return (
    [calls, retries, tokensIn, tokensOut, reasoning].every(isCount) &&
    areNumbers([usd, firstMs]) &&
    Array.isArray(failures) &&
    failures.every((why) => typeof why === 'string')
  )
}

const areNumbers = (values: readonly unknown[]): boolean =>
  values.every((value) => value === undefined || typeof value === 'number')

/** Tables of records have 32 bits for it. */
const isCount = (value: unknown): boolean => isWhole(value) && value >= 0 && value < 2 ** 31

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

export const brokenLine = (line: number, why: string) =>
  fail('bad-record', `Cannot follow the record at line ${line}: ${why}`)
