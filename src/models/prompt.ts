import { boardText } from '../briefing/board-text.ts'
import { rulesText } from '../briefing/rules-text.ts'
import { SEATS, type AnyGame, type Pair } from '../game/game.ts'
import { describeAmount } from '../match/allowance.ts'
import { describeClock } from '../match/clock.ts'
import type { Opening, Question } from '../protocols/protocol.ts'

/**
 * Prompt variants of the project. `null` has the same words as `full`: two entrants that differ in nothing else show how
 * far results differ by chance alone.
 */
export const PROMPT_VARIANTS = ['full', 'terse', 'with-legal-moves', 'null'] as const

/** How a prompt is made. */
export interface PromptPlan {
  /** One of the variants, or the name of a file. */
  readonly variant: string
  /** The text of that file. `{{rules}}` in it stands for the rules. */
  readonly own?: string
}

export interface PromptContext {
  readonly plan: PromptPlan
  readonly game: AnyGame
  /** The page of the guide with the rules of the game, in Markdown. */
  readonly page: string
  readonly opening: Opening
  readonly attempts: number
}

/** A turn that was played: the move of each seat that moved. */
export type PlayedTurn = Pair<string | undefined>

/** What a model is told for the whole round: the rules, its seat, this game's settings, and how to answer. No advice. */
export function roundPrompt({ plan, game, page, opening, attempts }: PromptContext): string {
  const { seat, names, settings, clock, turnLimit } = opening
  const rules = rulesText(page, plan.variant === 'terse' ? 'terse' : 'full')
  const about = [
    `You play ${game.title} against ${names[seat === 0 ? 1 : 0]}. Your seat is called ${game.seatNames[seat]}, the opponent's ${game.seatNames[seat === 0 ? 1 : 0]}.`,
    `Settings of this game, which come before other numbers in the rules: ${settingsText(settings)}.`,
    `A round ends by: ${[...new Set(Object.values(game.reasons))].join('; ')}.`,
    ...(turnLimit === undefined ? [] : [`After ${turnLimit} turns a round is stopped and drawn.`]),
    `Clock: ${describeClock(clock)}.`,
  ].join('\n')
  const own = plan.own?.replaceAll('{{rules}}', () => rules)
  return [
    own ?? `# Rules\n\n${rules.replaceAll(/^#/gm, '##')}`,
    '# This game',
    about,
    '# Your answer',
    answerText(attempts),
  ].join('\n\n')
}

const answerText = (attempts: number): string =>
  [
    'End your answer with one JSON object: {"move": "…"}. The last JSON object of your answer counts, and nothing else in it.',
    'You may add "say", one short sentence for the spectators: {"move": "…", "say": "…"}.',
    attempts === 1
      ? 'An answer without such an object, or with an illegal move, loses the round.'
      : `If your answer has no such object, or its move is illegal, you are told why. You have ${attempts} attempts at each move; after the last one you lose the round.`,
  ].join('\n')

/** What a model is told at its turn: all moves so far, and the board with coordinates, drawn for its seat. */
export function turnPrompt(
  { plan, game, opening }: PromptContext,
  question: Question,
  history: readonly PlayedTurn[],
): string {
  const { seat, clock } = opening
  const { turn, view, legal, timeLeft, allowanceLeft } = question
  return [
    historyText(game, history),
    `Now it is turn ${turn + 1}, and you move.`,
    boardText(game.scene(view), seat),
    ...(Number.isFinite(timeLeft) ? [`You have ${(Math.max(0, timeLeft) / 1000).toFixed(1)} s left.`] : []),
    ...(clock.allowance === undefined || allowanceLeft === undefined
      ? []
      : [
          `Of ${describeAmount(clock.allowance.amount, clock.allowance.unit)} for this round, prompts and answers, you have ${describeAmount(round(allowanceLeft), clock.allowance.unit)} left. If your calls use more, you lose.`,
        ]),
    ...(plan.variant === 'with-legal-moves' ? [`Legal moves: ${legal.join(' ')}`] : []),
  ].join('\n\n')
}

/** A difference of dollars may have a long tail. */
const round = (amount: number): number => Math.round(amount * 1e6) / 1e6

/** What a model is told when its answer did not count. */
export const againPrompt = (why: string): string =>
  `${why}. Answer again, and end with one JSON object: {"move": "…"}.`

const settingsText = (settings: Opening['settings']): string =>
  Object.entries(settings)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value || 'none' : JSON.stringify(value)}`)
    .join(', ') || 'none'

function historyText({ seatNames }: AnyGame, history: readonly PlayedTurn[]): string {
  if (history.length === 0) return 'No turn has been played yet.'
  const lines = history.map((turn, index) => {
    const moves = SEATS.flatMap((seat) =>
      turn[seat] === undefined ? [] : [`${seatNames[seat]} ${turn[seat]}`],
    )
    return `${index + 1}. ${moves.join(', ')}`
  })
  return ['The moves so far:', ...lines].join('\n')
}
