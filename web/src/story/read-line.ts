import { isObject, parseObject } from '../../../src/base/json.ts'
import { fail, ok, type Result } from '../../../src/base/result.ts'
import { readRemark } from '../../../src/game/remark.ts'
import { makeSpec, type MatchEvent } from '../../../src/match/match.ts'
import { RECORD_VERSION, type RecordHeader, type RecordPlayer } from '../../../src/match/record.ts'
import { readRules } from '../../../src/match/rules.ts'
import { loadedGame } from './games.ts'

/**
 * Lines of a record as the server sends them while it is still growing. They are believed for as long as the match runs;
 * the finished record is read again, byte by byte, by `readRecord`.
 */
export function readHeaderLine(line: string): Result<RecordHeader> {
  const body = parseObject(line)
  const game = typeof body?.['game'] === 'string' ? loadedGame(body['game']) : undefined
  if (body?.['gamegrid'] !== RECORD_VERSION || game === undefined || game.version !== body['version'])
    return fail('record', 'This match was played by other rules than this page knows: reload the page')
  const rules = readRules(body['rules'])
  if (!rules.ok) return rules
  const { challenge, settings, seed, times, date } = body
  const players = Array.isArray(body['players']) ? body['players'].flatMap(readPlayer) : []
  const [first, second] = players
  if (typeof challenge !== 'string' || typeof seed !== 'number' || !isObject(settings) || !first || !second)
    return fail('record', 'Cannot read the first line of the record: it is incomplete')
  const spec = makeSpec(game, settings, rules.value, seed)
  if (!spec.ok) return spec
  return ok({
    challenge,
    spec: spec.value,
    players: [first, second],
    times: times === true,
    ...(typeof date === 'string' && { date }),
  })
}

const readPlayer = (value: unknown): readonly RecordPlayer[] =>
  isObject(value) && typeof value['name'] === 'string'
    ? [{ name: value['name'], ...(typeof value['bot'] === 'string' && { bot: value['bot'] }) }]
    : []

const SEATED: ReadonlySet<unknown> = new Set(['ready', 'asked', 'answered', 'flipped', 'resigned', 'left'])

/** The event of a line; `over` for the last line. */
export function readEventLine(line: string): MatchEvent | 'over' | undefined {
  const body = parseObject(line)
  if (body === undefined) return undefined
  const { event, hash: _hash, clocks: _clocks, remark: said, ...rest } = body
  if (event === 'over') return event
  const isSeated = (rest['seat'] === 0 || rest['seat'] === 1) && SEATED.has(event)
  if (!isSeated && event !== 'ticked' && event !== 'voided') return undefined
  if (event === 'answered' && typeof rest['text'] !== 'string') return undefined
  const remark = event === 'answered' ? readRemark(said) : undefined
  return { at: 0, ...rest, ...(remark && { remark }), kind: event } as MatchEvent
}
