import type { Result } from '../../base/result.ts'
import type { Match, MatchEvent } from '../../match/match.ts'
import type { Answer, Opening, Question } from '../protocol.ts'
import type { Expectation } from './scan.ts'

/** One step of a conversation with a program, as data: `connectStdio` carries it out. */
export type Step =
  | { readonly kind: 'send'; readonly text: string }
  /** Waits for the program; `objection` may refuse what came, which ends the conversation. */
  | { readonly kind: 'expect'; readonly what: Expectation; objection?(text: string): string | undefined }
  /** Only here does the question reach the program: the time to answer it starts anew. */
  | { readonly kind: 'reached' }

/**
 * How a wire puts a round into words. Pure: everything it says follows from its arguments. `View` is what players see of the
 * wire's own game; `check` refuses a round of any other game before the others are called.
 */
export interface StdioDialect<View = unknown> {
  /** The id of the wire. */
  readonly id: string
  /** Whether this wire can describe the round. */
  check(opening: Opening<View>): Result<unknown>
  /** Until these are done the program is starting up, and no clock of the round runs. */
  opening(opening: Opening<View>): readonly Step[]
  /** The last step is the expectation that `answer` reads. */
  turn(question: Question<View>, opening: Opening<View>): readonly Step[]
  answer(text: string): Answer
  /** What the program is told about an event; '' for nothing. */
  news(before: Match, event: MatchEvent, after: Match, opening: Opening): string
  /** Whether a program may send answers ahead: they are kept for the questions to come. */
  readonly mayWriteAhead: boolean
  /**
   * Whether remarks come on stderr, as lines like `remark {"text":"hm"}`, because the contest's own words have no room for
   * them.
   */
  readonly remarksOnStderr?: true
  /** Whether the wire can tell a program of a cheat. If not, the host flips the table for the program. */
  readonly tellsCheats: boolean
}

export const send = (text: string): Step => ({ kind: 'send', text })

export const expectWord = (...words: readonly string[]): Step => ({
  kind: 'expect',
  what: { kind: 'word', words },
})
