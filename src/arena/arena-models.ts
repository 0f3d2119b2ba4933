import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readRules } from '../briefing/rules-pages.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Allowance } from '../match/allowance.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Budget, Used } from '../models/budget.ts'
import { makeFolder } from '../store/make-folder.ts'
import { keepCall, usedIn } from '../models/call-file.ts'
import { openEndpoint, type Endpoint, type Environment } from '../models/endpoint.ts'
import { openModelCalls, type ModelCalls } from '../models/model-calls.ts'
import { modelContestant } from '../models/model-contestant.ts'
import { PROMPT_VARIANTS, type PlayedTurn } from '../models/prompt.ts'
import { checkPrice, readModel, type ModelSpec } from '../models/read-model.ts'
import type { RemoteSeat } from '../protocols/hosted-match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { realClock } from '../runner/clock.ts'
import type { MatchPlayer } from '../store/store.ts'

export type ModelPlayer = Extract<MatchPlayer, { kind: 'model' }>

export interface ArenaModelsOptions {
  /** Has the keys and addresses of the endpoints. */
  readonly environment: Environment
  readonly budget?: Budget
  /** Calls that run at once. */
  readonly most?: number
}

/** The language models that play in an arena, and what they used. */
export interface ArenaModels {
  /** Whether a model can be called: its name can be read, and the environment has its key. `unit`: of its clock. */
  check(bot: string, unit?: Allowance['unit']): Result<void>
  seat(player: ModelPlayer, challenge: Challenge, seat: RemoteSeat): Result<Contestant>
  /** Every call of a match with prompt and answer, as JSON lines, for the organiser; undefined if none was made. */
  callsOf(match: number): Promise<string | undefined>
  readonly budget: Budget | undefined
  used(): Used
  /** Why no call is made any more. */
  why(): string | undefined
  /** Matches whose model cannot be called now, and why. */
  waiting(): ReadonlyMap<number, string>
}

/** Calls at once: small accounts have small limits. */
const MOST_CALLS = 4

/** `folder`: where the calls are kept, a file for each match. What they used counts towards the budget after a restart, too. */
export function openArenaModels(folder: string, options: ArenaModelsOptions): Result<ArenaModels> {
  const { environment, budget, most = MOST_CALLS } = options
  const used = usedIn(folder)
  if (!used.ok) return used
  const calls = openModelCalls({ most, budget, used: used.value, neverHalts: true })
  const waiting = new Map<number, string>()
  const fileOf = (match: number): string => join(folder, `${match}.jsonl`)
  return ok({
    check(bot, unit) {
      const spec = readArenaModel(bot)
      if (!spec.ok) return spec
      const priced =
        unit === 'usd' || budget?.unit === 'usd'
          ? checkPrice(bot, spec.value, unit === 'usd' ? 'the clock' : 'the budget of the arena')
          : ok(undefined)
      if (!priced.ok) return priced
      const endpoint = openEndpoint(spec.value, environment)
      return endpoint.ok ? ok(undefined) : endpoint
    },
    seat({ name, model }, challenge, seat) {
      const { match, past, over } = seat
      over.addEventListener('abort', () => void waiting.delete(match))
      const { game } = challenge
      const spec = readArenaModel(model)
      if (!spec.ok) return spec
      const endpoint = openEndpoint(spec.value, environment)
      const contestant = modelContestant({
        name,
        bot: model,
        spec: spec.value,
        plan: { variant: spec.value.prompt },
        game,
        page: readRules(game.id) ?? game.summary,
        endpoint: endpoint.ok ? endpoint.value : refusing(endpoint.problem.message),
        calls: watched(calls, (why) => {
          if (why === undefined) waiting.delete(match)
          else waiting.set(match, why)
        }),
        keep(call) {
          makeFolder(folder, 0o700)
          keepCall(fileOf(match), call, realClock.date())
        },
        past: turnsOf(seat.spec, past),
      })
      return ok(contestant)
    },
    async callsOf(match) {
      const file = fileOf(match)
      return existsSync(file) ? await readFile(file, 'utf8') : undefined
    },
    budget,
    used: () => calls.used(),
    why: () => calls.why(),
    waiting: () => waiting,
  })
}

/** Reads a model for an arena, which has no files with prompts. */
export function readArenaModel(bot: string): Result<ModelSpec> {
  const spec = readModel(bot)
  if (!spec.ok || PROMPT_VARIANTS.some((known) => known === spec.value.prompt)) return spec
  return fail(
    'bad-model',
    `Cannot read model ${show(bot)}: an arena has the prompts ${PROMPT_VARIANTS.join(', ')}`,
  )
}

/**
 * Refuses every call. A key that is missing after a restart is no fault of the player: its match waits until the
 * organiser sets the key again.
 */
const refusing = (why: string): Endpoint => ({
  call: async () => ({ kind: 'refused', why }),
})

/** The calls of one match. `tell` hears why a call cannot be made, and undefined when it can. */
const watched = (calls: ModelCalls, tell: (why: string | undefined) => void): ModelCalls => ({
  ...calls,
  async call(endpoint, request, watch, signal) {
    const following = {
      ...watch,
      failed(why: string) {
        tell(why)
        watch.failed(why)
      },
    }
    const answered = await calls.call(endpoint, request, following, signal)
    tell(answered || signal.aborted ? undefined : calls.why())
    return answered
  },
})

/** The turns that were played of the present round. */
function turnsOf(spec: RemoteSeat['spec'], past: RemoteSeat['past']): readonly PlayedTurn[] {
  const turns: PlayedTurn[] = []
  let { match } = startMatch(spec)
  for (const event of past) {
    match = advance(match, event).match
    const { turns: played, lastTurn } = match.round
    if (played > turns.length) turns.push(lastTurn ?? [undefined, undefined])
    else turns.length = played
  }
  return turns
}
