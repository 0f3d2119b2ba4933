import { readRules } from '../briefing/rules-pages.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { TimeControl } from '../match/rules.ts'
import { describeUsed, NOTHING_USED, parseBudget, type Used } from '../models/budget.ts'
import { keepCall } from '../models/call-file.ts'
import { openEndpoint, type Endpoint } from '../models/endpoint.ts'
import { openModelCalls, type ModelCalls } from '../models/model-calls.ts'
import { modelContestant, type KeptCall } from '../models/model-contestant.ts'
import type { PromptPlan } from '../models/prompt.ts'
import { checkPrice, type ModelSpec } from '../models/read-model.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { realClock } from '../runner/clock.ts'
import { orExit } from './problem.ts'
import { readCount } from './read-count.ts'

export interface ModelFlags {
  readonly prompt?: string
  readonly budget?: string
  readonly modelCalls?: string
}

/** A language model, as the command line names it. */
export interface ModelSource {
  readonly kind: 'model'
  readonly spec: ModelSpec
  readonly plan: PromptPlan
}

/** The language models of one command. */
export interface Models {
  readonly calls: ModelCalls
  /** Whether the environment has what the calls need, and the clock can be kept; otherwise it ends the command. */
  check(source: ModelSource, clock: TimeControl): void
  /** `file`: where its calls are kept. */
  contestant(source: ModelSource, name: string, bot: string, file: string | undefined): Contestant
  /** A line on what they used; undefined if no model was called. */
  summary(): string | undefined
}

/** Calls at once, unless the command says otherwise: small accounts have small limits. */
const MOST_CALLS = 4

/** Opens the models of a command. Keys and addresses come from the environment. */
export function openModels({ game }: Challenge, flags: ModelFlags, used: Used = NOTHING_USED): Models {
  const calls = openModelCalls({
    most: flags.modelCalls === undefined ? MOST_CALLS : readCount('model-calls', flags.modelCalls, 1, 256),
    ...(flags.budget !== undefined && { budget: orExit(parseBudget(flags.budget)) }),
    used,
  })
  const endpoints = new Map<string, Endpoint>()
  function endpointOf({ spec }: ModelSource): Endpoint {
    const id = JSON.stringify(spec)
    const endpoint = endpoints.get(id) ?? orExit(openEndpoint(spec, process.env))
    endpoints.set(id, endpoint)
    return endpoint
  }
  const page = readRules(game.id) ?? game.summary
  return {
    calls,
    check(source, { allowance }) {
      const { spec } = source
      if (allowance?.unit === 'usd') orExit(checkPrice(`llm:${spec.model}`, spec, 'the clock'))
      endpointOf(source)
    },
    contestant: (source, name, bot, file) =>
      modelContestant({
        name,
        bot,
        spec: source.spec,
        plan: source.plan,
        game,
        page,
        endpoint: endpointOf(source),
        calls,
        ...(file !== undefined && { keep: (call: KeptCall) => keepCall(file, call, realClock.date()) }),
      }),
    summary() {
      const used = calls.used()
      return used.tokens === 0 ? undefined : `The models used ${describeUsed(used)}`
    },
  }
}
