import type { AnyGame } from '../game/game.ts'
import { readRemark } from '../game/remark.ts'
import { addUse, isOverdrawn } from '../match/allowance.ts'
import type { AnswerFailure, Match, MatchEvent, ModelUse, Spent } from '../match/match.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Contestant,
  type Opening,
  type Question,
  type Timing,
} from '../protocols/protocol.ts'
import type { Answered, CallRequest, Endpoint } from './endpoint.ts'
import type { ModelCalls } from './model-calls.ts'
import {
  againPrompt,
  roundPrompt,
  turnPrompt,
  type PlayedTurn,
  type PromptContext,
  type PromptPlan,
} from './prompt.ts'
import { lastObject } from './read-answer.ts'
import type { ModelSpec } from './read-model.ts'

export interface ModelContestantOptions {
  readonly name: string
  readonly bot: string
  readonly spec: ModelSpec
  readonly plan: PromptPlan
  readonly game: AnyGame
  /** The rules of the game, in Markdown. */
  readonly page: string
  readonly endpoint: Endpoint
  readonly calls: ModelCalls
  /** Keeps each call for the organiser. */
  readonly keep?: (call: KeptCall) => void
  /**
   * The turns that were played of the present round before the host was restarted. With them the model goes on in the middle
   * of a round, because every prompt has the whole history.
   */
  readonly past?: readonly PlayedTurn[]
}

/** One call, for the organiser: it has the whole prompt and answer. */
export interface KeptCall {
  readonly player: string
  readonly bot: string
  readonly round: number
  readonly turn: number
  readonly seat: number
  /** Counted from 1. */
  readonly attempt: number
  readonly system: string
  readonly messages: readonly string[]
  readonly answer: Answered
  /** Tries that failed on the way, in order. */
  readonly troubles?: readonly string[]
  readonly move?: string
  readonly failure?: AnswerFailure
}

/** A language model as a player: it is called for each move, with all that it needs to know. */
export const modelContestant = (options: ModelContestantOptions): Contestant => ({
  name: options.name,
  bot: options.bot,
  ...(options.past && { rejoins: true }),
  connect: async (opening) => connectModel(options, opening),
})

function connectModel(options: ModelContestantOptions, opening: Opening): Connection {
  const { plan, game, page, spec } = options
  const context: PromptContext = { plan, game, page, opening, attempts: spec.attempts }
  const system = roundPrompt(context)
  const history: PlayedTurn[] = opening.isResumed ? [...(options.past ?? [])] : []
  return {
    async ask(question, signal, timing) {
      if (question.cheated !== undefined) return { kind: 'flip' }
      // The match refused the last answer after all attempts. No rule pays for another series of calls.
      if (question.refused !== undefined)
        return {
          kind: 'gone',
          cause: 'garbled',
          detail: `it gave no legal move in ${spec.attempts} attempts`,
        }
      const request = { system, messages: [turnPrompt(context, question, history)] }
      return await new Asking(options, opening, question, signal, timing).answer(request)
    },
    tell(before: Match, _event: MatchEvent, after: Match) {
      if (after.round.index === before.round.index && after.round.turns > before.round.turns)
        history.push(after.round.lastTurn ?? [undefined, undefined])
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** One question to a model: its attempts, and the clock that stands while a call cannot run. */
class Asking {
  readonly #options: ModelContestantOptions
  readonly #opening: Opening
  readonly #question: Question
  readonly #signal: AbortSignal
  readonly #timing: Timing | undefined
  readonly #failures: AnswerFailure[] = []
  readonly #answers: Answered[] = []
  #retries = 0
  /** Milliseconds of thinking that no pause has charged yet. */
  #uncharged = 0
  #isPaused = false

  constructor(
    options: ModelContestantOptions,
    opening: Opening,
    question: Question,
    signal: AbortSignal,
    timing: Timing | undefined,
  ) {
    this.#options = options
    this.#opening = opening
    this.#question = question
    this.#signal = signal
    this.#timing = timing
  }

  async answer(request: CallRequest): Promise<Answer> {
    const { spec } = this.#options
    let { messages } = request
    for (let attempt = 1; ; attempt++) {
      const troubles: string[] = []
      const answered = await this.#call({ ...request, messages }, troubles)
      if (answered === undefined) return await this.#untilUnasked()
      this.#answers.push(answered)
      this.#uncharged += answered.ms
      const judged = judge(this.#options.game, this.#question, answered)
      if ('failure' in judged) this.#failures.push(judged.failure)
      this.#keep(attempt, request.system, messages, answered, troubles, judged)
      if (!('failure' in judged)) return { ...judged.answer, spent: this.#spent() }
      if (this.#hasUsedAll()) return { kind: 'gone', cause: 'timeout', spent: this.#spent() }
      if (attempt >= spec.attempts) return this.#giveUp(judged)
      messages = [...messages, answered.text === '' ? '…' : answered.text, againPrompt(judged.why)]
    }
  }

  /**
   * Whether the allowance has nothing left for another attempt. The match sees by what was spent that the player is out
   * of tokens or money.
   */
  #hasUsedAll(): boolean {
    const { model } = this.#spent()
    const { allowance } = this.#opening.clock
    const { allowanceLeft } = this.#question
    if (!model || !allowance || allowanceLeft === undefined) return false
    return isOverdrawn(addUse(allowance.amount - allowanceLeft, model, allowance), allowance)
  }

  #call(request: CallRequest, troubles: string[]): Promise<Answered | undefined> {
    const { calls, endpoint } = this.#options
    const watch = {
      waits: () => this.#pause(),
      runs: () => this.#goOn(),
      failed: (why: string) => {
        troubles.push(why)
        this.#retries++
      },
    }
    return calls.call(endpoint, request, watch, this.#signal)
  }

  #pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#timing?.paused?.(this.#uncharged)
    this.#uncharged = 0
  }

  #goOn(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#timing?.reached()
  }

  /** The command stops. The match ends without a result, and this answer must not decide it before. */
  async #untilUnasked(): Promise<Answer> {
    this.#pause()
    if (!this.#signal.aborted)
      await new Promise((resolve) => this.#signal.addEventListener('abort', resolve, { once: true }))
    return NO_LONGER_ASKED
  }

  /** An illegal move is left to the rules of the match. Any other failure forfeits. */
  #giveUp({ failure, why, text }: Failed): Answer {
    const spent = this.#spent()
    if (failure === 'illegal') return { kind: 'move', text, spent }
    return { kind: 'gone', cause: 'garbled', detail: why, ...(text !== '' && { text }), spent }
  }

  #spent(): Spent {
    const sum = (read: (answer: Answered) => number | undefined): number =>
      this.#answers.reduce((total, answer) => total + (read(answer) ?? 0), 0)
    const reasoning = sum(({ tokensReasoning }) => tokensReasoning)
    const firstMs = this.#answers.at(-1)?.firstMs
    const model: ModelUse = {
      calls: this.#answers.length,
      ...(this.#retries > 0 && { retries: this.#retries }),
      tokensIn: sum(({ tokensIn }) => tokensIn),
      tokensOut: sum(({ tokensOut }) => tokensOut),
      ...(reasoning > 0 && { reasoning }),
      ...(this.#answers.some(({ estimated }) => estimated) && { estimated: true }),
      ...(this.#answers.every(({ usd }) => usd !== undefined) && {
        usd: Math.round(sum(({ usd }) => usd) * 1e9) / 1e9,
      }),
      ...(firstMs !== undefined && { firstMs }),
      ...(this.#failures.length > 0 && { failures: [...this.#failures] }),
    }
    return { wall: sum(({ ms }) => ms), model }
  }

  #keep(
    attempt: number,
    system: string,
    messages: readonly string[],
    answer: Answered,
    troubles: readonly string[],
    judged: Judged,
  ): void {
    const { name, bot, keep } = this.#options
    const { seat, round } = this.#opening
    keep?.({
      player: name,
      bot,
      round,
      turn: this.#question.turn,
      seat,
      attempt,
      system,
      messages,
      answer,
      ...(troubles.length > 0 && { troubles }),
      ...('failure' in judged ? { failure: judged.failure } : { move: judged.answer.text }),
    })
  }
}

interface Failed {
  readonly failure: AnswerFailure
  /** For the model and for the record, as a sentence without a full stop. */
  readonly why: string
  readonly text: string
}

type Judged = Failed | { readonly answer: Extract<Answer, { readonly kind: 'move' }> }

/** What an answer is worth: a legal move, or the reason why it does not count. */
function judge(game: AnyGame, { legal, view }: Question, { text, finish }: Answered): Judged {
  const failed = (failure: AnswerFailure, why: string, said: string): Judged => ({ failure, why, text: said })
  const said = shown(text)
  if (finish === 'length') return failed('truncated', 'the answer was cut off at its token limit', said)
  if (text.trim() === '') return failed('empty', 'the answer was empty', '')
  const object = lastObject(text)
  if (object === undefined) return failed('unparsable', 'the answer has no JSON object', said)
  const { move: word } = object
  if (typeof word !== 'string')
    return failed('unparsable', 'the last JSON object of the answer has no text "move"', said)
  const move = game.notation.parseMove(word, view)
  if (!move.ok) return failed('illegal', move.problem.message, shown(word))
  if (!legal.includes(move.value)) return failed('illegal', `${move.value} is not legal here`, move.value)
  const remark = readRemark(typeof object['say'] === 'string' ? { text: object['say'] } : undefined)
  return { answer: { kind: 'move', text: move.value, ...(remark && { remark }) } }
}

const MAX_SHOWN = 120
/** The end of an answer: that is where its move should be. */
const shown = (text: string): string => (text.length > MAX_SHOWN ? `…${text.slice(-MAX_SHOWN)}` : text)
