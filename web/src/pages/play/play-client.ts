import type { AnswerBody, TurnBody } from '../../../../src/api/games.ts'
import { fetchTurn, sendAnswer } from '../../api/games.ts'

/** The state of a player's seat at a running match; immutable, replaced at each change. */
export interface PlayState {
  readonly turn?: TurnBody
  /** The answer that was sent in this turn. */
  readonly sent?: string
  /** The premove: it is sent when the next question of its round comes. */
  readonly premove?: Premove
  /** The last problem. */
  readonly problem?: string
}

export interface Premove {
  /** From 1. */
  readonly round: number
  readonly move: string
}

export interface PlayClient {
  /** Answers the question. Without a question the move becomes the premove of this round; the same move again removes it. */
  play(move: string, round: number): void
  flip(): void
  resign(): void
  /** Asks the server again: the match has moved on. */
  look(): void
  close(): void
}

const WAIT_S = 20
const RETRY_MS = 800
const THINKING_MS = 3_000
/** The record stream may be faster than the question: an answer that comes too early is sent again after this time. */
const EARLY_MS = 40
const EARLY_TIMES = 5

const isBefore = (turn: TurnBody, known: TurnBody | undefined): boolean =>
  known !== undefined && turn.round * 1e6 + turn.turn < known.round * 1e6 + known.turn

/** The question that is answered. The server refuses an answer to one that has passed, as from another window of the same player. */
const placeOf = ({ round, turn }: TurnBody): Pick<TurnBody, 'round' | 'turn'> => ({ round, turn })

/** Plays a match: waits for questions by long polling and sends answers, until the match is over or `close` is called. */
export function openPlayClient(match: number, onChange: (state: PlayState) => void): PlayClient {
  const closed = new AbortController()
  let state: PlayState = {}
  let isSending = false
  let wake = (): void => {}

  function change(next: PlayState): void {
    if (closed.signal.aborted) return
    state = next
    onChange(state)
  }

  /** The current question, or the next within `wait` seconds. */
  async function ask(wait: number): Promise<TurnBody | undefined> {
    const turn = await fetchTurn(match, wait, closed.signal)
    if (turn.ok) return turn.value
    if (turn.problem.code === 'not-started') return undefined
    change({ ...state, problem: turn.problem.message })
    await pause(RETRY_MS)
    return undefined
  }

  async function run(): Promise<void> {
    while (!closed.signal.aborted) {
      const turn = await ask(WAIT_S)
      if (turn === undefined) continue
      take(turn)
      if (turn.status === 'over') return
      const answered = new Promise<void>((resolve) => {
        wake = resolve
      })
      // Asks again while the player thinks: the question may have changed.
      if (turn.asked) await Promise.race([answered, pause(THINKING_MS)])
    }
  }

  function take(turn: TurnBody): void {
    if (isSending || isBefore(turn, state.turn)) return
    const { premove, problem: _problem, sent, ...rest } = state
    const isSame = state.turn?.round === turn.round && state.turn.turn === turn.turn
    const kept = { ...rest, turn, ...(isSame && !turn.asked && sent !== undefined && { sent }) }
    if (premove === undefined || premove.round < turn.round) return change(kept)
    if (!turn.asked) return change({ ...kept, premove })
    const { move } = premove
    if (turn.legal.includes(move)) {
      change(kept)
      void send({ move, ...placeOf(turn) }, move)
    } else change({ ...kept, problem: `${move} is not possible any more` })
  }

  async function send(answer: AnswerBody, word: string): Promise<void> {
    if (isSending) return
    isSending = true
    const { problem: _problem, ...rest } = state
    change({ ...rest, sent: word })
    let turn = await sendAnswer(match, answer)
    for (let count = 0; count < EARLY_TIMES && !turn.ok && turn.problem.code === 'not-your-turn'; count++) {
      await pause(EARLY_MS)
      turn = await sendAnswer(match, answer)
    }
    isSending = false
    if (turn.ok) {
      // With simultaneous moves the turn may not be complete yet.
      const isSame = turn.value.turn === state.turn?.turn && turn.value.round === state.turn.round
      const { sent: _sent, ...others } = state
      change({ ...others, turn: turn.value, ...(isSame && { sent: word }) })
      if (turn.value.asked && state.premove !== undefined) take(turn.value)
    } else {
      const { sent: _sent, ...others } = state
      change({ ...others, problem: turn.problem.message })
    }
    wake()
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    })

  void run()
  return {
    play(move, round) {
      const { turn, premove, problem: _problem, ...rest } = state
      if (turn?.asked && state.sent === undefined) return void send({ move, ...placeOf(turn) }, move)
      const isRemoved = premove?.move === move && premove.round === round
      change({ ...rest, ...(turn && { turn }), ...(!isRemoved && { premove: { move, round } }) })
    },
    flip: () => void send({ flip: true, ...(state.turn && placeOf(state.turn)) }, 'flip'),
    resign: () => void send({ resign: true }, 'resign'),
    look: () => wake(),
    close: () => closed.abort(),
  }
}
